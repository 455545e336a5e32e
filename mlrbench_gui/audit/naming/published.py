"""Published sizes of widely used pretrained transformers: layers, hidden size, attention heads."""

from dataclasses import dataclass

from mlrbench_gui.audit.naming.thing import Thing


@dataclass(frozen=True, slots=True)
class Shape:
    """Layers of the encoder or of the decoder, the size of hidden states, and attention heads."""

    layers: int
    hidden: int
    heads: int


_BASE = Shape(12, 768, 12)
_LARGE = Shape(24, 1024, 16)
_SIX = Shape(6, 768, 12)
_T5_SMALL = Shape(6, 512, 8)
_SHAPES: dict[tuple[str, str], Shape] = {
    **dict.fromkeys(
        [(family, "base") for family in ("bert", "roberta", "albert", "electra", "deberta")], _BASE
    ),
    **dict.fromkeys([(family, "base") for family in ("vit", "deit", "t5", "flant5", "codet5", "mt5")], _BASE),
    **dict.fromkeys([(family, "large") for family in ("bert", "roberta", "electra", "deberta")], _LARGE),
    **dict.fromkeys([(family, "large") for family in ("vit", "t5", "flant5", "codet5", "mt5")], _LARGE),
    ("bert", "tiny"): Shape(2, 128, 2),
    ("bert", "mini"): Shape(4, 256, 4),
    ("bert", "small"): Shape(4, 512, 8),
    ("bert", "medium"): Shape(8, 512, 8),
    ("electra", "small"): Shape(12, 256, 4),
    ("distilbert", "base"): _SIX,
    ("codebert", "base"): _BASE,
    ("scibert", ""): _BASE,
    ("t5", "small"): _T5_SMALL,
    ("codet5", "small"): _T5_SMALL,
    ("flant5", "small"): Shape(8, 512, 6),
    ("bart", "base"): _SIX,
    ("bart", "large"): Shape(12, 1024, 16),
    ("gpt", "2"): _BASE,
    ("gpt", "medium"): _LARGE,
    ("gpt", "large"): Shape(36, 1280, 20),
    ("gpt", "xl"): Shape(48, 1600, 25),
    ("distilgpt", "2"): _SIX,
    ("vit", "tiny"): Shape(12, 192, 3),
    ("vit", "small"): Shape(12, 384, 6),
}


def published_shape(thing: Thing) -> Shape | None:
    """The published sizes of this very variant, None where they are not known; the word of size counts most."""
    for part in reversed(thing.parts):
        found = _SHAPES.get((thing.family, part))
        if found is not None:
            return found
    return _SHAPES.get((thing.family, ""))
