"""Here-documents of a shell command: taken out of it and kept by name, in one walk over the text."""

import re

_HEREDOC = re.compile(r"(?<!<)<<-?\s*(?P<quote>['\"]?)(?P<mark>\w+)(?P=quote)")
_END = re.compile(r"^\s*(?P<mark>\w+)(?:\s*<\s*/dev/null)?\s*$")
_BEFORE_COMMENT = frozenset({"", " ", "\n", "\t", ";"})


def without_documents(command: str, known: int = 0) -> tuple[str, dict[str, str]]:
    """The command with each here-document's body replaced by a name, and the bodies by name, numbered from `known`.

    One that stands in quotes belongs to a command inside of this one, and stays.
    """
    minding = _Documents(command, known, minds_quotes=True)
    if not minding.documents and _HEREDOC.search(command) and minding.quotes.open:
        minding = _Documents(command, known, minds_quotes=False)  # a lone apostrophe, not a quoted command
    return "\n".join(minding.kept), minding.documents


class _Quotes:
    """The quote that is open at the end of all text told so far."""

    def __init__(self) -> None:
        self.open = ""
        self._before = ""
        self._is_escaped = False
        self._in_comment = False

    def tell(self, text: str) -> None:
        for char in text:
            if self._in_comment:
                self._in_comment = char != "\n"
            elif self._is_escaped:
                self._is_escaped = False
            elif char == "\\" and self.open != "'":
                self._is_escaped = True
            elif self.open:
                self.open = "" if char == self.open else self.open
            elif char in "'\"":
                self.open = char
            elif char == "#":
                self._in_comment = self._before in _BEFORE_COMMENT
            self._before = char


class _Documents:
    """The lines of a command without its here-documents, these by name, and what quote is open at the end."""

    def __init__(self, command: str, known: int, *, minds_quotes: bool) -> None:
        self.quotes = _Quotes()
        self.documents: dict[str, str] = {}
        self.kept: list[str] = []
        self._known = known
        self._minds_quotes = minds_quotes
        self._lines = command.split("\n")
        self._at = 0
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            self.kept.append(self._read(line))
            self.quotes.tell("\n")

    def _read(self, line: str) -> str:
        """The line with the names of its documents, whose bodies are taken from the lines behind it."""
        pieces: list[str] = []
        begin = 0
        for hit in _HEREDOC.finditer(line):
            pieces.append(line[begin : hit.start()])
            self.quotes.tell(pieces[-1])
            begin = hit.end()
            in_quotes = self._minds_quotes and self.quotes.open
            pieces.append(hit.group() if in_quotes else f" {self._taken(hit.group('mark'))} ")
            self.quotes.tell(pieces[-1])
        pieces.append(line[begin:])
        self.quotes.tell(pieces[-1])
        return "".join(pieces)

    def _taken(self, mark: str) -> str:
        """The name of a document whose body begins at the next line."""
        begin = self._at
        while self._at < len(self._lines) and not self._ends(self._lines[self._at], mark):
            self._at += 1
        name = f"@document{self._known + len(self.documents)}"
        self.documents[name] = "\n".join(self._lines[begin : self._at]) + "\n"
        self._at += 1
        return name

    def _ends(self, line: str, mark: str) -> bool:
        hit = _END.match(line)
        return hit is not None and hit.group("mark") == mark
