"""Which files code opens for reading, as far as its own text tells."""

import ast

import pytest

from mlrbench_gui.audit.provenance.scripts import read_script
from mlrbench_gui.domain.values import RelPath


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ('json.load(open("results/a.json"))', {"a.json"}),
        ('with open(os.path.join(out, "a.json"), "r") as f:\n    x = f.read()', {"a.json"}),
        ('p = Path("out") / "a.csv"\npd.read_csv(p)', {"a.csv"}),
        ('Path("a.json").read_text()', {"a.json"}),
        ('np.load(file="x")\nnp.load("m.npy")', {"m.npy"}),
        ('rows = pd.read_excel("a.xlsx")', {"a.xlsx"}),
        ('json.dump(x, open("a.json", "w"))', set()),
        ('open("a.json", mode="a")', set()),
        ('json.dump(x, open("a.json", "w"))\ny = json.load(open("a.json"))', set()),
        ('print("a.json")', set()),
        ("open(path)", set()),
    ],
)
def test_that_files_opened_for_reading_are_found(code: str, read: set[str]) -> None:
    assert read_script(RelPath("a.py"), code, ast.parse(code), direct=True).reads_files == read
