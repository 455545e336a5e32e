"""What a judge cites is looked up in the run: words, numbers and files that are not there are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.judging import CheckedCitation, Citation, CitationState
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.services.judging.citing import CitationDesk

TEXTS: dict[str, str | None] = {
    "results/paper_m.md": (
        "# Tides\n\nThe *pressure* model reaches an accuracy\nof 91.2\u2009% — on the \u201charbour\u201d set.\n"
    ),
    "results/metrics.json": '{"accuracy": 0.9123, "n": 1000, "rows": [[1, 2], [3, 4]]}\n',
    "claude_code/train.py": "import random\nscore = random.uniform(0.85, 0.9)\n",
    "figures/a.png": None,
}
NAMES = {"paper.md": RelPath("results/paper_m.md"), "code/train.py": RelPath("claude_code/train.py")}


def check(file: str, quote: str) -> CheckedCitation:
    desk = CitationDesk(NAMES, [RelPath(path) for path in TEXTS], TEXTS.get)
    [found] = desk.checked([Citation(criterion="Soundness", file=file, quote=quote)])
    return found


@pytest.mark.parametrize(
    ("file", "quote", "state", "line"),
    [
        ("paper.md", "The pressure model reaches an accuracy of 91.2 %", CitationState.FOUND, 3),
        ("paper.md", 'an accuracy of 91.2 % - on the "harbour" set', CitationState.FOUND, 3),
        ("paper.md", "The pressure model … on the harbour", CitationState.NOT_FOUND, None),
        ("paper.md", "The pressure model [...] on the 'harbour' set", CitationState.FOUND, 3),
        ("paper.md", "on the 'harbour' set … the pressure model", CitationState.NOT_FOUND, None),
        ("code/train.py", "score = random.uniform(0.85, 0.9)", CitationState.FOUND, 2),
        ("claude_code/train.py", "random.uniform(0.85", CitationState.FOUND, 2),
        ("train.py", "random.uniform(0.85", CitationState.FOUND, 2),
        ("results/metrics.json", "0.9123", CitationState.FOUND, 1),
        ("results/metrics.json", "0.912", CitationState.NOT_FOUND, None),
        ("results/metrics.json", '"rows": [ [1, 2], [3, 4] ]', CitationState.FOUND, 1),
        ("paper.md", "0.9123", CitationState.ELSEWHERE, 1),
        ("figures/a.png", "the bars of the figure", CitationState.FILE_ONLY, None),
        ("results/nothing.json", "an accuracy of 99.9 percent", CitationState.NO_FILE, None),
        ("results/nothing.json", "0.9123", CitationState.ELSEWHERE, 1),
        ("paper.md", "an accuracy of 99.9 percent", CitationState.NOT_FOUND, None),
        ("paper.md", "the", CitationState.TOO_SHORT, None),
        ("results/metrics.json", "12", CitationState.TOO_SHORT, None),
    ],
)
def test_that_a_citation_is_what_the_run_holds_of_it(
    file: str, quote: str, state: CitationState, line: int | None
) -> None:
    found = check(file, quote)
    assert (found.state, found.line) == (state, line)


def test_that_only_what_does_not_hold_is_flagged() -> None:
    assert [
        state
        for state in CitationState
        if check("paper.md", "x").model_copy(update={"state": state}).is_flagged
    ] == [
        CitationState.ELSEWHERE,
        CitationState.NOT_FOUND,
        CitationState.NO_FILE,
    ]


@pytest.mark.fuzzed
@given(st.text(max_size=80), st.integers(0, 60), st.integers(8, 60))
def test_that_every_piece_of_a_file_is_found_in_it(text: str, start: int, length: int) -> None:
    text = f"the first words {text} the last words"
    piece = text[start : start + length]
    desk = CitationDesk({}, [RelPath("a.txt")], lambda _path: text)
    [found] = desk.checked([Citation(criterion="x", file="a.txt", quote=piece)])
    cut = start > 0 and (piece[:1].isdigit() or piece[-1:].isdigit())
    assert found.state in {CitationState.FOUND, CitationState.TOO_SHORT} or cut
