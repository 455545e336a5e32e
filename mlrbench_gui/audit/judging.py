"""Papers held against a ledger: the names that both use are learned, then each statement is decided.

Whose ledger it is makes no difference here: an audit takes the run's own, the chance-match rate another run's.
"""

import ast
from collections import Counter
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mlrbench_gui.audit.claims.finding import find_statements
from mlrbench_gui.audit.claims.statements import Statement
from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.findings.draft import Judged
from mlrbench_gui.audit.ledger.ledger import Ledger
from mlrbench_gui.audit.matching.candidates import Matcher
from mlrbench_gui.audit.matching.entities import learn_entities
from mlrbench_gui.audit.matching.short_forms import learn_short_forms
from mlrbench_gui.audit.naming.deciding import NameJudge
from mlrbench_gui.audit.naming.known import NamesKnown
from mlrbench_gui.audit.prose.lists import align_lists
from mlrbench_gui.audit.prose.running import look_again
from mlrbench_gui.audit.provenance.drawn_data import drawn_data
from mlrbench_gui.audit.provenance.flow.shut import Shut
from mlrbench_gui.audit.rankings.boards import find_boards
from mlrbench_gui.audit.rankings.judging import RankingBench
from mlrbench_gui.audit.rankings.notes import Notes
from mlrbench_gui.audit.rankings.unmeasured import Unmeasured
from mlrbench_gui.audit.settings.known import learn_settings
from mlrbench_gui.audit.tables.aligning import align_columns
from mlrbench_gui.audit.tables.strands import Weaver
from mlrbench_gui.audit.text.paper import PaperText
from mlrbench_gui.audit.text.words import name_words
from mlrbench_gui.audit.verdicts.deciding import Judge
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.audit.verdicts.elsewhere import told_elsewhere
from mlrbench_gui.audit.verdicts.figures import FigureJudge
from mlrbench_gui.audit.verdicts.restated import with_restating
from mlrbench_gui.audit.verdicts.tables import TableAligner
from mlrbench_gui.domain.values import RelPath, Verdict


@dataclass(frozen=True, slots=True)
class RanCode:
    """What is known of the scripts of a run.

    `ran` holds those that ran, `started` those that commands name; None where no command is known. `shut` are the parts
    of code that no command reached, `made_up` the scripts that make results up, `gap` why more may have been than is
    seen.
    """

    ran: Collection[RelPath]
    started: Container[RelPath] | None = None
    shut: Shut = field(default_factory=dict)
    made_up: Collection[RelPath] = ()
    gap: str = ""


def make_judge(
    files: EvidenceFiles,
    ledger: Ledger,
    papers: Sequence[PaperText],
    code: RanCode,
) -> Judge:
    """The judge of these papers by this ledger."""
    entities = learn_entities(ledger, papers)
    spoken = Counter(word for paper in papers for word in name_words(paper.text))
    short_forms = learn_short_forms(ledger, set(spoken), entities)
    return Judge(
        files,
        entities,
        Matcher(ledger, entities, short_forms, code.ran, spoken),
        RankingBench(find_boards(ledger, entities), entities),
        Unmeasured(ledger, Notes(files), code.gap),
        Weaver(ledger.values, entities, spoken),
        replace(learn_settings(files, ledger, code.ran, code.started), is_whole=not code.gap),
        NameJudge(
            NamesKnown(files, code.ran, code.shut, code.made_up),
            drawn_data(_trees_of(files, code.ran), code.shut),
            code.gap,
        ),
        ledger,
    )


def _trees_of(files: EvidenceFiles, ran: Collection[RelPath]) -> dict[RelPath, ast.Module]:
    """The trees of the scripts that ran."""
    return {path: tree for path in sorted(ran) if (tree := files.tree(path)) is not None}


def judge_papers(judge: Judge, papers: Mapping[RelPath, PaperText], figures: FigureJudge) -> list[Judged]:
    """Numbers first: what they rest on tells which metrics a ranking speaks of."""
    judged: list[Judged] = []
    for path, paper in papers.items():
        statements = find_statements(path, paper)
        decisions = judge_numbers(judge, statements, paper.text)
        judge.rankings.read(paper, decisions)
        decisions |= {s: judge.decide(s, paper.text) for s in statements if s.number is None}
        decisions |= _by_figures(figures, statements, decisions, paper.text)
        decided = {
            s: with_restating(
                s, told_elsewhere(s, decisions[s], paper), paper.text, judge.matcher, judge.entities
            )
            for s in statements
        }
        judged += [Judged(s, decided[s], s.quote(paper.text)) for s in statements]
    return judged


def _by_figures(
    figures: FigureJudge, statements: Sequence[Statement], decisions: Mapping[Statement, Decision], text: str
) -> dict[Statement, Decision]:
    """Decisions on pictures and on what is told of them."""
    found = {s: figures.decide(s, text) or figures.hold(s, decisions[s], text) for s in statements}
    return {
        s: decision
        for s, decision in found.items()
        if decision is not None and not _is_compared(s, decision, decisions[s])
    }


def _is_compared(statement: Statement, by_figure: Decision, by_values: Decision) -> bool:
    """Whether a comparison told of a figure was recomputed, where the picture itself leaves it open."""
    return (
        not statement.target
        and statement.number is None
        and by_figure.verdict is Verdict.UNVERIFIABLE
        and by_values.verdict is not Verdict.UNVERIFIABLE
    )


def judge_numbers(judge: Judge, statements: Sequence[Statement], text: str) -> dict[Statement, Decision]:
    """Decisions on the statements with a number, one by one and then by whole tables."""
    decisions = {s: judge.decide(s, text) for s in statements if s.number is not None}
    decisions |= align_columns(judge.weaver, decisions, text)
    decisions |= TableAligner(judge.matcher, judge.entities).align(decisions, text)
    decisions |= align_lists(judge.matcher, decisions, text)
    decisions |= look_again(judge.matcher, judge.entities, decisions, text)
    return decisions
