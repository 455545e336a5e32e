"""From bytes to the text in which spans count."""

_BOM = "\ufeff"


def decode(data: bytes) -> str:
    """UTF-8 with bad bytes replaced, a leading BOM removed, newlines as they are."""
    return data.decode("utf-8", "replace").removeprefix(_BOM)


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are a PDF."""
    return data[:1024].lstrip().startswith(b"%PDF-")


def line_starts(text: str) -> list[int]:
    """Offsets at which lines start; lines end at LF."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts
