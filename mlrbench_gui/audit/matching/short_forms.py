"""Short forms that a run uses in its keys for words of its papers: `acc`, `perf`."""

from collections.abc import Iterable

from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.matching.entities import Entities
from mlrbench_gui.audit.text.words import name_words, stem

_LONGER = 3
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
    return forms
