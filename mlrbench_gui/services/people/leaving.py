"""What of a run can be left out of statistics: the run, each review that counts somewhere, and claims that are out."""

from collections.abc import Iterable
from dataclasses import dataclass

from mlrbench_gui.domain.forms import latest_submissions
from mlrbench_gui.domain.panels import panels_of
from mlrbench_gui.domain.people import ExcludedKind
from mlrbench_gui.domain.reviews import OVERALL_NAMES, HumanReview, Review
from mlrbench_gui.domain.sharing import Exclusion, exclusions_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.services.context import Context
from mlrbench_gui.services.judging.upstream import as_review
from mlrbench_gui.services.people.counting import exclusion_key

_CUT = 60


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a run by what it is left out as; `out` is set where it is left out now."""

    run: RunName
    what: ExcludedKind
    key: str
    title: str
    out: Exclusion | None = None


def parts_of(ctx: Context, run: RunName) -> tuple[Part, ...]:
    """The run first, then judges' reviews, people's, and the claims that are left out."""
    workspace = ctx.workspace
    people = workspace.people.of_run(run)
    out = {(item.what, item.key): item for item in exclusions_of(people)}
    own = (as_review(reply) for panel in panels_of(workspace.judges.of_run(run)) for reply in panel.replies)
    judges = (*workspace.reviews.of_run(run), *(review for review in own if review is not None))
    named = [(exclusion_key(review), f"Review by {review.judge}{_told(review)}") for review in judges]
    named += [(exclusion_key(row), _row_title(row)) for row in workspace.reviews.humans_of_run(run)]
    named += [
        (form.id, f"Review by {form.author}, version {form.version}") for form in latest_submissions(people)
    ]
    reviews = [
        Part(run, ExcludedKind.REVIEW, key, title, out.get((ExcludedKind.REVIEW, key)))
        for key, title in named
    ]
    whole = Part(run, ExcludedKind.RUN, "", "The whole run", out.get((ExcludedKind.RUN, "")))
    return (whole, *reviews, *_claims(ctx, run, out.values()))


def _claims(ctx: Context, run: RunName, out: Iterable[Exclusion]) -> list[Part]:
    stored = ctx.workspace.audits.latest(run)
    quotes = {claim.fingerprint: claim.quote for claim in stored.audit.claims} if stored else {}
    return [
        Part(run, item.what, item.key, f"Claim “{_short(quotes.get(item.key, item.key))}”", item)
        for item in out
        if item.what is ExcludedKind.CLAIM
    ]


def _told(review: Review) -> str:
    """What was judged, and the overall score."""
    overall = next((score.score for score in review.scores if score.criterion in OVERALL_NAMES), None)
    what = review.target.value.replace("_", " ")
    return f", {what}" if overall is None else f", {what}, overall {overall}"


def _row_title(row: HumanReview) -> str:
    file = row.source.rpartition("/")[2]
    return f"Review by reviewer {row.reviewer}, row {row.row} of {file}"


def _short(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= _CUT else f"{words[:_CUT]}…"
