"""What plotting code drew is recovered from its text and the run's files, and only where it can be followed."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlrbench_gui.audit.evidence_files import EvidenceFiles
from mlrbench_gui.audit.plots.figures import DrawnFigure, Series
from mlrbench_gui.audit.plots.recovering import recover_figures
from mlrbench_gui.audit.provenance.runs import find_runs
from mlrbench_gui.audit.transcript.reading import transcript_of
from mlrbench_gui.audit.transcript.replay import History, replay
from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.values import RelPath

PICTURE = RelPath("results/bars.png")
PNG = b"\x89PNG\r\n\x1a\n"
HEAD = (
    "import json, os\nimport numpy as np\nimport pandas as pd\nimport seaborn as sns\n"
    "import matplotlib.pyplot as plt\n"
)
SAVE = "plt.savefig('results/bars.png')\n"
RESULTS = {"red": {"accuracy": 0.5, "loss": [0.9, 0.4]}, "blue": {"accuracy": 0.75, "loss": [0.8, 0.3]}}

MakeRun = Callable[[Mapping[str, str | bytes]], RunFiles]


def figures_of(made_run: MakeRun, files: Mapping[str, str | bytes]) -> dict[RelPath, DrawnFigure]:
    seen = EvidenceFiles(made_run({"results/bars.png": PNG} | dict(files)))
    transcript = transcript_of(seen)
    history = replay(transcript, frozenset(seen.paths)) if transcript is not None else History({})
    return recover_figures(seen, find_runs(seen, transcript), transcript, history)


def drawn(made_run: MakeRun, body: str, **files: str) -> tuple[Series, ...]:
    """The series of the one picture that the script draws."""
    known = {"results/data.json": json.dumps(RESULTS)} | {f"results/{k}.csv": v for k, v in files.items()}
    figures = figures_of(made_run, {"plot.py": HEAD + body} | known)
    return figures[PICTURE].series if PICTURE in figures else ()


def told(series: Series) -> dict[str, float]:
    return {point.tick: round(point.value, 4) for point in series.points}


def ran(command: str) -> str:
    use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": command}}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "", "is_error": False}
    return json.dumps([{"role": "assistant", "content": [use]}, {"role": "user", "content": [done]}])


def test_that_bars_of_literals_have_their_label_ticks_and_axis(made_run: MakeRun) -> None:
    body = (
        "x = np.arange(2)\nplt.bar(x - 0.2, [0.92, 0.68], 0.4, label='Recall')\n"
        "plt.bar(x + 0.2, [0.85, 0.60], 0.4, label='MRR')\nplt.xticks(x, ['red', 'blue'])\n"
        "plt.ylabel('Score')\nplt.title('Retrieval')\n"
    )
    recall, mrr = drawn(made_run, body + SAVE)

    assert (recall.label, recall.axis, recall.title, told(recall)) == (
        "Recall",
        "Score",
        "Retrieval",
        {"red": 0.92, "blue": 0.68},
    )
    assert told(mrr) == {"red": 0.85, "blue": 0.6}
    assert recall.is_literal


def test_that_numbers_read_from_json_have_their_pointer(made_run: MakeRun) -> None:
    body = (
        "def values(data, key):\n    return [data[m][key] for m in data]\n"
        "with open(os.path.join('results', 'data.json')) as f:\n    data = json.load(f)\n"
        "fig, ax = plt.subplots()\nax.bar(list(data.keys()), values(data, 'accuracy'))\n"
        "fig.savefig('results/bars.png')\n"
    )
    (series,) = drawn(made_run, body)

    assert told(series) == {"red": 0.5, "blue": 0.75}
    origins = [point.origin for point in series.points]
    assert [o.place.pointer for o in origins if o is not None] == ["/red/accuracy", "/blue/accuracy"]


@pytest.mark.parametrize("first", ["dump", "draw"])
def test_that_what_was_written_to_a_file_is_what_was_drawn(made_run: MakeRun, first: str) -> None:
    dump = "json.dump(results, open('results/data.json', 'w'))\n"
    draw = "plt.bar(list(results), [results[m]['accuracy'] for m in results])\n" + SAVE
    body = (
        "from models import train\nresults = {}\nfor m in ['red', 'blue']:\n"
        "    results[m] = {'accuracy': float(train(m)), 'loss': []}\n"
    )
    (series,) = drawn(made_run, body + (dump + draw if first == "dump" else draw + dump))

    assert told(series) == {"red": 0.5, "blue": 0.75}


def test_that_classes_and_panels_are_followed(made_run: MakeRun) -> None:
    body = (
        "class Drawer:\n    def __init__(self, folder):\n        self.folder = folder\n"
        "    def draw(self, data, name='bars.png'):\n        fig, axes = plt.subplots(1, 2)\n"
        "        for ax, (key, item) in zip(axes, data.items()):\n"
        "            ax.plot(range(1, 3), item['loss'], label=f'{key} loss')\n            ax.set_title(key.upper())\n"
        "        plt.savefig(os.path.join(self.folder, name))\n"
        "if __name__ == '__main__':\n    Drawer('results').draw(json.load(open('results/data.json')))\n"
    )
    red, blue = drawn(made_run, body)

    assert (red.kind, red.label, red.title, told(red)) == ("line", "red loss", "RED", {"1": 0.9, "2": 0.4})
    assert blue.title == "BLUE"


def test_that_grouped_plots_draw_means(made_run: MakeRun) -> None:
    table = "method,seed,score\nred,1,0.2\nred,2,0.4\nblue,1,0.8\n"
    body = "df = pd.read_csv('results/table.csv')\nsns.barplot(x='method', y='score', data=df)\n"
    (series,) = drawn(made_run, body + SAVE, table=table)

    assert (series.axis, told(series)) == ("score", {"red": 0.3, "blue": 0.8})
    origin = series.points[1].origin
    assert origin is not None
    assert origin.place.words() == "row 4, column 3"


def test_that_a_table_draws_a_series_a_column(made_run: MakeRun) -> None:
    body = (
        "df = pd.DataFrame([{'m': 'red', 'acc': 1, 'f1': 2}, {'m': 'blue', 'acc': 3, 'f1': 4}])\n"
        "df.set_index('m').plot.bar(rot=0)\n"
    )
    acc, f1 = drawn(made_run, body + SAVE)

    assert (acc.label, told(acc), told(f1)) == ("acc", {"red": 1, "blue": 3}, {"red": 2, "blue": 4})


def test_that_formulas_of_constants_are_worked_out(made_run: MakeRun) -> None:
    body = "a = np.linspace(0, 1, 3)\nplt.plot(a, 0.7 + 0.1 * np.sin(np.pi * a))\n".replace(
        "np.pi", "3.14159265"
    )
    (series,) = drawn(made_run, body + SAVE)

    assert told(series) == {"0": 0.7, "0.5": 0.8, "1": 0.7}
    assert all(point.is_derived for point in series.points)


@pytest.mark.parametrize("value", ["np.random.rand(2)", "[train('red'), 0.5]", "open_it()['a']"])
def test_that_what_cannot_be_followed_is_left_out(made_run: MakeRun, value: str) -> None:
    assert drawn(made_run, f"plt.bar(['red', 'blue'], {value})\n" + SAVE) == ()


def test_that_a_condition_that_is_not_known_makes_a_drawing_uncertain(made_run: MakeRun) -> None:
    (series,) = drawn(made_run, "from a import b\nif b():\n    plt.bar(['red'], [0.5])\n" + SAVE)

    assert not series.is_certain


def test_that_a_list_changed_an_unknown_number_of_times_is_not_known(made_run: MakeRun) -> None:
    body = "from a import batches\nlosses = [1.0]\nfor b in batches():\n    losses.append(0.5)\nplt.plot(losses)\n"

    assert drawn(made_run, body + SAVE) == ()


def test_that_options_of_the_recorded_command_count(made_run: MakeRun) -> None:
    script = HEAD + (
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--inputs', nargs='+')\n"
        "p.add_argument('--scale', type=float, default=1.0)\nargs = p.parse_args()\n"
        "for path in args.inputs:\n    data = json.load(open(path))\n"
        "plt.bar(list(data), [data[m]['accuracy'] * args.scale for m in data])\n"
    )
    files = {
        "plot.py": script + SAVE,
        "results/data.json": json.dumps(RESULTS),
        "claude_output.json": ran("python plot.py --inputs results/data.json --scale 100"),
    }
    (series,) = figures_of(made_run, files)[PICTURE].series

    assert told(series) == {"red": 50, "blue": 75}


def test_that_modules_of_the_run_are_followed(made_run: MakeRun) -> None:
    files = {
        "code/main.py": "from lib.drawing import draw\nfrom config import *\ndraw(VALUES)\n",
        "code/config.py": "VALUES = {'red': 0.5}\n",
        "code/lib/drawing.py": HEAD + "def draw(v):\n    plt.bar(v.keys(), v.values())\n    " + SAVE,
        "claude_output.json": ran("python code/main.py"),
    }
    figure = figures_of(made_run, files)[PICTURE]

    assert (figure.script, told(figure.series[0])) == ("code/lib/drawing.py", {"red": 0.5})


def test_that_code_without_end_is_left(made_run: MakeRun) -> None:
    body = (
        "n = 0\nfor i in range(3000):\n    for j in range(3000):\n        n += i * j\nplt.bar(['a'], [n])\n"
    )

    assert drawn(made_run, body + SAVE) == ()


def test_that_copies_of_a_picture_have_its_drawing(made_run: MakeRun) -> None:
    script = HEAD + "plt.bar(['red'], [0.5])\n" + SAVE
    figures = figures_of(made_run, {"plot.py": script, "results/figures/copy.png": PNG})

    assert set(figures) == {PICTURE, RelPath("results/figures/copy.png")}


_LINES = st.sampled_from(
    [
        "x = [1, 2, 3]",
        "d = {'a': 1, **x}",
        "for i in x: x.append(i)",
        "while True: pass",
        "x = x[0][1:2]['a']",
        "def f(*a, **k): return f(*a, **k)",
        "f(1)",
        "class C(C): y = 1",
        "C().y.z()",
        "a, *b = x",
        "x = {k: v for k, v in d.items() if k}",
        "try:\n    raise ValueError\nexcept Exception:\n    x = 1 / 0",
        "df = pd.DataFrame(x).groupby('a').mean().T.loc['a', 'b']",
        "fig, ax = plt.subplots(2, 2)",
        "ax[0, 1].bar(x, d)",
        "ax.bar(x, x)",
        "plt.plot(np.array(x) ** 99)",
        "x = -x % 'a'",
        "import plot",
        "from . import plot",
        "del x",
        "lambda: x",
        "sns.heatmap(df)",
        "x = f'{x:.2f}{d!r:>{x}}'",
        "return",
        "plt.savefig('results/bars.png')",
    ]
)


@pytest.mark.fuzzed
@given(st.lists(_LINES, max_size=14))
def test_that_no_program_breaks_the_following(made_run: MakeRun, lines: list[str]) -> None:
    figures_of(made_run, {"plot.py": HEAD + "\n".join(lines) + "\n" + SAVE})
