"""Finds where words may be hyphenated, with the patterns that pyphen brings for each language.

The algorithm is that of TeX (F. M. Liang, "Word hy-phen-a-tion by com-put-er", 1983). pyphen itself
parses every pattern of a language at once, which for German takes longer than setting a book; here
a pattern is parsed when a word contains its letters. Each pattern is stored as its letters and a
row of signs: its digits, with a hyphen in place of each letter.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

LEFT, RIGHT = 2, 3  # letters that are left before the first hyphen and after the last
_NO_PATTERN = re.compile(rb"(?m)^(?:[%#]|(?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN|NEXTLEVEL).*$")
_DIGITS = b"0123456789"
_SIGNS = bytes(one if one in _DIGITS or one < 33 else ord("-") for one in range(256))
_INNER = bytes(range(0x80, 0xC0))  # of a letter in UTF-8, all but its first byte


class Patterns:
    """The hyphenation patterns of a language, from a file of Hunspell's format."""

    def __init__(self, file: Path) -> None:
        encoding, _, lines = file.read_bytes().partition(b"\n")
        written, code = _NO_PATTERN.sub(b"", lines), encoding.decode("ascii").strip()
        keys = written.translate(None, _DIGITS).decode(code).split()
        signs = written.translate(_SIGNS, _INNER if code == "UTF-8" else b"").decode().split()
        # Many patterns have a row of signs in common, which is kept once.
        self._of = dict(zip(keys, map(sys.intern, signs), strict=True))
        self._longest = max(map(len, self._of))

    def parts(self, word: str) -> Sequence[str]:
        """Return the parts of a word between which a hyphen is allowed."""
        marked = f".{word.lower()}."
        levels = [0] * (len(marked) + 1)
        for start in range(len(marked)):
            for end in range(start + 1, min(start + self._longest, len(marked)) + 1):
                at = start
                for sign in self._of.get(marked[start:end], ""):
                    if sign.isdigit():
                        levels[at] = max(levels[at], int(sign))
                    else:
                        at += 1
        breaks = [at for at in range(LEFT, len(word) - RIGHT + 1) if levels[at + 1] % 2]
        return [word[one:other] for one, other in zip([0, *breaks], [*breaks, None], strict=True)]
