"""Names of measures: what a number may be a value of, as opposed to the things that are measured."""

import re
from collections.abc import Sequence

MEASURE = re.compile(
    r"acc(?:uracy)?\b|f1|precision|recall|score|loss|auc|auroc|(?:^|_|\b)rates?\b|_rate|error|rouge|bleu|mse|mae|rmse|\bece\b|brier|"
    r"\bnll\b|perplexity|ppl|reward|pass_|success|satisfaction|trust|calibration|improvement|latency|correlation|spearman|"
    r"similarity|gain|performance|metric|mrr|ndcg|\br2\b|quality|coverage|throughput|speedup|results?\b|_time\b|toxicity|bias|"
    r"fidelity|robust",
    re.IGNORECASE,
)

_SET_UNDER = re.compile(
    r"(?:^|[_\W])(?:weights?|weighting|thresholds?|config\w*|hyper_?param\w*|params?|parameters|settings?|options|"
    r"coefficients|priorities|budgets?|limits?)$",
    re.IGNORECASE,
)
"""Names of groups under which measures are set, not measured: `weights.accuracy`."""


_AT_END = re.compile(rf"(?:{MEASURE.pattern})s?(?:[-@]\w{1, 3})?(?:\s*\([^()]*\))?\W*$", re.IGNORECASE)


def ends_in_measure(label: str) -> bool:
    """Whether a label is a measure's name: `Acceptance rate`, and not `Score filtering` or `TrustNet`."""
    return _AT_END.search(label.replace("_", " ")) is not None


def is_set_under(parts: Sequence[str]) -> bool:
    """Whether a name stands in a group of settings, such as weights or thresholds."""
    return any(_SET_UNDER.search(part) for part in parts)
