"""One open container for many commands: `services.ports.boxes.Box` over the Docker engine.

Files are read, written and told by commands of the box's own user, so that no link in it leads this program elsewhere.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from time import monotonic
from typing import Any

from mlrbench_gui.domain.errors import InputError, MissingPart
from mlrbench_gui.domain.values import RelPath, Sha256
from mlrbench_gui.domain.work import CancelToken, Emit, LiveText
from mlrbench_gui.infra.sandbox._copying import USER, is_plain, unpacked
from mlrbench_gui.infra.sandbox._keeper import Keeper
from mlrbench_gui.infra.sandbox._ownership import engine_errors, told
from mlrbench_gui.infra.sandbox._printed import Printed
from mlrbench_gui.infra.sandbox._streaming import Pieces
from mlrbench_gui.infra.sandbox._watching import SizeWatch
from mlrbench_gui.services.ports.boxes import BoxFiles, BoxOrder, BoxOutcome, BoxStorage, BoxTaken
from mlrbench_gui.services.ports.sandbox import Limits, SandboxEnd

_TICK = 0.1
_LOOK = 1.0
"""Seconds between looks whether a command whose output stays open has ended."""
_MB = 1024 * 1024
_OWN_SECONDS = 60.0
_READ = 1 * _MB
_PIECE = 30_000
"""Characters that one argument of a command holds; the system allows 128 KiB."""
_NAMES = 200
_LISTING = 4 * _MB
_MARK = re.compile(r"(?P<state>\d+ \d+ \S+ \S+ \S+)\|\./(?P<path>.+)")
_KILLED = 137


@dataclass(frozen=True, slots=True)
class _Known:
    """A file's hash, and the state of the file that it was taken in."""

    state: str
    sha256: Sha256


