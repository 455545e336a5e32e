"""Finds the numbers of a text: percent, ±, thin spaces, U+2010 to U+2015, LaTeX, 1e-4, 10^{-4}, 3k, words.

Digits that belong to a name (a model, a data set, a section, a reference, an address, a date) are no numbers here.
"""

import re
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from itertools import pairwise

from mlrbench_gui.audit.numbers._words import spelled_numbers
from mlrbench_gui.audit.numbers.printed import PrintedNumber
from mlrbench_gui.audit.numbers.units import multiplier_at, unit_at

_SAME_LENGTH = {ord(c): "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"}
_SAME_LENGTH |= {ord(c): "\u2009" for c in "\u00a0\u2007\u2008\u2009\u200a\u202f\u205f"}
_SAME_LENGTH |= {ord("∼"): "~", ord("≃"): "≈", ord("⁻"): "⁻"}

_GROUP = r"(?:,|\\,|\\ |\{,\}|\u2009| )"
_NUMBER = re.compile(
    r"(?:(?P<grouped>\d{1,3}(?:" + _GROUP + r"\d{3})+(?!\d))|(?P<plain>\d+))?"
    r"(?P<fraction>\.\d+)?"
    r"(?P<exponent>(?:[eE]|\\(?:mathrm|text)\{e\})\{?[-+]?\d{1,3}\}?(?![\w.]))?"
)
_SPACE = r"(?:\s|\\[!,;:>])*"
_POWER = re.compile(
    _SPACE + r"(?:\\times|\\cdot|×|·|x|\*)?" + _SPACE + r"10\s*"
    r"(?:\^\s*\{?\s*(?P<tex>[-+]?\d{1,3})\s*\}?|(?P<super>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_APPROXIMATE = re.compile(
    r"(?:~|≈|\\approx|\\sim|\babout|\baround|\broughly|\bapprox(?:\.|imately)?|\bnearly|\balmost|\bover|\bca\.|"
    r"\bclose to|\bcirca|\bsome)"
    r"(?:\s+(?:a|an))?[\s$]*[-+]?$",
    re.IGNORECASE,
)
_PLUS_MINUS = re.compile(r"\s*(?:\\?%)?\s*\$?\s*(?:±|\\pm|\+/-)\s*\$?\s*")
_NAME_BEFORE = re.compile(
    r"(?:\b(?:fig(?:ure)?s?\.?|tables?|tabs?\.|sections?|secs?\.|eqs?\.?|equations?|appendi(?:x|ces)|chapters?|"
    r"algorithms?|listings?|footnotes?|step|phase|challenge|"
    r"theorem|lemma|line|ref\.?|arxiv:?|version|python|cuda|doi:?|pages?|pp\.|vol\.|no\.)[\s\u2009(]*\**|[#§]\s*)$",
    re.IGNORECASE,
)
_LIST_OF_NAMED = re.compile(
    r"\b(?:fig(?:ure)?s?\.?|tables?|tabs?\.|sections?|secs?\.|equations?|eqs?\.?|appendices|algorithms)[\s\u2009*]*"
    r"(?:\(?\d+(?:\.\d+)*\)?\s?(?:\([a-z]\)|[a-z])?[\s*]*(?:,|and|, and|&|to|through|or|-)[\s*]*)+"
    r"(?:(?:figure|table|section|equation)\s+)?\(?$",
    re.IGNORECASE,
)
_DATE_OR_CLOCK = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2})?|\d+(?:\.\d+){2,}|\d{4}/\d{2}")
_SKIPPED = re.compile(
    r"https?://\S+|\]\([^)\n]*\)|\bar[xX]iv[:\s]*[\d.v]+|\bdoi[:\s]*\S+|<[a-zA-Z/][^>\n]{0,200}>"
)


_RANGE_BEFORE = re.compile(
    r"\b(?:between|from|range[sd]?(?:\s+from)?)\s+(?:about|around|approximately|roughly|nearly|~|≈)?\s*\$?\W?$",
    re.IGNORECASE,
)


def same_length(text: str) -> str:
    """The text with dashes and thin spaces made plain, code point for code point."""
    return text.translate(_SAME_LENGTH)


