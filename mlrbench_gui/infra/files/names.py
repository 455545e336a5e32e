r"""Names of files as foreign folders and archives give them: made safe to show, to compare and to store.

A name that cannot be stored as it is (bytes that are not UTF-8, control characters) is shown with `\x..` in the
place of each such byte; the tree keeps the original for reading.
"""

import unicodedata

from mlrbench_gui.domain.runs import Irregularity
from mlrbench_gui.infra.files.gathering import Gathering


def shown_name(raw: str) -> str:
    r"""The name in Unicode's composed form, each byte that is no text as `\x..`."""
    if raw.isascii() and raw.isprintable():
        return raw
    return unicodedata.normalize("NFC", "".join(_shown(char) for char in raw))


def _shown(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # how Python carries a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}:
        return f"\\x{code:02x}"
    return char


def safe_path(raw: str) -> str | None:
    """The name as a relative path without empty and `.` parts; None if it is absolute or leads out of its folder."""
    if raw.startswith(("/", "\\")) or (len(raw) > 1 and raw[1] == ":" and raw[0].isalpha()):
        return None
    parts = [part for part in raw.split("/") if part not in {"", "."}]
    return None if ".." in parts or not parts else "/".join(parts)


class NameBook:
    """Admits the names of one source and notes what is wrong with them."""

    def __init__(self) -> None:
        self.gathering = Gathering()
        self._by_shown: dict[str, str] = {}
        self._by_folded: dict[str, str] = {}

    def admit(self, raw: str, *, replace: bool = False) -> str | None:
        """The path to know the file by, or None if it is refused. `replace`: a later entry of one name counts."""
        safe = safe_path(raw)
        if safe is None:
            self.refuse(raw, "name leads out of its folder")
            return None
        shown = shown_name(safe)
        if not self._is_free(shown, safe, replace=replace):
            return None
        if shown != unicodedata.normalize("NFC", safe):
            self.gathering.add(shown, "name is not readable text", "kept under the name shown here")
        self._by_shown[shown] = safe
        return shown

    def refuse(self, raw: str, why: str) -> None:
        """Note a file that will not be read."""
        self.gathering.add(shown_name(raw), why, "not read")

    def irregularities(self) -> tuple[Irregularity, ...]:
        """All that was noted."""
        return self.gathering.irregularities()

    def _is_free(self, shown: str, safe: str, *, replace: bool) -> bool:
        if shown in self._by_shown:
            if replace and self._by_shown[shown] == safe:
                self.gathering.add(shown, "the archive holds this name twice", "the later one counts")
                return True
            self.refuse(shown, "another file has the same name in Unicode's composed form")
            return False
        folded = shown.casefold()
        other = self._by_folded.setdefault(folded, shown)
        if other != shown:
            self.gathering.add(shown, f"differs from {other} in upper and lower case only", "both kept")
        return True
