"""Reads charts in a child process that ends with the request, so that its memory (nearly a gigabyte) goes with it."""

import multiprocessing
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlrbench_gui.domain.errors import MissingPart
from mlrbench_gui.domain.pictures import PictureReading
from mlrbench_gui.infra.figures.child import serve
from mlrbench_gui.infra.figures.recognising import MISSING, is_installed

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


class ChildFigureReader:
    """Implements `FigureReader`. `seconds` bounds each picture; the first one also waits for the models."""

    def __init__(self, *, seconds: float = 120.0) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None

    def missing(self) -> str | None:
        """One line on what is to be installed first, None if pictures can be read."""
        return None if is_installed() else MISSING

    def read(self, pictures: Sequence[bytes]) -> tuple[PictureReading, ...]:
        """A reading a picture, in order; those that the child did not come to are refused. Raises MissingPart."""
        if not is_installed():
            raise MissingPart(MISSING)
        with self._lock:
            return self._asked(pictures) if pictures else ()

    def close(self) -> None:
        """End a reading that is under way. Can be called twice."""
        process = self._process
        if process is not None and process.is_alive():
            process.kill()

    def _asked(self, pictures: Sequence[bytes]) -> tuple[PictureReading, ...]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=serve, args=(theirs, tuple(pictures)), name="figures", daemon=True)
        process.start()
        self._process = process
        theirs.close()
        readings: list[PictureReading] = []
        try:
            while len(readings) < len(pictures) and ours.poll(self._seconds):
                kind, answer = ours.recv()
                if kind == "missing":
                    raise MissingPart(f"{MISSING} ({answer})" if answer != MISSING else MISSING)
                readings.append(answer)
        except (EOFError, OSError):
            pass  # the child died; what it did not come to is told below
        finally:
            ours.close()
            self._ended(process)
        left = len(pictures) - len(readings)
        return (*readings, *([PictureReading(refused="the process that reads pictures ended")] * left))

    def _ended(self, process: "BaseProcess") -> None:
        process.join(1.0)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
        self._process = None
