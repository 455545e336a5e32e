"""The words around a claim, so that a reader of a report knows where it stands."""

_REACH = 110


def around(text: str, span: tuple[int, int]) -> tuple[str, str]:
    """What stands before and after the span: of a table its row, else of its paragraph about a line each way.

    Cut words are left out, and an ellipsis says that something was cut.
    """
    start, end = span
    if not 0 <= start <= end <= len(text):
        return "", ""
    boundary = "\n" if _in_table(text, start) else "\n\n"
    first = text.rfind(boundary, 0, start)
    last = text.find(boundary, end)
    before = text[first + len(boundary) if first >= 0 else 0 : start]
    after = text[end : last if last >= 0 else len(text)]
    return _tail(before), _head(after)


def _in_table(text: str, at: int) -> bool:
    line = text.rfind("\n", 0, at) + 1
    return text[line : at + 1].lstrip().startswith("|")


def _tail(text: str) -> str:
    if len(text) <= _REACH:
        return text
    cut = text[-_REACH:]
    return "… " + (cut.split(maxsplit=1)[-1] if " " in cut else cut)


def _head(text: str) -> str:
    if len(text) <= _REACH:
        return text
    cut = text[:_REACH]
    return (cut.rsplit(maxsplit=1)[0] if " " in cut else cut) + " …"
