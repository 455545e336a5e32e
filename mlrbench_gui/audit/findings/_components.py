"""Parts that a paper says it used and that no code which ran holds: models, data sets, baselines, procedures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mlrbench_gui.audit.findings._code_words import CodeWords, code_words
from mlrbench_gui.audit.findings._procedures import NO_NAMES, NO_PARTS, PROCEDURES
from mlrbench_gui.audit.findings.draft import Draft, RunFacts
from mlrbench_gui.audit.ledger.values import Place
from mlrbench_gui.audit.text.paper import Block, BlockKind, PaperText, SectionKind
from mlrbench_gui.audit.text.sentences import sentence_spans
from mlrbench_gui.domain.values import FindingKind, Severity

_ENOUGH = 2
_MANY = 4
_SHOWN = 8
_STEM = 5
_TELLING = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM})
_DONE_IN = frozenset({SectionKind.METHOD, SectionKind.SETUP})
_TESTED_IN = _DONE_IN | {SectionKind.RESULTS}
_NAME = re.compile(
    r"(?<![\w/.@-])(?:[A-Z][a-z]+[A-Z][\w]*|[A-Z]{2,}[a-z]?[\w]*|[A-Z]\w*[A-Z]\w*|[A-Z][A-Za-z]+-?\d[\w.]*\w|[a-z]{1,3}[A-Z]{2,}\w*)"
    r"(?:-[A-Z0-9][\w.]*)?(?![\w/(])"
)
_USED = re.compile(
    r"\b(?:us(?:e[sd]?|ing)|employ\w*|adopt\w*|train(?:ed|s)?|fine-?tun\w*|pre-?train\w*|compar\w*|evaluat\w*|"
    r"baselines?|datasets?|benchmarks?|corpus|corpora|implement\w*|built (?:on|with)|based on|initiali[sz]\w*|"
    r"backbones?|encoders?|sourced|curat\w*|collect\w*|appl(?:y|ied)|conduct\w*|perform\w*|run|optimi[sz]\w*|"
    r"minimi[sz]\w*|comput\w*|consists? of|compris\w*)\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:inspired|similar to|analogous|akin|unlike|in contrast|instead of|rather than|without|not|cannot|future|"
    r"could|would|might|may|can be|plan\w*|propose to|potential\w*|extend\w*|alternativ\w*|related|prior|previous\w*|"
    r"existing|simplif\w*|simulat\w*|omit\w*|limit\w*|approximat\w*|proxy|proxies|optional\w*)\b",
    re.IGNORECASE,
)
_AS_EXAMPLE = re.compile(
    r"(?:\be\.g\.|\bsuch as\b|\bfor (?:example|instance)\b|\blike\b)[^.;)]*$", re.IGNORECASE
)
_OF_FIELDS = re.compile(r"\b(?:fields?|attributes?|columns?|properties|schema|keys)\W*:\W*\Z", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|no|without|omit\w*|instead|future|lack\w*|simplif\w*|simulat\w*|limit\w*|placeholder|proxy|synthetic)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part that the paper says was used: its name, and where the paper first says so."""

    name: str
    at: int


def component_findings(facts: RunFacts) -> Iterator[Draft]:
    """One finding a paper: the parts that it tells as used and that no code which ran holds."""
    words = code_words(facts)
    if words is None:
        return
    for paper, text in facts.papers.items():
        absent = _absent(text, words)
        if len(absent) < _ENOUGH:
            continue
        places = [f"{part.name} (line {_line(text, part.at)})" for part in absent]
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        code = "code that ran" if facts.tells_runs else "code of the run"
        message = (
            f"{len(absent)} parts that the paper says were used appear in no {code}: "
            f"{', '.join(places[:_SHOWN])}{more}."
        )
        severity = Severity.HIGH if len(absent) >= _MANY else Severity.MEDIUM
        place = Place("line", "", _line(text, absent[0].at))
        yield Draft(FindingKind.METHOD_MISMATCH, severity, paper, place, message, paper, by_absence=True)


def _line(text: PaperText, offset: int) -> int:
    return text.text.count("\n", 0, offset) + 1