def find_numbers(text: str, *, words: bool = True) -> tuple[PrintedNumber, ...]:
    """All numbers of the text in order; spelled ones too unless `words` is False."""
    plain = same_length(text)
    found = list(_digit_numbers(plain))
    if words:
        taken = [(n.start, n.unit_end) for n in found]
        found += [n for n in spelled_numbers(plain) if not any(s < n.end and n.start < e for s, e in taken)]
        found.sort(key=lambda n: n.start)
    return tuple(_with_ranges(plain, found))


def parse_number(text: str) -> PrintedNumber | None:
    """The number that a table cell or a log field consists of, None if it holds none or several."""
    numbers = find_numbers(text, words=False)
    return numbers[0] if len(numbers) == 1 else None


def _digit_numbers(plain: str) -> list[PrintedNumber]:
    skipped = [hit.span() for hit in _SKIPPED.finditer(plain)]
    skipped += [hit.span() for hit in _DATE_OR_CLOCK.finditer(plain)]
    skipped.sort()
    found: list[PrintedNumber] = []
    at, cursor = 0, 0
    while at < len(plain):
        while cursor < len(skipped) and skipped[cursor][1] <= at:
            cursor += 1
        if cursor < len(skipped) and skipped[cursor][0] <= at:
            at = skipped[cursor][1]
            continue
        hit = (
            _NUMBER.match(plain, at)
            if plain[at].isascii() and (plain[at].isdigit() or plain[at] == ".")
            else None
        )
        if hit is None or not (hit.group("grouped") or hit.group("plain") or hit.group("fraction")):
            at += 1
            continue
        number = _number(plain, hit)
        if number is not None and not _is_name(plain, number):
            number, at = _with_deviation(plain, number)
            found.append(number)
        else:
            at = max(hit.end(), at + 1)
    return found


def _number(plain: str, hit: re.Match[str]) -> PrintedNumber | None:
    whole = re.sub(r"\D", "", hit.group("grouped") or hit.group("plain") or "0")
    fraction = hit.group("fraction") or ""
    power = re.search(r"[-+]?\d+", hit.group("exponent") or "")
    exponent = f"e{power.group()}" if power else ""
    start, end = hit.span()
    if len(whole) > 30 or len(fraction) > 30:
        return None
    try:
        value = Decimal(whole + fraction + exponent)
    except InvalidOperation:  # pragma: no cover -- the pattern only lets decimals through
        return None
    places = len(fraction) - 1 if fraction else 0
    step = Decimal(1).scaleb(int(exponent[1:] or 0) - places) if exponent else Decimal(1).scaleb(-places)
    value, step, end = _with_power(plain, value, step, end)
    multiplier, end = multiplier_at(plain, end)
    unit, unit_end = unit_at(plain, end)
    if start and plain[start - 1] in "+-" and not re.match(r"[\w.%)\]]", plain[start - 2 : start - 1] or " "):
        start -= 1
        value = -value if plain[start] == "-" else value
    approximate = bool(_APPROXIMATE.search(plain[max(0, start - 24) : start]))
    return PrintedNumber(
        start, end, unit_end, plain[start:end], value * multiplier, step * multiplier, unit, approximate
    )


def _with_power(plain: str, value: Decimal, step: Decimal, end: int) -> tuple[Decimal, Decimal, int]:
    """`3 × 10^{-4}` and a bare `10^{-4}`."""
    power = _POWER.match(plain, end)
    if power is None and value == 10:
        power = re.compile(r"\s*\^\s*\{?\s*(?P<tex>[-+]?\d{1,2})\s*\}?|(?P<super>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)").match(
            plain, end
        )
        value, step = (Decimal(1), Decimal(1)) if power else (value, step)
    if power is None:
        return value, step, end
    exponent = int(power.group("tex") or power.group("super").translate(_SUPER))
    return value.scaleb(exponent), step.scaleb(exponent), power.end()


