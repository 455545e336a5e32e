"""Data that code which ran made by itself are known as such, and only where nothing is taken in."""

import ast

import pytest

from mlrbench_gui.audit.provenance.drawn_data import drawn_data
from mlrbench_gui.domain.values import RelPath

DRAWN = "items = np.random.randn(50, 5)\n"


def name_of(*codes: str) -> str | None:
    trees = {RelPath(f"code/part{i}.py"): ast.parse(code) for i, code in enumerate(codes)}
    found = drawn_data(trees, {})
    return None if found is None else found.name


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (DRAWN, "items"),
        ("rows = rng.normal(size=(100, 4))\n", "rows"),
        ("x, y = 1, 2\nrows = make_blobs(100)\n", "rows"),
        (
            "def create_synthetic_data(n):\n    return [n]\nrows = create_synthetic_data(9)\n",
            "create_synthetic_data",
        ),
    ],
)
def test_that_made_data_are_found(code: str, name: str) -> None:
    assert name_of(code) == name


@pytest.mark.parametrize(
    "code",
    [
        "noise = np.random.randn(50, 5)\n",
        "value = np.random.randn(5)\n",
        "shift = rng.normal(0, 1)\n",
        "class Net(nn.Module):\n    def f(self):\n        self.table = torch.randn(10, 4)\n",
        "def create_synthetic_data(n):\n    return [n]\n",
    ],
)
def test_that_noise_weights_and_what_is_never_called_are_no_data(code: str) -> None:
    assert name_of(code) is None


@pytest.mark.parametrize(
    "loading",
    [
        'rows = load_dataset("x")\n',
        "rows = torchvision.datasets.CIFAR10(root)\n",
        "rows = fetch_openml(1)\n",
        'rows = pd.read_csv("ratings.csv")\n',
        "answer = requests.get(url)\n",
    ],
)
def test_that_whoever_takes_data_in_makes_none_up(loading: str) -> None:
    assert name_of(DRAWN, loading) is None


def test_that_a_part_which_was_not_reached_takes_nothing_in() -> None:
    path = RelPath("code/run.py")
    tree = ast.parse('rows = load_dataset("x")\n' + DRAWN)
    load = tree.body[0]

    found = drawn_data(
        {path: tree},
        {path: frozenset((n.lineno, n.col_offset) for n in ast.walk(load) if isinstance(n, ast.expr))},
    )

    assert found is not None
