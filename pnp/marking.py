"""Show in an expression, as it was written, which part of it is wrong."""

import ast
from collections.abc import Iterable, Sequence


def stop(text: str, error: SyntaxError) -> str:
    """Show how far Python's parser understood a text; nothing if that says nothing."""
    written, place = text.strip(), error.offset or 0
    if error.lineno != 1 or "\n" in written or place == 1 or place > len(written):
        return ""
    if place == 0:  # it ends where more should follow
        return f"; see {written} »?«"
    return f"; see {written[: place - 1]}»{written[place - 1 :]}«"


def marked(text: str, nodes: Iterable[ast.expr]) -> str:
    """Show a text in one line with »marks« around some of its parts."""
    lines = text.strip().encode().split(b"\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    spans = sorted(
        {(starts[node.lineno - 1] + node.col_offset, _end(node, starts)) for node in nodes}
    )
    written, shown, done = b"\n".join(lines), b"", 0
    for start, end in spans:
        shown += written[done:start] + "»".encode() + written[start:end] + "«".encode()
        done = end
    return " ".join((shown + written[done:]).decode(errors="replace").split())


def _start(node: ast.expr, starts: Sequence[int]) -> int:
    return starts[node.lineno - 1] + node.col_offset


def _end(node: ast.expr, starts: Sequence[int]) -> int:
    return starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or node.col_offset)
