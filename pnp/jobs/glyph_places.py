"""Where a character stands in rule texts that no font has."""

import re
from collections.abc import Iterable
from pathlib import Path

_CHARACTER = re.compile(r"\(U\+([0-9A-F]{4,6})\)")


def glyph_place(message: str, texts: Iterable[Path]) -> str:
    """Return the file and the line of the first character that a message names, if it is there."""
    missing = {chr(int(code, 16)) for code in _CHARACTER.findall(message)}
    for text in texts if missing else ():
        lines = text.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            if missing.intersection(line):
                return f"{text.parent.name}/{text.name}: line {number}"
    return ""
