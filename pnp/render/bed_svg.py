"""Beds as SVG that all laser programs read alike: mm, arcs, no feature that they get wrong.

No transform, use, clip, style, class or text: each is ignored or misread by one of these programs.
A circle is four quarter arcs, as MeerK40t 0.9.9100 measures half circles wrongly. Groups are layers
in Inkscape; the others ignore them.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from xml.sax.saxutils import escape

from pnp.base.geometry import Rect
from pnp.base.path import Path, path_bounds
from pnp.base.path_data import quarter_commands
from pnp.base.units import Mm, format_mm
from pnp.scene.bed import Bed, BedStyle, Operation, OperationStyle, shown_operations

SQUARE: Mm = 20.0
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def render(bed: Bed, look: BedStyle) -> bytes:
    """Return the SVG file of a bed: a group for each step, named after it, in order."""
    width, height = format_mm(bed.size.width), format_mm(bed.size.height)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}" version="1.1" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        *([f"<title>{escape(bed.name)}</title>"] if bed.name else []),
    ]
    for operation, step in shown_operations(bed, look):
        lines += _group(operation, step, look.stroke)
    return "\n".join([*lines, "</svg>", ""]).encode()


def _group(operation: Operation, look: OperationStyle, stroke: Mm) -> Iterator[str]:
    trial = "" if operation.trial is None else f"-{operation.trial + 1}"
    name = f"{operation.step}{trial}"
    yield f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}">'
    if look.filled:
        area = f'fill="{look.color}" fill-rule="evenodd" stroke="none"'
        for paths in _areas(operation.paths):
            yield f'<path d="{" ".join(map(quarter_commands, paths))}" {area}/>'
    else:
        line = f'fill="none" stroke="{look.color}" stroke-width="{format_mm(stroke)}"'
        yield from (f'<path d="{quarter_commands(path)}" {line}/>' for path in operation.paths)
    yield "</g>"


def _areas(paths: Iterable[Path]) -> Iterable[list[Path]]:
    """Group paths of which one may be a hole in another: those whose bounds overlap."""
    areas: dict[int, tuple[Rect, list[Path]]] = {}
    near: dict[tuple[int, int], set[int]] = {}  # the areas in each square of a grid
    for number, path in enumerate(paths):
        bounds = path_bounds(path)
        known = set().union(*(near.get(square, ()) for square in _squares(bounds)))
        met = [one for one in sorted(known & areas.keys()) if areas[one][0].overlaps(bounds)]
        merged = [areas.pop(one) for one in met]
        together = reduce(Rect.union, (box for box, _ in merged), bounds)
        areas[number] = together, [*(each for _, own in merged for each in own), path]
        for square in _squares(together):
            near.setdefault(square, set()).add(number)
    return [own for _, own in areas.values()]


def _squares(bounds: Rect) -> Iterator[tuple[int, int]]:
    """Yield the grid squares that a rectangle touches."""
    columns = range(int(bounds.x // SQUARE), int(bounds.right // SQUARE) + 1)
    rows = range(int(bounds.y // SQUARE), int(bounds.bottom // SQUARE) + 1)
    return ((column, row) for column in columns for row in rows)