def _is_name(plain: str, number: PrintedNumber) -> bool:
    """Digits that are part of a name: gpt-4o, F1, Recall@10, CIFAR-10, Figure 2, x_1, [8], (2023)."""
    before = plain[max(0, number.start - 40) : number.start]
    after = plain[number.unit_end : number.unit_end + 6]
    if _inside_word(before):
        return True
    if number.unit is None and re.match(r"[A-Za-z_]", after) and not re.match(r"[dD]\b", after):
        return True
    if _NAME_BEFORE.search(before) or _LIST_OF_NAMED.search(before):
        return True
    if _is_list_mark(before, plain[number.end : number.end + 6], number):
        return True
    return _is_reference_or_year(before, plain[number.end : number.end + 12], number)


def _is_list_mark(before: str, after: str, number: PrintedNumber) -> bool:
    """The `(2)` that opens an item of a list within a sentence."""
    small = number.is_whole and 0 < number.value <= 20 and number.unit is None
    return (
        small
        and re.search(r"(?:^|[\s:;,.])\($", before) is not None
        and re.match(r"\)\s+\w", after) is not None
    )


def _inside_word(before: str) -> bool:
    """Whether what stands before runs into the digits: a letter, a mark of names, a hyphen after a letter."""
    last = before[-1:]
    if last == "/":
        return re.search(r"[A-Za-z]/$", before) is not None
    if last.isalnum() or last in ("_", "@", "^", "\\", "&"):
        return True
    return re.search(r"[_^]\{$|[^\W_]\.$|[A-Za-z]\d*[})]*-$", before) is not None


def _is_reference_or_year(before: str, after: str, number: PrintedNumber) -> bool:
    if re.search(r"\[(?:\d+\s*[,-]\s*)*$", before) and re.match(r"\s*(?:[,-]\s*\d+\s*)*\]", after):
        whole_numbers = number.is_whole and number.value < 200 and number.unit is None
        return whole_numbers and not re.search(r"[=:]\s*\[[^\]]*$", before)
    year = number.is_whole and 1900 <= number.value <= 2100 and number.unit is None and len(number.text) == 4
    return year and bool(
        re.search(r"(?:\(|[A-Za-z.,]\s*|\bin\s|\bof\s|&\s*|/)$", before)
        or re.match(r"[a-d]?\s*[;)\].,]", after)
    )


def _with_deviation(plain: str, number: PrintedNumber) -> tuple[PrintedNumber, int]:
    """`84.1 ± 0.5 %` is one number: 84.1 with its deviation."""
    sign = _PLUS_MINUS.match(plain, number.end)
    if sign is None:
        return number, max(number.unit_end, number.end)
    hit = _NUMBER.match(plain, sign.end())
    if hit is None or not hit.group():
        return number, number.unit_end
    other = _number(plain, hit)
    if other is None:
        return number, number.unit_end
    unit = number.unit or other.unit
    joined = replace(
        number,
        end=other.end,
        unit_end=other.unit_end,
        unit=unit,
        deviation=other.value,
        text=plain[number.start : other.end],
    )
    return joined, max(joined.unit_end, joined.end)


_ARROW = re.compile(r"\$?\s*(?:→|⟶|-{1,2}>|\\(?:long)?rightarrow|\\to)\s*\$?")


def _with_ranges(plain: str, numbers: list[PrintedNumber]) -> list[PrintedNumber]:
    """Both ends of `20-30 %`, `between 3 and 5 s` and `0.5 → 0.7` share the unit and know their role."""
    for i, (low, high) in enumerate(pairwise(numbers)):
        between = plain[low.unit_end : high.start]
        joined = re.fullmatch(r"\$?\s*(?:-{1,3}|~)\s*\$?", between) is not None
        words = re.fullmatch(
            r"\$?\s*(?:to|and)\s+(?:about |around |approximately |roughly |nearly )?[~≈]?\$?", between
        ) is not None and bool(_RANGE_BEFORE.search(plain[max(0, low.start - 40) : low.start]))
        if joined or words or _ARROW.fullmatch(between):
            unit = low.unit or high.unit
            is_range = joined or (words and "between" in plain[max(0, low.start - 40) : low.start])
            role = ("low", "high") if is_range else ("from", "to")
            numbers[i] = replace(low, unit=unit, role=role[0])
            numbers[i + 1] = replace(high, role=role[1], approximate=high.approximate or low.approximate)
    return numbers
