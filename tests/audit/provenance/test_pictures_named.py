"""Pictures whose file ending is added by the function that saves them, as far as the code's own text tells."""

import ast

import pytest

from mlrbench_gui.audit.provenance.scripts import read_script
from mlrbench_gui.domain.values import RelPath

SAVING = """
def save(fig, name, folder, kind):
    fig.savefig(folder / f"{name}.{kind}")

"""


@pytest.mark.parametrize(
    ("code", "picture", "is_named"),
    [
        (SAVING + 'save(fig, "loss_curves", out, "png")', "loss_curves.png", True),
        (SAVING + 'save(fig, name=f"loss_{method}_late", folder=out)', "loss_ours_late.png", True),
        (SAVING.replace("{kind}", "pdf") + 'save(fig, "loss_curves", out)', "loss_curves.pdf", True),
        (SAVING.replace("{kind}", "pdf") + 'save(fig, "loss_curves", out)', "loss_curves.png", False),
        (SAVING + 'save(fig, "loss_curves", out, "png")', "loss_curves.json", False),
        (SAVING + 'save(fig, "loss_curves", out, "png")', "accuracy_curves.png", False),
        (SAVING + 'save(fig, f"{a}_{b}", out, "png")', "accuracy_curves.png", False),
        ('plot(fig, "loss_curves")', "loss_curves.png", False),
    ],
)
def test_that_a_picture_is_named_by_the_name_handed_to_what_saves_it(
    code: str, picture: str, *, is_named: bool
) -> None:
    reading = read_script(RelPath("a.py"), code, ast.parse(code), direct=True)
    assert reading.names(picture) is is_named