def _absent(text: PaperText, words: CodeWords) -> list[_Part]:
    told = [(text.text[a:b], a, block) for block in _telling_blocks(text) for a, b in _spans(text, block)]
    denied = " ".join(sentence for sentence, _, _ in told if _DENIED.search(sentence))
    found: dict[str, _Part] = {}
    for sentence, at, block in told:
        if _NOT_SO.search(sentence):
            continue
        for part in (*_procedures(sentence, at, block, words), *_names(text, sentence, at, block, words)):
            if part.name not in denied:
                found.setdefault(part.name.lower(), part)
    for part in _headed(text, words):
        if part.name not in denied:
            found.setdefault(part.name.lower(), part)
    return sorted(found.values(), key=lambda part: part.at)


def _telling_blocks(text: PaperText) -> Iterator[Block]:
    """Paragraphs and items, but not those of a list of fields: they name what data have, not what was used."""
    lists_fields = False
    for block in text.blocks:
        if block.kind is not BlockKind.ITEM:
            lists_fields = _OF_FIELDS.search(text.text[block.start : block.end]) is not None
        if block.kind in _TELLING and not (lists_fields and block.kind is BlockKind.ITEM):
            yield block


def _headed(text: PaperText, words: CodeWords) -> Iterator[_Part]:
    """Parts of the method with a heading of their own of two or more telling words, none of which code holds."""
    for block in text.blocks:
        if block.kind is not BlockKind.HEADING or block.section.kind is not SectionKind.METHOD:
            continue
        title = re.sub(
            r"\([^)]*\)|\$[^$]*\$|\b(?:stage|step|phase|part|module) \d+:?",
            " ",
            text.text[block.start : block.end],
        )
        telling = [w for w in re.findall(r"[a-z]{4,}", title.lower()) if w not in NO_PARTS]
        if len(telling) >= 2 and not any(words.begins(w[:_STEM]) for w in telling):
            yield _Part(" ".join(title.strip("#*: \n.").split()).lstrip("0123456789. "), block.start)


def _spans(text: PaperText, block: Block) -> list[tuple[int, int]]:
    return sentence_spans(text.text, block.start, block.end) if block.section.kind in _TESTED_IN else []


def _procedures(sentence: str, at: int, block: Block, words: CodeWords) -> Iterator[_Part]:
    is_method = block.section.kind in _DONE_IN
    for procedure in PROCEDURES:
        hit = procedure.told.search(sentence)
        if not hit or _AS_EXAMPLE.search(sentence[: hit.start()]):
            continue
        if (is_method or "test" in procedure.name) and not words.shows(procedure.coded):
            yield _Part(procedure.name, at + hit.start())


def _names(text: PaperText, sentence: str, at: int, block: Block, words: CodeWords) -> Iterator[_Part]:
    """Names by their shape: capitals within a word, or with a version; those of the title are the paper's own."""
    if block.section.kind not in _DONE_IN or not (_USED.search(sentence) or block.lead):
        return
    for hit in _NAME.finditer(
        re.sub(r"\$[^$]*\$|`[^`]*`|https?://\S+", lambda m: " " * len(m.group()), sentence)
    ):
        name = hit.group().rstrip(".")
        if _is_common(text, name) or name in text.title or _is_short_form(text, name):
            continue
        if _AS_EXAMPLE.search(sentence[: hit.start()]) or any(
            procedure.told.search(name) for procedure in PROCEDURES
        ):
            continue  # looked for under the words by which code shows it
        if not words.has(name):
            yield _Part(name, at + hit.start())


def _is_common(text: PaperText, name: str) -> bool:
    """Too short, of the general words in capitals, or a plain word of the paper that stands in capitals here."""
    plain = name.lower().removesuffix("s")
    if len(name) < 3 or name.lower() in NO_NAMES or plain in NO_NAMES:
        return True
    return name.isupper() and re.search(rf"\b{re.escape(name.lower())}\w*", text.text) is not None


def _is_short_form(text: PaperText, name: str) -> bool:
    """Whether the paper itself introduces it as a short form or as its own: code may have it in full words."""
    stem = re.escape(re.sub(r"s$", "", name))
    naming = r"(?:our|proposed|propose|introduce|present|call(?:ed)?|named?|dubbed|termed)"
    own = rf"\({stem}s?\)|\b{naming}\W+(?:\w+\W+){{0,4}}?{stem}"
    return re.search(own, text.text, re.IGNORECASE) is not None
