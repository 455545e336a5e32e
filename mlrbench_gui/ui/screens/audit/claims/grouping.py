"""Which claims the list shows and in which order: filters, sections with their open counts, folding. No Qt."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mlrbench_gui.domain.decisions import ReviewedClaim
from mlrbench_gui.domain.values import ClaimKind, RelPath, Trust, Verdict
from mlrbench_gui.ui.screens.audit.claims.words import plain_quote


@dataclass(frozen=True, slots=True)
class ClaimFilter:
    """What to show. An empty set lets everything through; `words` are looked for in the quote."""

    verdicts: frozenset[Verdict] = frozenset()
    trusts: frozenset[Trust] = frozenset()
    kinds: frozenset[ClaimKind] = frozenset()
    undecided_first: bool = False
    flagged_only: bool = False
    words: str = ""

    def admits(self, claim: ReviewedClaim) -> bool:
        """Whether the claim passes every part of the filter."""
        now = claim.current
        return (
            (not self.verdicts or now.verdict in self.verdicts)
            and (not self.trusts or now.trust in self.trusts)
            and (not self.kinds or now.kind in self.kinds)
            and (not self.flagged_only or claim.flagged)
            and (not self.words or self.words.casefold() in plain_quote(now.quote).casefold())
        )

    @property
    def narrows(self) -> bool:
        """Whether it can hide a claim."""
        return bool(self.verdicts or self.trusts or self.kinds or self.flagged_only or self.words)


@dataclass(frozen=True, slots=True)
class SectionRow:
    """The head of a group. `open` of `total` shown claims are undecided."""

    title: str
    open: int
    total: int
    folded: bool


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim's place in the list; the claim itself is looked up by id, so a decision moves no row."""

    id: str


ListRow = SectionRow | ClaimRow


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The rows to show, the ids in their order (those of folded sections too), and how many the filter hides."""

    rows: tuple[ListRow, ...] = ()
    order: tuple[str, ...] = ()
    hidden: int = 0
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def arrange(
    claims: Sequence[ReviewedClaim], wanted: ClaimFilter, folded: frozenset[str] = frozenset()
) -> Arrangement:
    """Group the admitted claims by section, in the order in which the paper has the sections."""
    groups: dict[str, list[ReviewedClaim]] = {}
    hidden = 0
    for claim in claims:
        if wanted.admits(claim):
            groups.setdefault(section_title(claim), []).append(claim)
        else:
            hidden += 1
    rows: list[ListRow] = []
    sections: dict[str, tuple[str, ...]] = {}
    for title, members in groups.items():
        ordered = sorted(members, key=lambda claim: claim.decision is not None and wanted.undecided_first)
        sections[title] = tuple(claim.current.id for claim in ordered)
        rows.append(SectionRow(title, _open(members), len(members), title in folded))
        if title not in folded:
            rows.extend(ClaimRow(key) for key in sections[title])
    order = tuple(key for keys in sections.values() for key in keys)
    return Arrangement(tuple(rows), order, hidden, sections)


def recounted(
    rows: Sequence[ListRow], sections: Mapping[str, tuple[str, ...]], claims: Mapping[str, ReviewedClaim]
) -> tuple[ListRow, ...]:
    """The same rows with the sections' open counts as the claims stand now."""
    return tuple(
        SectionRow(
            row.title,
            _open(claims[key] for key in sections[row.title] if key in claims),
            row.total,
            row.folded,
        )
        if isinstance(row, SectionRow)
        else row
        for row in rows
    )


def section_title(claim: ReviewedClaim) -> str:
    """The section's heading as printed, or words for a claim that stands before the first heading."""
    return plain_quote(claim.current.section) or "Before the first heading"


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts for the head, the filters and the totals of the gate strip."""

    total: int
    decided: int
    flagged: int
    verdicts: Mapping[Verdict, int]
    trusts: Mapping[Trust, int]


def tally(claims: Iterable[ReviewedClaim]) -> Tally:
    """Count claims by what they stand as now."""
    verdicts: Counter[Verdict] = Counter()
    trusts: Counter[Trust] = Counter()
    total = decided = flagged = 0
    for claim in claims:
        verdicts[claim.current.verdict] += 1
        trusts[claim.current.trust] += 1
        total += 1
        decided += claim.decision is not None
        flagged += claim.flagged
    return Tally(
        total,
        decided,
        flagged,
        {verdict: verdicts[verdict] for verdict in Verdict},
        {trust: trusts[trust] for trust in Trust},
    )


def of_paper(
    claims: Iterable[ReviewedClaim], paper: RelPath | None, papers: Sequence[RelPath]
) -> tuple[ReviewedClaim, ...]:
    """The claims shown with a paper: its own, and in a run with one paper all there are."""
    return tuple(claim for claim in claims if len(papers) < 2 or claim.current.paper == paper)


def papers_of(claims: Iterable[ReviewedClaim]) -> tuple[RelPath, ...]:
    """The papers that have claims, in order."""
    return tuple(dict.fromkeys(claim.current.paper for claim in claims))


def _open(claims: Iterable[ReviewedClaim]) -> int:
    return sum(claim.decision is None for claim in claims)
