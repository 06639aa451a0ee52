"""Justified lines: spaces between words stretch, within limits."""

import re
from collections.abc import Iterator, Sequence
from math import fsum

from pnp.base.units import Mm
from pnp.typeset.lines import SetLine
from pnp.typeset.spans import TextSpan

WIDEST = 0.4  # of the type's size: how much wider a space may become
_WORDS = re.compile(r"[^ ]+ ?| ")


def is_justified(lines: Sequence[SetLine], size: Mm, measure: Mm) -> bool:
    """Return whether all lines but the last can be stretched to ``measure``."""
    for line in lines[:-1]:
        spaces = sum(span.text.count(" ") for span in without_end(line))
        if measure - line.width > WIDEST * size * spaces:
            return False
    return True


def stretched(line: SetLine, size: Mm, measure: Mm) -> Iterator[tuple[TextSpan, Mm]]:
    """Yield the words of a line, each with the space to add after it."""
    words: list[TextSpan] = []
    for span in without_end(line):
        if span.advance is not None:
            words.append(span)
        else:
            words += (span._replace(text=word) for word in _WORDS.findall(span.text))
    spaces = sum(word.text.endswith(" ") for word in words)
    missing = measure - fsum(word.width(size) for word in words)
    for word in words:
        yield word, missing / spaces if word.text.endswith(" ") else 0.0


def without_end(line: SetLine) -> list[TextSpan]:
    """Return the spans of a line without its trailing space."""
    if not line.spans:
        return []
    *spans, last = line.spans
    if last.advance is None:
        last = last._replace(text=last.text.rstrip(" "))
    return [*spans, last]
