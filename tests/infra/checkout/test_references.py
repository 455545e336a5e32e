"""Figure references of papers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.checkout.references import References, count_references, resolve

PAPER = RelPath("results/paper.md")
FILES = frozenset(map(RelPath, ("results/a.png", "results/sub/b c.png", "code/d.png")))


@pytest.mark.parametrize(
    ("text", "total", "missing"),
    [
        ("![A](a.png) and ![B](./a.png)", 2, ()),
        ("![A](sub/b%20c.png) ![A](<sub/b c.png>)", 2, ()),
        ('![up](../code/d.png "title")', 1, ()),
        ("![](../../etc/passwd)", 1, ("../../etc/passwd",)),
        ("![](https://example.org/a.png) ![](/etc/a.png)", 2, ("https://example.org/a.png", "/etc/a.png")),
        ("![gone](gone.png)", 1, ("gone.png",)),
        ("```\n![in code](a.png)\n```\n", 0, ()),
        ("[a link](a.png)", 0, ()),
    ],
)
def test_that_references_are_counted_and_resolved_from_the_paper(
    text: str, total: int, missing: tuple[str, ...]
) -> None:
    assert count_references(PAPER, text, FILES) == References(total, missing)


@pytest.mark.fuzzed
@given(st.text(st.sampled_from("![](a./%2<>` \n~\"'") | st.characters(), max_size=80))
def test_that_any_text_is_counted_and_nothing_outside_is_meant(text: str) -> None:
    found = count_references(PAPER, text, FILES)
    assert 0 <= len(found.missing) <= found.total
    path = resolve(PAPER, text)
    assert path is None or not path.startswith(("..", "/"))
