"""Numbers of well-known procedures, told in the form that papers use for them."""

from collections.abc import Callable, Mapping

import pytest

from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import Verdict

MakeAudit = Callable[[Mapping[str, str | bytes]], Audit]

CODE = """from collections import Counter
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA

points = PCA(2).fit_transform(embeddings)
labels = KMeans(n_clusters=3, random_state=0).fit_predict(points)
frequent = Counter(words).most_common(5)
"""


def _verdict(audit_of: MakeAudit, sentence: str, value: float) -> Verdict:
    paper = f"# T\n\n## 4 Experimental Setup\n\n{sentence}\n"
    audit = audit_of({"results/paper.md": paper, "code/run.py": CODE, "proposal.md": "We plan."})
    return next(claim.verdict for claim in audit.claims if claim.value == value)


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("We reduce the embeddings with PCA to 2D before clustering.", 2),
        ("We project embeddings by PCA to 2 dimensions.", 2),
        ("Embeddings are grouped by K-means ($K=3$) on the first token.", 3),
        ("We run K-means with 3 clusters.", 3),
        ("We replace the top 5 frequent words by synonyms.", 5),
    ],
)
def test_that_the_form_of_a_procedure_leads_to_its_argument(
    sentence: str, value: float, audit_of: MakeAudit
) -> None:
    assert _verdict(audit_of, sentence, value) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("We reduce the embeddings with PCA to 7D before clustering.", 7),
        ("Embeddings are grouped by K-means ($K=9$) on the first token.", 9),
        ("We split the data in 3 buckets for K-means.", 3),
        ("We report the mean of the 5 frequent words.", 5),
    ],
)
def test_that_another_number_or_form_is_not_supported(
    sentence: str, value: float, audit_of: MakeAudit
) -> None:
    assert _verdict(audit_of, sentence, value) is not Verdict.SUPPORTED
