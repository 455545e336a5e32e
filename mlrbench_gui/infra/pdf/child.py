"""The press's child process: it alone loads PyMuPDF and Typst, takes requests over a pipe, and dies with its parent.

A request is (name, arguments, seconds); an answer is ("done", value), ("refused", message), ("failed", message), or
("missing", message) where a library cannot be loaded.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait

from mlrbench_gui.domain.errors import InputError

MEMORY_LIMIT = 6 * 1024**3


def serve(pipe: Connection) -> None:
    """Answer requests until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    _bound_memory()
    loaded = _loaded()
    while True:
        try:
            name, arguments, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        _alarm(int(seconds) + 5)
        answer = ("missing", loaded) if isinstance(loaded, str) else _answer(loaded[name], arguments)
        _alarm(0)
        try:
            pipe.send(answer)
        except (BrokenPipeError, OSError):
            return


def _loaded() -> "dict[str, Callable[..., object]] | str":
    """What can be asked, or why nothing can."""
    try:
        return _calls()
    except Exception as error:  # noqa: BLE001 -- the parent tells it; else it would blame the paper
        return f"{type(error).__name__}: {error}"[:500]


def _answer(call: Callable[..., object], arguments: tuple[object, ...]) -> tuple[str, object]:
    try:
        return ("done", call(*arguments))
    except InputError as error:
        return ("refused", str(error))
    except ImportError as error:
        return ("missing", f"{type(error).__name__}: {error}"[:500])
    except MemoryError:
        return ("refused", "the paper needs more memory than a paper may take")
    except Exception as error:  # noqa: BLE001 -- the parent tells it; a child that dies tells nothing
        return ("failed", f"{type(error).__name__}: {error}"[:500])


def _calls() -> dict[str, Callable[..., object]]:
    import pymupdf

    from mlrbench_gui.infra.pdf.annotating import annotated
    from mlrbench_gui.infra.pdf.building import build_paper
    from mlrbench_gui.infra.pdf.pdfpapers import pdf_text
    from mlrbench_gui.infra.pdf.rendering import OpenDocuments, render_page

    pymupdf.TOOLS.mupdf_display_errors(on=False)
    pymupdf.TOOLS.mupdf_display_warnings(on=False)
    documents = OpenDocuments()

    def page(data: bytes, number: int, scale: float) -> object:
        return render_page(documents, data, number, scale)

    return {"build": build_paper, "pdf_text": pdf_text, "page": page, "annotate": annotated}


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _alarm(seconds: int) -> None:
    """The kernel ends a request that hangs even inside a library that holds the interpreter."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _bound_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
