"""Beds as DXF of AutoCAD 2010: mm, y up, closed outlines closed, arcs as bulges.

Steps are layers, whose names sort in the order of burning. None contains CUT or ENGRAVE: MeerK40t
0.9.9100 puts paths of such layers into a second operation and burns them twice. These files have no
filled areas: the user sets the first layer to fill, if the program can.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from io import StringIO
from math import dist, tan
from typing import assert_never

from pnp.base.geometry import Point, Rect
from pnp.base.imports import optional
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    Segment,
    arc_geometry,
    arc_in_pieces,
    circle_of,
    curve_as_arcs,
    path_bounds,
    walk,
)
from pnp.base.units import Mm
from pnp.scene.laser_bed import Bed, BedStyle, OperationStyle, Step, shown_operations

with optional("laser", "writing DXF"):
    import ezdxf
    from ezdxf import colors, units
    from ezdxf.document import Drawing
    from ezdxf.layouts import Modelspace
    from ezdxf.lldxf.tagwriter import TagWriter

DAY = 2451545.0  # 1 January 2000, as ezdxf counts Julian days
GUID = "{00000000-0000-0000-0000-000000000000}"
WRITTEN = "0.0 @ 2000-01-01T00:00:00.000000+00:00"
DIGITS = 6  # of a mm
WITHIN: Mm = 0.005  # how far arcs may leave a curve
LAYERS = {
    Step.ENGRAVE: "10_FILL",
    Step.SCORE: "20_SCORE",
    Step.INNER: "30_INNER",
    Step.OUTER: "40_OUTER",
    Step.FRAME: "50_FRAME",
    Step.GUIDE: "60_GUIDE",
}


def render(bed: Bed, look: BedStyle) -> bytes:
    """Return the DXF file of a bed; the same bed gives the same bytes on any day."""
    drawing = _drawing(bed, look)
    drawing.update_all()
    extents = drawing.modelspace().dxf
    # ezdxf treats a corner at 0, 0 as missing.
    drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = extents.extmin, extents.extmax
    for variable in ("$TDCREATE", "$TDUCREATE", "$TDUPDATE", "$TDUUPDATE"):
        drawing.header[variable] = DAY
    for variable in ("$VERSIONGUID", "$FINGERPRINTGUID"):
        drawing.header[variable] = GUID
    metadata = drawing.ezdxf_metadata()
    for entry in ("CREATED_BY_EZDXF", "WRITTEN_BY_EZDXF"):
        metadata[entry] = WRITTEN
    stream = StringIO()
    # Drawing.write would add times and random ids again.
    drawing.export_sections(TagWriter(stream, write_handles=True, dxfversion=drawing.dxfversion))
    return stream.getvalue().encode()


def _drawing(bed: Bed, look: BedStyle) -> Drawing:
    drawing = ezdxf.new("R2010", units=units.MM)
    drawing.header["$MEASUREMENT"] = 1  # metric
    space = drawing.modelspace()
    height = bed.size.height
    bounds: list[Rect] = []
    for operation, step in shown_operations(bed, look):
        trial = "" if operation.trial is None else f"_{operation.trial + 1:02}"
        layer = LAYERS[operation.step] + trial
        drawing.layers.new(layer, {**_colors(step)})
        for path in map(_without_curves, operation.paths):
            _add(space, path, height, {**_colors(step), "layer": layer})
            bounds.append(path_bounds(path))
    if bounds:
        whole = reduce(Rect.union, bounds)
        low, high = _at(whole.x, whole.bottom, height), _at(whole.right, whole.y, height)
        space.reset_extents((*low, 0), (*high, 0))
    for kind in sorted(drawing.entitydb.dxf_types_in_use()):  # a set has no order
        drawing.classes.add_class(kind)
    return drawing


def _colors(look: OperationStyle) -> dict[str, int]:
    """Return the exact colour and, for older readers, the nearest of AutoCAD's."""
    red, green, blue = colors.RGB.from_hex(look.color)
    return {"color": _nearest(red, green, blue), "true_color": colors.rgb2int((red, green, blue))}


@lru_cache(maxsize=256)
def _nearest(*rgb: int) -> int:
    """Return the number of the nearest of AutoCAD's colours; 7 is black on white paper."""
    palette = {number: colors.aci2rgb(number) for number in range(1, 256)}
    palette[7] = colors.RGB(0, 0, 0)
    return min(palette, key=lambda number: (dist(palette[number], rgb), number))


def _without_curves(path: Path) -> Path:
    """Return a path of lines and of arcs of a quarter turn at most."""
    segments: list[Line | Arc] = []
    for start, segment in walk(path):
        match segment:
            case Line():
                segments.append(segment)
            case Arc():
                segments += arc_in_pieces(start, segment)
            case Curve():
                segments += _arcs_along(start, segment)
            case _:
                assert_never(segment)
    return Path(path.start, tuple(segments), path.closed)


def _arcs_along(start: Point, curve: Curve) -> Iterator[Line | Arc]:
    """Yield segments along a curve; cached, since the same letters recur in many cells."""
    x, y = start
    ends = (curve.control1, curve.control2, curve.to)
    relative = _arcs_from_origin(*((round(p.x - x, 6), round(p.y - y, 6)) for p in ends))
    for piece in relative[:-1]:
        yield piece._replace(to=piece.to.moved(x, y))
    yield relative[-1]._replace(to=curve.to)


@lru_cache(maxsize=1024)
def _arcs_from_origin(*ends: tuple[Mm, Mm]) -> tuple[Line | Arc, ...]:
    return tuple(curve_as_arcs(Point(0, 0), Curve(*(Point(*end) for end in ends)), WITHIN))


def _add(space: Modelspace, path: Path, height: Mm, attributes: dict[str, int | str]) -> None:
    """Add a path of lines and arcs as one entity."""
    round_path = circle_of(path)
    steps = list(walk(path))
    if round_path is not None:
        (x, y), radius = round_path
        space.add_circle(_at(x, y, height), round(radius, DIGITS), attributes)
    elif len(steps) == 1 and not path.closed and isinstance(steps[0][1], Line):
        end = steps[0][1].to
        space.add_line(_at(*path.start, height), _at(*end, height), attributes)
    else:
        corners = [(*_at(*start, height), 0.0, 0.0, _bulge(start, step)) for start, step in steps]
        if not path.closed:
            corners.append((*_at(*steps[-1][1].to, height), 0.0, 0.0, 0.0))
        line = space.add_lwpolyline((), close=path.closed, dxfattribs=attributes)
        line.lwpoints.set(corners)  # at once: given to the constructor they are copied one by one


def _bulge(start: Point, segment: Segment) -> float:
    """Return the tangent of a quarter of the sweep, positive if anticlockwise."""
    if not isinstance(segment, Arc):
        return 0.0
    _, _, sweep = arc_geometry(start, segment)
    return round(-tan(sweep / 4), 9)


def _at(x: Mm, y: Mm, height: Mm) -> tuple[float, float]:
    """Return a point with y up from the lower edge of the bed."""
    return round(x, DIGITS) + 0.0, round(height - y, DIGITS) + 0.0
