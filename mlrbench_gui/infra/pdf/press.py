"""The press: makes, reads, renders and annotates papers in a child process, one request at a time.

PyMuPDF is not thread-safe and holds the interpreter for seconds, so it never runs in this process. A child that
crashes or takes too long is ended and the next request starts a new one.
"""

import multiprocessing
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.infra.pdf import child
from mlrbench_gui.infra.pdf.fonts import fonts_version
from mlrbench_gui.services.ports.papers import BuiltPaper, Highlight, PageImage, PaperSource

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

LAYOUT_VERSION = "2"
"""Raised whenever the same source gives another PDF or another place map."""

_REQUESTS_A_CHILD = 400


class ChildPress:
    """Implements `PaperPress`. The child starts with the first request; `seconds` bounds each request."""

    def __init__(self, *, seconds: float = 120.0) -> None:
        from importlib.metadata import version

        libraries = "/".join(version(name) for name in ("typst", "pymupdf", "tex2typst"))
        self.version = f"{LAYOUT_VERSION}|{libraries}|{fonts_version()}"
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._served = 0
        self._closed = False

    def build(self, source: PaperSource) -> BuiltPaper:
        """Raises InputError if no PDF can be made of it."""
        paper = self._ask("build", source)
        assert isinstance(paper, BuiltPaper)
        return paper

    def pdf_text(self, pdf: bytes) -> str:
        """Pages' text joined by U+000C, as spans of PDF papers count."""
        text = self._ask("pdf_text", pdf)
        assert isinstance(text, str)
        return text

    def page(self, pdf: bytes, page: int, scale: float) -> PageImage:
        """Render a page (1-based); scale 1.0 is 72 dpi."""
        image = self._ask("page", pdf, page, scale)
        assert isinstance(image, PageImage)
        return image

    def annotate(self, paper: BuiltPaper, highlights: Sequence[Highlight], front_page_markdown: str) -> bytes:
        """The paper with one highlight annotation for each highlight, and a front page before it."""
        data = self._ask("annotate", paper, tuple(highlights), front_page_markdown)
        assert isinstance(data, bytes)
        return data

    def close(self) -> None:
        """End the child; a request that is running fails. Can be called twice."""
        self._closed = True
        process = self._process
        if process is not None and process.is_alive():
            process.terminate()
        with self._lock:
            self._end()

    def _ask(self, name: str, *arguments: object) -> object:
        with self._lock:
            if self._closed:
                raise InputError("the press for papers is closed")
            pipe = self._ready()
            try:
                pipe.send((name, arguments, self._seconds))
                if not pipe.poll(self._seconds):
                    self._end()
                    raise InputError(
                        f"making the paper ({name}) took longer than {self._seconds:g} s and was stopped"
                    )
                kind, value = pipe.recv()
            except (EOFError, OSError):
                ending = self._end()
                raise InputError(
                    f"the process that makes papers ended ({name}, {ending}); the paper may be damaged or too large"
                ) from None
            self._served += 1
        if kind == "done":
            return value
        if kind == "missing":
            raise MissingPart(f"a part that papers need cannot be loaded ({value}); run make install again")
        raise InputError(
            str(value) if kind == "refused" else f"the paper could not be made ({name}): {value}"
        )

    def _ready(self) -> Connection:
        """The pipe to a living child, a new one where needed: memory that libraries keep goes with the old."""
        if self._process is not None and (not self._process.is_alive() or self._served >= _REQUESTS_A_CHILD):
            self._end()
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=child.serve, args=(theirs,), name="press", daemon=True)
            process.start()
            theirs.close()
            self._process, self._pipe = process, ours
            self._served = 0
        return self._pipe

    def _end(self) -> str:
        """End the child, if it lives; tells how it ended."""
        ending = "not started"
        if self._pipe is not None:
            self._pipe.close()
        process = self._process
        if process is not None:
            process.join(0.5)
            if process.is_alive():
                process.terminate()
                process.join(1.0)
            if process.is_alive():
                process.kill()
                process.join()
            code = process.exitcode or 0
            ending = f"signal {-code}" if code < 0 else f"exit code {code}"
            process.close()
        self._pipe = self._process = None
        return ending
