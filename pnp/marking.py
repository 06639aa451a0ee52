"""Show in an expression, as it was written, which part of it is wrong."""

import ast
from collections.abc import Iterable


def one_line(text: str) -> str:
    """Return an expression on one line: what the marks are counted in."""
    return " ".join(text.split())


def stop(text: str, error: SyntaxError) -> str:
    """Show how far Python's parser understood a line; nothing if that says nothing."""
    place = error.offset or 0
    if error.lineno != 1 or place == 1 or place > len(text):
        return ""
    if place == 0:  # it ends where more should follow
        return f"; see {text} »?«"
    return f"; see {text[: place - 1]}»{text[place - 1 :]}«"


def marked(text: str, nodes: Iterable[ast.expr]) -> str:
    """Show a line with »marks« around some of its parts."""
    written, shown, done = text.encode(), b"", 0
    for start, end in sorted({(node.col_offset, node.end_col_offset or 0) for node in nodes}):
        shown += written[done:start] + "»".encode() + written[start:end] + "«".encode()
        done = end
    return (shown + written[done:]).decode(errors="replace")
