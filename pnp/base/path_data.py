"""Outlines as SVG path data: lines, circular arcs and curves."""

from typing import assert_never

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, Segment, arc_in_pieces, walk
from pnp.base.units import format_mm


def commands(path: Path) -> str:
    """Return the path data of a path."""
    parts = [f"M{_at(path.start)}"]
    for segment in path.segments:
        to = _at(segment.to)
        match segment:
            case Line():
                parts.append(f"L{to}")
            case Arc(_, radius, clockwise, large):
                r = format_mm(radius)
                parts.append(f"A{r} {r} 0 {large:d} {clockwise:d} {to}")
            case Curve(one, two, _):
                parts.append(f"C{_at(one)} {_at(two)} {to}")
            case _:
                assert_never(segment)
    return "".join(parts) + ("Z" if path.closed else "")


def quarter_commands(path: Path) -> str:
    """Return the path data of a path, with arcs of at most a quarter turn.

    Rounded numbers would move half circles by much more than their ends.
    """
    steps = list(walk(path))
    if path.closed and steps and isinstance(steps[-1][1], Line):
        steps.pop()  # Z is that line
    segments: list[Segment] = []
    for start, segment in steps:
        segments += arc_in_pieces(start, segment) if isinstance(segment, Arc) else (segment,)
    return commands(Path(path.start, tuple(segments), path.closed))


def _at(point: Point) -> str:
    return f"{format_mm(point.x)} {format_mm(point.y)}"