class DockerBox:
    """A box that is open. `removing` takes container and volume away."""

    def __init__(
        self, client: Any, container: Any, keeper: Keeper, order: BoxOrder, removing: Callable[[], None]
    ) -> None:
        self._client, self._container, self._keeper = client, container, keeper
        self._removing = removing
        self._limits: Limits = order.limits
        self._watched = order.storage is BoxStorage.DISK
        self._root = order.root
        self._left = order.limits.seconds
        self._known: dict[RelPath, _Known] = {}

    @property
    def root(self) -> str:
        return self._root

    def execute(
        self, words: Sequence[str], seconds: float, *, folder: str = "", cancel: CancelToken, emit: Emit
    ) -> BoxOutcome:
        """See the port. The box's own time limit counts, too."""
        cancel.check()
        if self._left <= 0:
            return BoxOutcome(SandboxEnd.TIMED_OUT, None, "")
        begun = monotonic()
        with self._answering():
            number, printed = self._start(words, folder)
            end = self._wait(number, printed, min(seconds, self._left), cancel, emit)
            self._keeper.end_all()
            printed.wait(_OWN_SECONDS)
            code = self._client.api.exec_inspect(number).get("ExitCode")
            self._left -= monotonic() - begun
            cancel.check()
            if news := printed.news():
                emit(LiveText(news, "sandbox"))
            if end is not None:
                return BoxOutcome(end, None, printed.text, printed.is_cut)
            end = SandboxEnd.OUT_OF_MEMORY if code == _KILLED else SandboxEnd.EXITED
            return BoxOutcome(end, code, printed.text, printed.is_cut)

    def read(self, path: str) -> bytes:
        code, data = self._own("head", "-c", str(_READ), "--", self._place(path), most=_READ)
        if code:
            raise InputError(f"{path}: {_last_words(data)}")
        return data

    def write(self, path: str, text: str) -> None:
        if "\0" in text:
            raise InputError(f"{path}: a text holds no NUL; make other files by a command")
        place = self._place(path)
        whole = text.encode("utf-8", "replace").decode()
        pieces = [whole[at : at + _PIECE] for at in range(0, len(whole), _PIECE)] or [""]
        for number, piece in enumerate(pieces):
            sign = ">>" if number else ">"
            script = f'mkdir -p -- "$(dirname -- "$1")" && printf %s "$2" | cat {sign} "$1"'
            code, data = self._own("sh", "-c", script, "sh", place, piece)
            if code:
                raise InputError(f"{path}: {_last_words(data)}")

    def files(self) -> BoxFiles:
        """See the port. Only files whose state changed since the last time are hashed again."""
        listing = "find . -xdev -type f -exec stat -c '%i %s %z|%n' {} +"
        _, data = self._own("sh", "-c", listing, most=_LISTING)
        found = {
            RelPath(hit["path"]): hit["state"]
            for line in data.decode("utf-8", "replace").split("\n")
            if (hit := _MARK.fullmatch(line)) and is_plain(hit["path"])
        }
        kept = dict(list(found.items())[: self._limits.output_files])
        changed = [p for p, state in kept.items() if p not in self._known or self._known[p].state != state]
        hashes = self._hashes(changed)
        self._known = {
            path: _Known(state, hashes.get(path) or self._known[path].sha256)
            for path, state in kept.items()
            if path in hashes or (path in self._known and path not in changed)
        }
        whole = len(kept) == len(found) == len(self._known)
        return BoxFiles({path: known.sha256 for path, known in sorted(self._known.items())}, whole)

    def take(self) -> BoxTaken:
        with self._answering():
            chunks, _ = self._container.get_archive(self._root)
            files, refused = unpacked(chunks, self._limits)
            deque(chunks, maxlen=0)  # read to its end, so that the connection is given back
        return BoxTaken(files, refused)

    def close(self) -> None:
        self._keeper.close()
        self._removing()

    def _start(self, words: Sequence[str], folder: str, most: int | None = None) -> tuple[str, Printed]:
        api = self._client.api
        place = str(PurePosixPath(self._root, folder))
        made = api.exec_create(self._container.id, list(words), workdir=place, user=f"{USER}:{USER}")
        stream = Pieces(api, str(made["Id"]))
        return str(made["Id"]), Printed(stream) if most is None else Printed(stream, most)

    def _wait(
        self, number: str, printed: Printed, seconds: float, cancel: CancelToken, emit: Emit
    ) -> SandboxEnd | None:
        """Until the command ended (None), or one of its bounds is passed."""
        last, look = monotonic() + seconds, monotonic() + _LOOK
        watch = SizeWatch(self._limits.output_mb, self._size) if self._watched else None
        while not printed.wait(_TICK):
            if news := printed.news():
                emit(LiveText(news, "sandbox"))
            if cancel.cancelled:
                return SandboxEnd.TIMED_OUT
            if monotonic() > last:
                return SandboxEnd.TIMED_OUT
            if printed.total > self._limits.printed_mb * _MB:
                return SandboxEnd.PRINTED_TOO_MUCH
            if watch is not None and watch.is_over():
                return SandboxEnd.WROTE_TOO_MUCH
            if monotonic() > look:
                if not self._client.api.exec_inspect(number).get("Running"):
                    return None  # what it left in the background keeps its output open
                look = monotonic() + _LOOK
        return None

    def _own(self, *words: str, most: int = 64 * 1024) -> tuple[int, bytes]:
        """Exit code and output of a small command of this program's own."""
        with self._answering():
            number, printed = self._start(words, "", most)
            if not printed.wait(_OWN_SECONDS):
                self._keeper.end_all()
                raise MissingPart(f"sandbox: `{words[0]}` does not end in it; start the stage again")
            code = self._client.api.exec_inspect(number).get("ExitCode")
            return (code if isinstance(code, int) else 1), printed.data

    def _hashes(self, paths: Sequence[RelPath]) -> dict[RelPath, Sha256]:
        found: dict[RelPath, Sha256] = {}
        for at in range(0, len(paths), _NAMES):
            named = [f"./{path}" for path in paths[at : at + _NAMES]]
            _, data = self._own("sha256sum", "--", *named, most=_MB)
            for line in data.decode("utf-8", "replace").split("\n"):
                digest, _, name = line.partition("  ./")
                if len(digest) == 64 and name:
                    found[RelPath(name)] = Sha256(digest)
        return found

    def _size(self) -> int | None:
        try:
            code, data = self._own("du", "-sk", ".")
        except MissingPart:
            return None
        word = data.split()[0] if data.split() else b""
        return int(word) if code == 0 and word.isdigit() else None

    def _place(self, path: str) -> str:
        """The absolute place of a path that stays below the root. Raises InputError."""
        parts = list[str]()
        for part in PurePosixPath(self._root, path).parts:
            if part == ".." and parts:
                parts.pop()
            elif part != "..":
                parts.append(part)
        place = str(PurePosixPath(*parts))
        if "\0" in path or not place.startswith(f"{self._root}/"):
            raise InputError(f"{path}: lies outside of {self._root}")
        return place

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """What the engine refuses, or that it is gone, as one sentence."""
        try:
            yield
        except engine_errors() as error:
            raise MissingPart(
                f"sandbox: the container engine does not go on ({told(error)}); "
                "see that Docker runs, and start the stage again"
            ) from error


def _last_words(data: bytes) -> str:
    """The message of a tool without the tool's own name before it."""
    lines = [line for line in data.decode("utf-8", "replace").split("\n") if line.strip()]
    return lines[-1].rpartition(": ")[2].strip() if lines else "cannot be used"
