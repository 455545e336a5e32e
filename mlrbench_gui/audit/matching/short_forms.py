"""Short forms that a run uses in its keys for words of its papers: `acc`, `perf`, `cf` for `counterfactual`."""

from collections.abc import Iterable

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import name_words, stem

_LONGER = 3
_PREFIXES = (
    "anti", "auto", "counter", "cross", "hyper", "inter", "intra", "macro", "meta", "micro", "mini", "multi", "over",
    "post", "pseudo", "self", "semi", "super", "trans", "ultra", "under",
)  # fmt: skip
"""What opens a compound that is written as one word; its short form takes a letter of each part."""
_PART = 4
_NOUNS = tuple((stem(verb), stem(noun)) for verb, noun in (("reduce", "reduction"),))
"""A verb of the run's words tells what a noun of the paper says: `reduces memory by` for `a reduction in memory`."""


def learn_short_forms(
    ledger: Ledger, paper_words: Iterable[str], entities: Entities
) -> dict[str, tuple[str, ...]]:
    """Words of the ledger that stand in no paper but begin a few longer ones there; entities have no such words."""
    labels = {word for label in entities.labels for word in name_words(label)}
    spoken = set(paper_words)
    forms: dict[str, tuple[str, ...]] = {}
    for word in sorted(ledger.weights):
        if 3 <= len(word) <= 5 and word.isalpha() and word not in spoken:
            longer = sorted(w for w in spoken - labels if len(w) >= len(word) + 1 and w.startswith(word))
            if 1 <= len(longer) <= _LONGER:
                forms[word] = tuple(longer)
    for verb, noun in _NOUNS:
        if noun in spoken and verb in ledger.weights:
            forms[verb] = (*forms.get(verb, ()), noun)
    return forms | _of_compounds(ledger, spoken)


def _of_compounds(ledger: Ledger, spoken: set[str]) -> dict[str, tuple[str, ...]]:
    """Two letters that open the parts of a compound; of several such compounds none is taken."""
    compounds: dict[str, set[str]] = {}
    for word in spoken:
        prefix = next((p for p in _PREFIXES if word.startswith(p) and len(word) >= len(p) + _PART), None)
        if prefix is not None:
            compounds.setdefault(word[0] + word[len(prefix)], set()).add(word)
    return {
        form: tuple(words)
        for form, words in compounds.items()
        if len(words) == 1 and form not in spoken and form in ledger.weights
    }
