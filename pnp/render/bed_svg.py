"""Beds as SVG that all laser programs read alike: mm, arcs, no feature that they get wrong.

No transform, use, clip, style, class or text: each is ignored or misread by one of these programs.
A circle is four quarter arcs, as MeerK40t 0.9.9100 measures half circles wrongly. Groups are layers
in Inkscape; the others ignore them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from xml.etree.ElementTree import indent, tostring

from svgwrite.container import SVG

from pnp.base.geometry import Rect
from pnp.base.path import RECURRING, Path, path_bounds, quarter_commands
from pnp.base.units import Mm, format_mm
from pnp.render.svg import DECLARATION, SvgElement, new
from pnp.scene.laser_bed import Bed, BedStyle, Operation, OperationStyle, shown_operations

SQUARE: Mm = 20.0
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_commands = lru_cache(maxsize=RECURRING)(quarter_commands)


def render(bed: Bed, look: BedStyle) -> bytes:
    """Return the SVG file of a bed: a group for each step, named after it, in order."""
    width, height = format_mm(bed.size.width), format_mm(bed.size.height)
    drawing = SVG(
        size=(f"{width}mm", f"{height}mm"),
        viewBox=f"0 0 {width} {height}",
        version="1.1",
        debug=False,
    )
    drawing.update({"xmlns": "http://www.w3.org/2000/svg", "xmlns:inkscape": INKSCAPE})
    drawing.elements = [_group(*step, look.stroke) for step in shown_operations(bed, look)]
    drawing.set_desc(bed.name or None)
    written = drawing.get_xml()
    indent(written, "")  # a line for each element
    return f"{DECLARATION}\n{tostring(written, 'unicode')}\n".encode()


def _group(operation: Operation, look: OperationStyle, stroke: Mm) -> SvgElement:
    trial = "" if operation.trial is None else f"-{operation.trial + 1}"
    name = f"{operation.step}{trial}"
    group = new.g(id=name)
    group.update({"inkscape:groupmode": "layer", "inkscape:label": name})
    if look.filled:
        for paths in _areas(operation.paths):
            outlines = " ".join(map(_commands, paths))
            group.add(new.path(outlines, fill=look.color, fill_rule="evenodd", stroke="none"))
    else:
        line = {"fill": "none", "stroke": look.color, "stroke_width": format_mm(stroke)}
        for path in operation.paths:
            group.add(new.path(_commands(path), **line))
    return group


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
