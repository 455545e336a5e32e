"""Judges' means and counts of people's reviews for the list of runs, less what people left out of statistics."""

from collections import Counter, defaultdict

from sqlalchemy import Connection, select

from mlrbench_gui.domain.people import ExcludedKind, PersonRecord
from mlrbench_gui.domain.reviews import OVERALL_NAMES, ReviewTarget
from mlrbench_gui.domain.sharing import exclusions_of
from mlrbench_gui.domain.values import RunName
from mlrbench_gui.infra.db._mapping import scores_of
from mlrbench_gui.infra.db.people import person_record
from mlrbench_gui.infra.db.reviews import human_review, review
from mlrbench_gui.services.ports.rows import RunLeftOut

_JUDGED = (ReviewTarget.END_TO_END, ReviewTarget.EXPERIMENT, ReviewTarget.AI_SCIENTIST)


class Omissions:
    """What is left out now, and how many reviews of each run that are."""

    def __init__(self, connection: Connection) -> None:
        told = select(person_record.c.content).where(person_record.c.kind == "exclude")
        lines = [PersonRecord.model_validate_json(text) for text in connection.scalars(told)]
        self._runs: dict[RunName, str] = {}
        self._claims: defaultdict[RunName, set[str]] = defaultdict(set)
        self._reviews: set[str] = set()
        for one in exclusions_of(lines):
            if one.what is ExcludedKind.RUN:
                self._runs[one.run] = one.reason
            elif one.what is ExcludedKind.CLAIM:
                self._claims[one.run].add(one.key)
            else:
                self._reviews.add(one.key)
        self._judges: Counter[RunName] = Counter()
        self._people: Counter[RunName] = Counter()

    def claims_of(self, run: RunName) -> frozenset[str]:
        """The fingerprints of claims of the run that do not count."""
        return frozenset(self._claims[run]) if run in self._claims else frozenset()

    def of(self, run: RunName, claims: int) -> RunLeftOut:
        """All that is left out of the run; `claims` is how many of its claims are."""
        return RunLeftOut(self._runs.get(run, ""), claims, self._judges[run], self._people[run])

    def drops_judge(self, run: RunName, key: str) -> bool:
        """Whether this judge's review does not count; it is counted as such."""
        self._judges[run] += key in self._reviews
        return key in self._reviews

    def drops_person(self, run: RunName, key: str) -> bool:
        """Whether this person's review does not count; it is counted as such."""
        self._people[run] += key in self._reviews
        return key in self._reviews


def judge_means(connection: Connection, out: Omissions) -> dict[RunName, tuple[float, ...]]:
    """Each judge's overall score of a run, by judge; of reviews of the run itself, not of one of its papers."""
    rows = connection.execute(
        select(review.c.run, review.c.judge, review.c.scores, review.c.source).where(
            review.c.run.is_not(None),
            review.c.superseded.is_(False),
            review.c.target.in_([target.value for target in _JUDGED]),
        )
    )
    scores: defaultdict[RunName, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for name, judge, text, source in rows:
        if not out.drops_judge(RunName(name), source):
            given = (score.score for score in scores_of(text) if score.criterion in OVERALL_NAMES)
            scores[RunName(name)][judge].extend(given)
    return {
        name: tuple(sum(given) / len(given) for _, given in sorted(judges.items()) if given)
        for name, judges in scores.items()
    }


def human_counts(connection: Connection, out: Omissions) -> dict[RunName, int]:
    """Imported rows, and one for each person's last submitted form, by run."""
    imported = select(human_review.c.run, human_review.c.source, human_review.c.row)
    rows = connection.execute(imported.where(human_review.c.superseded.is_(False)))
    keys = [(RunName(name), f"{source}#{row}") for name, source, row in rows]
    forms = select(person_record.c.run, person_record.c.author, person_record.c.id)
    in_order = forms.where(person_record.c.kind == "submit").order_by(person_record.c.at, person_record.c.id)
    last = {(RunName(name), author): id_ for name, author, id_ in connection.execute(in_order)}
    keys += [(name, id_) for (name, _author), id_ in last.items()]
    return Counter(name for name, key in keys if not out.drops_person(name, key))
