"""Headings in their three dialects (`#`, numbered plain lines, whole-line bold) and the part each section plays."""

import re

from mlrbench_gui.audit.text.paper import Section, SectionKind

_HASH = re.compile(r"^ {0,3}(?P<hash>#{1,6})\s+(?P<title>.+?)\s*#*\s*$")
_BOLD = re.compile(r"^\s*\*\*(?P<title>[^*\n]{2,120})\*\*\s*:?\s*$")
_NUMBERED = re.compile(
    r"^(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(?P<title>[A-Z][^.!?\n]{1,90}?)\s*:?\s*$"
)
_KNOWN = re.compile(
    r"^(?:\d+\.?\s*)?(?:abstract|introduction|related work|background|method(?:ology|s)?|experiments?|"
    r"experimental setup|"
    r"results|discussion|analysis|conclusions?|references|limitations?|future work|appendix)\s*:?\s*$",
    re.IGNORECASE,
)

_KINDS: tuple[tuple[SectionKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (SectionKind.REFERENCES, r"^\W*(?:\d+\.?\s*)?\W*(?:references|bibliography)\b"),
        (SectionKind.ABSTRACT, r"\babstract\b"),
        (
            SectionKind.RELATED,
            (
                r"\brelated (?:works?|research|studies|literature|approaches)\b|^\W*(?:\d+\W*)?related\W*$|"
                r"\bprior work\b|\bliterature\b|\bbackground\b|\bpreliminar"
            ),
        ),
        (SectionKind.FUTURE, r"\bfuture\b|\bnext steps\b|\boutlook\b"),
        (SectionKind.LIMITATIONS, r"\blimitation|\bthreats\b|\bbroader impact|\bethic"),
        (SectionKind.RESULTS, r"\b(?:data-?sets?|baselines?|metrics?) comparison\W*$"),
        (
            SectionKind.SETUP,
            (
                r"\bset[\s-]?up\b|\bexperiment(?:al)? (?:design|protocol|procedure|settings?|details)|"
                r"\bdatasets?\b|\bbaselines?\b|"
                r"\bimplementation\b|\bmetrics?\b|\bhyper-?parameters?\b|\btraining details\b|"
                r"\bconfigurations?\b|\bdata\b"
            ),
        ),
        (
            SectionKind.RESULTS,
            r"\bresults?\b|\bfindings\b|\bablation|\bperformance\b|\bevaluation\b|\bcomparison\b",
        ),
        (SectionKind.DISCUSSION, r"\bdiscussion\b|\banalys[ei]s\b|\binsights?\b|\bimplications\b"),
        (SectionKind.CONCLUSION, r"\bconclu|\bsummary\b"),
        (SectionKind.INTRODUCTION, r"\bintroduc|\bmotivation\b|\bcontributions?\b"),
        (
            SectionKind.METHOD,
            r"\bmethod|\bapproach\b|\bframework\b|\barchitecture\b|\balgorithm|\bmodel\b|\bproblem\b|\btheor|\bformulation\b",
        ),
        (SectionKind.SETUP, r"\bexperiments?\b"),
        (SectionKind.APPENDIX, r"\bappendi|\bsupplement"),
    )
)
_INHERITS = {
    SectionKind.RESULTS,
    SectionKind.RELATED,
    SectionKind.REFERENCES,
    SectionKind.FUTURE,
    SectionKind.LIMITATIONS,
    SectionKind.METHOD,
    SectionKind.DISCUSSION,
    SectionKind.SETUP,
    SectionKind.CONCLUSION,
}


_KEPT = frozenset(
    {(above, SectionKind.RESULTS) for above in (SectionKind.METHOD, SectionKind.RELATED)}
    | {
        (above, SectionKind.SETUP)
        for above in (SectionKind.RESULTS, SectionKind.DISCUSSION, SectionKind.RELATED)
    }
    | {
        (above, SectionKind.METHOD)
        for above in (SectionKind.RESULTS, SectionKind.DISCUSSION, SectionKind.RELATED)
    }
)
"""Pairs of a section's part and that of one below it where the upper one rules: metrics under results are results."""


def heading_of(line: str, *, has_hashes: bool) -> tuple[int, str] | None:
    """Level and title if the line is a heading in a paper of this dialect."""
    hit = _HASH.match(line)
    if hit:
        return len(hit.group("hash")), _plain(hit.group("title"))
    if has_hashes:
        return None
    bold = _BOLD.match(line)
    if bold:
        return 2, _plain(bold.group("title"))
    numbered = _NUMBERED.match(line)
    if numbered and len(line) < 100:
        return 1 + numbered.group("number").count("."), _plain(line)
    if _KNOWN.match(line.strip()):
        return 1, _plain(line)
    return None


def section_under(title: str, level: int, open_sections: list[Section]) -> Section:
    """The section with this heading; pops the open ones of the same or a deeper level."""
    while open_sections and open_sections[-1].level >= level:
        open_sections.pop()
    parent = open_sections[-1] if open_sections else None
    kind = kind_of(title)
    if kind is SectionKind.OTHER and parent is not None and parent.kind in _INHERITS:
        kind = parent.kind
    if parent is not None and (parent.kind, kind) in _KEPT:
        kind = parent.kind
    section = Section(title, kind, level, tuple(s.title for s in open_sections))
    open_sections.append(section)
    return section


def kind_of(title: str) -> SectionKind:
    """The part that a section of this title plays."""
    for kind, pattern in _KINDS:
        if pattern.search(title):
            return kind
    return SectionKind.OTHER


def _plain(title: str) -> str:
    return re.sub(r"[*_`]+", "", title).strip()
