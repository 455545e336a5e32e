"""A model's reply read strictly, into one of three states. What cannot be read is invalid, never a guess."""

import re
from dataclasses import dataclass

from mlrbench_gui.domain.opinions import OpinionState
from mlrbench_gui.domain.values import Verdict
from mlrbench_gui.services.models.json_reading import last_object
from mlrbench_gui.services.ports.models import ModelReply

RAW = 20_000
"""So much of a reply is read and kept."""

_SENTENCE = 600
_KEYS = frozenset({"mark", "verdict", "sentence"})
_DECLINED = "cannot_say"


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What a reply says: a verdict with its sentence, or what is wrong with it."""

    state: OpinionState
    verdict: Verdict | None
    words: str


def read_reply(reply: ModelReply, mark: str) -> ReadReply:
    """The last JSON object of the reply counts, whole and with its mark; nothing before it does."""
    if reply.refusal or reply.finish == "content_filter":
        return ReadReply(OpinionState.REFUSED, None, one_line(reply.refusal) or "The model gave no answer.")
    if not reply.text.strip():
        return _invalid(f"The reply is empty (it ended by {reply.finish or 'no stated reason'}).")
    found = last_object(reply.text[:RAW])
    if found is None:
        cut = " It was cut off." if reply.finish == "length" else ""
        return _invalid(f"The reply holds no JSON object.{cut}")
    return _read(found, mark)


def needs_more_room(reply: ModelReply, read: ReadReply) -> bool:
    """Whether the reply ended for want of tokens before it said anything: thinking aloud can use them all."""
    return read.state is OpinionState.INVALID and reply.finish == "length"


def _read(found: dict[str, object], mark: str) -> ReadReply:
    if found.keys() != _KEYS:
        return _invalid(f"The reply's keys are {', '.join(sorted(map(one_line, found))) or 'none'}.")
    if found["mark"] != mark:
        return _invalid("The reply does not carry the mark of its question.")
    verdict, sentence = found["verdict"], found["sentence"]
    if not isinstance(sentence, str) or not sentence.strip():
        return _invalid("The reply gives no reason.")
    if verdict == _DECLINED:
        return ReadReply(OpinionState.REFUSED, None, one_line(sentence))
    if not isinstance(verdict, str) or verdict not in tuple(Verdict):
        return _invalid(f"The reply's verdict {one_line(str(verdict))[:40]!r} is none.")
    return ReadReply(OpinionState.VALID, Verdict(verdict), one_line(sentence))


def _invalid(words: str) -> ReadReply:
    return ReadReply(OpinionState.INVALID, None, words)


def one_line(text: str) -> str:
    """One line that can be stored and shown."""
    flat = re.sub(r"\s+", " ", text.encode("utf-8", "replace").decode()).strip()
    return flat if len(flat) <= _SENTENCE else f"{flat[: _SENTENCE - 1]}…"
