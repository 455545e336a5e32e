"""Names that research widely knows, as general words: families of models, data sets, optimizers, libraries.

A family stands for all of its variants; what follows the family in a name (`-base-uncased`, `18`, ` 3.5 Sonnet`) tells
which one it is.
"""

import re
from collections.abc import Iterator

from mlrbench_gui.audit.naming.thing import Thing, ThingRole, parts_of

_MODELS = (
    r"gpt[- ]?neo gpt[- ]?j(?![a-z]) (?:chat|distil)?gpt(?=[- _]?\d) chatgpt text-davinci o[134]-mini "
    r"claude(?=[- ]\d) "
    r"gemini(?=[- ]\d) (?:code|tiny)[- ]?llama llama vicuna alpaca mistral mixtral qwen phi(?=-\d) gemma(?=[- ]?\d) "
    r"falcon(?=-\d) opt(?=-\d) bloom(?=-\d) pythia(?=-\d) starcoder codegen codebert codet5p(?=-) codet5 "
    r"flan-?t5 (?:m|by)?t5(?![a-z]) bart "
    r"distil-?bert sci-?bert fin-?bert bio-?bert (?:xlm-?)?roberta deberta albert electra bert(?!score) xlnet "
    r"longformer deepseek "
    r"(?:wide-?|pre-?act)?resnet resnext efficientnet mobile-?net densenet inception convnext alexnet vgg(?=[- ]?\d) "
    r"vit(?![a-z]) deit(?![a-z]) swin blip (?-i:CLIP) clip(?=-vit) wav2vec whisper yolo minilm mpnet all-minilm"
)
_DATASETS = (
    r"(?:fashion|colou?red)[- ]?mnist e?mnist cifar[- ]?100 cifar[- ]?10 (?:tiny-?)?imagenet svhn stl-?10 "
    r"(?:ms[- ]?)?coco(?!_) "
    r"celeb-?a water-?birds? civil-?comments camelyon17 domainnet officehome pacs shapenet modelnet(?=\d) "
    r"multinli mnli snli qnli qqp sst[- ]?2 sst[- ]?5 "
    r"super-?glue glue(?![a-z]) squad hotpot-?qa trivia-?qa natural[- ]?questions truthful-?qa gsm-?8k mmlu "
    r"hella-?swag "
    r"wino-?grande boolq human-?eval mbpp apps(?=[- ]dataset) code-?contests swe-?bench code-?search-?net ag[-_ "
    r"]?news imdb yelp wikitext "
    r"bookcorpus openwebtext pubmed-?qa narrative-?qa pop-?qa ambig-?qa strategy-?qa commonsense-?qa "
    r"open-?book-?qa xsum cnn[/_ -]*daily-?mail "
    r"scrolls longbench lambada conll-?2003 20[- _]?newsgroups movielens hh-rlhf ultra-?feedback anthropic[- "
    r"]hh iris breast[-_ ]cancer "
    r"california[-_ ]housing adult[- ]income compas minif2f proofnet codesearchnet ms-?marco fever(?![a-z]) "
    r"librispeech vtab"
)
_OPTIMIZERS = r"adamw adam(?![a-z]) sgd rmsprop adagrad adadelta adafactor l-?bfgs"
_LIBRARIES = (
    r"pytorch(?![- ]lightning) tensorflow torch(?![-_. ]?(?:geometric|vision)) scikit-?learn sklearn "
    r"torch[-_ ]?geometric faiss xgboost lightgbm cross-?hair stable-?baselines3? networkx"
)
_ACCELERATORS = r"a100 h100 h200 v100 p100 k80 a6000 a5000 rtx[- ]?a?\d{4} gtx[- ]?\d{4}"
_PRECISIONS = r"fp16 bf16"
_SAME_NAME = {
    "codet5p": "codet5",
    "coco": "mscoco",
    "waterbird": "waterbirds",
    "pytorch": "torch",
    "scikitlearn": "sklearn",
}
"""Families that are written in two ways."""
_SUFFIX = r"(?:[-–‑.+_]?[A-Za-z0-9]+)*(?:\+(?!\d))?"
_SPACED = (
    r"(?:\s(?:\d+(?:\.\d+)?)(?![\d%])"
    r"(?:\s(?:\d+[bB]|[Ss]onnet|[Hh]aiku|[Oo]pus|[Tt]urbo|[Mm]ini|[Pp]ro|[Ff]lash))?)?"
)
_ADJECTIVE = re.compile(
    r"[-–‑.](?:based|style|like|trained|family|famil\w+|variants?|scale|level|specific|only|derived|powered|"
    r"generated|augmented|"
    r"finetuned|tuned|driven|encoded|type|class|size|and|test|train|images?|models?|classification|dataset)\b.*$",
    re.IGNORECASE,
)

_SIZE = re.compile(r"[-‐‑]\d+[kKM]?(?![\w%.-]*\w)")


def _pattern(words: str, *, with_suffix: bool, spaced: bool = False) -> re.Pattern[str]:
    heads = sorted(re.split(r" (?![^\[(]*[\])])", words.replace("-?", "[-_ ]?")), key=len, reverse=True)
    alternatives = "|".join(heads)
    tail = (_SUFFIX + (_SPACED if spaced else "")) if with_suffix else ""
    return re.compile(rf"(?<![A-Za-z0-9])(?P<family>(?i:{alternatives}))(?![a-z]){tail}")


_PATTERNS = (
    (ThingRole.MODEL, _pattern(_MODELS, with_suffix=True, spaced=True)),
    (ThingRole.DATASET, _pattern(_DATASETS, with_suffix=False)),
    (ThingRole.OPTIMIZER, _pattern(_OPTIMIZERS, with_suffix=False)),
    (ThingRole.LIBRARY, _pattern(_LIBRARIES, with_suffix=False)),
    (ThingRole.ACCELERATOR, _pattern(_ACCELERATORS, with_suffix=False)),
    (ThingRole.PRECISION, _pattern(_PRECISIONS, with_suffix=False)),
)


def things_in(text: str) -> Iterator[Thing]:
    """The widely known names that a text holds, by role and place."""
    for role, pattern in _PATTERNS:
        for hit in pattern.finditer(text):
            name = _ADJECTIVE.sub("", hit.group()).rstrip(".-–_/")
            family = re.sub(r"[\W_]+", "", hit.group("family")).lower()
            rest = name[len(hit.group("family")) :]
            is_owner = text[hit.end() : hit.end() + 1] == "/" and text[max(0, hit.start() - 1)] == "-"
            if len(name) >= len(hit.group("family")) and not is_owner:
                family = _SAME_NAME.get(family, family)
                parts = parts_of(rest)
                name += _size_behind(role, text, hit.start() + len(name))
                yield Thing(name, role, family, parts, hit.start(), hit.start() + len(name))


def _size_behind(role: ThingRole, text: str, at: int) -> str:
    """The size with which a data set is printed, as in `MovieLens-1M`; code often leaves it out, so it is no part."""
    hit = _SIZE.match(text, at) if role is ThingRole.DATASET else None
    return hit.group() if hit else ""
