"""The press's child: answers, fails with words, comes back after a crash, and is never left behind."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.pdf.press import ChildPress
from mlrbench_gui.services.ports.papers import PaperSource

SOURCE = PaperSource(RelPath("results/paper.md"), "# A title\n\nSome words and $x^2$.\n", {})


def test_that_a_paper_is_built_rendered_and_read_by_the_child(press: ChildPress) -> None:
    paper = press.build(SOURCE)
    image = press.page(paper.pdf, 1, 1.0)
    assert (image.width, image.height) == (596, 842)
    assert len(image.rgb) == image.stride * image.height
    assert "A title" in press.pdf_text(paper.pdf)
    start = SOURCE.text.index("words") if SOURCE.text else 0
    assert paper.places.rects(start, start + 5)


def test_that_a_page_that_is_not_there_is_refused_by_number(press: ChildPress) -> None:
    paper = press.build(SOURCE)
    with pytest.raises(InputError, match="page 9"):
        press.page(paper.pdf, 9, 1.0)


def test_that_a_broken_pdf_is_refused(press: ChildPress) -> None:
    with pytest.raises(InputError, match=r"not a readable PDF|no pages"):
        press.build(PaperSource(RelPath("x.pdf"), None, {}, pdf=b"%PDF-1.7 nothing"))


def test_that_a_killed_child_is_an_error_and_the_next_request_works(press: ChildPress) -> None:
    press.build(SOURCE)
    process = press._process
    assert process is not None
    assert process.pid is not None
    threading.Timer(0.0, os.kill, (process.pid, signal.SIGKILL)).start()
    process.join()
    assert press.build(SOURCE).text == SOURCE.text


def test_that_a_request_that_takes_too_long_is_ended_and_told() -> None:
    press = ChildPress(seconds=0.001)
    try:
        with pytest.raises(InputError, match="took longer"):
            press.build(SOURCE)
        assert press._process is None
    finally:
        press.close()


def test_that_threads_may_share_the_press(press: ChildPress) -> None:
    results: list[str] = []
    threads = [threading.Thread(target=lambda: results.append(press.build(SOURCE).text)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [SOURCE.text] * 4


def test_that_a_closed_press_refuses_and_leaves_no_child() -> None:
    press = ChildPress()
    press.build(SOURCE)
    process = press._process
    assert process is not None
    pid = process.pid
    press.close()
    press.close()
    with pytest.raises(InputError, match="closed"):
        press.build(SOURCE)
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


PARENT = """
import os, sys
from mlrbench_gui.domain.values import RelPath
from mlrbench_gui.infra.pdf.press import ChildPress
from mlrbench_gui.services.ports.papers import PaperSource

if __name__ == "__main__":
    press = ChildPress()
    press.build(PaperSource(RelPath("p.md"), "words", {}))
    print(press._process.pid, flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
def test_that_the_child_ends_when_its_parent_is_killed(tmp_path: "os.PathLike[str]") -> None:
    script = os.path.join(tmp_path, "parent.py")  # noqa: PTH118
    with open(script, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(PARENT)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    pid = int(done.stdout)
    waiting = threading.Event()
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if _is_zombie(pid):
            return
        waiting.wait(0.1)
    pytest.fail("the child is still there")


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True
