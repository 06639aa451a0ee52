"""Beds as DXF of AutoCAD 2010: mm, y up, closed outlines closed, arcs as bulges.

Steps are layers, whose names sort in the order of burning. None contains CUT or ENGRAVE: MeerK40t
0.9.9100 puts paths of such layers into a second operation and burns them twice. These files have no
filled areas: the user sets the first layer to fill, if the program can.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import StringIO
from math import dist, sqrt
from typing import assert_never

from pnp.base.geometry import Point, Rect
from pnp.base.imports import optional
from pnp.base.path import (
    RECURRING,
    Arc,
    Curve,
    Line,
    Path,
    Segment,
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
    from ezdxf.lldxf.tagwriter import TagWriter

DAY = 2451545.0  # 1 January 2000, as ezdxf counts Julian days
GUID = "{00000000-0000-0000-0000-000000000000}"
WRITTEN = "0.0 @ 2000-01-01T00:00:00.000000+00:00"
ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"
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
    drawing, entities = _drawing(bed, look)
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
    return stream.getvalue().replace(ENTITIES, ENTITIES + "".join(entities), 1).encode()


def _drawing(bed: Bed, look: BedStyle) -> tuple[Drawing, list[str]]:
    """Return the document without its entities, and these as text: thousands are slow to model."""
    drawing = ezdxf.new("R2010", units=units.MM)
    drawing.header["$MEASUREMENT"] = 1  # metric
    space = drawing.modelspace()
    height = bed.size.height
    entities: list[str] = []
    for operation, step in shown_operations(bed, look):
        trial = "" if operation.trial is None else f"_{operation.trial + 1:02}"
        layer = LAYERS[operation.step] + trial
        drawing.layers.new(layer, {**_colors(step)})
        near, exact = _colors(step).values()
        looks = _tags((100, "AcDbEntity"), (8, layer), (62, near), (420, exact))
        for path in operation.paths:
            kind, geometry = _entity(path, height)
            known = _tags((0, kind), (5, drawing.entitydb.next_handle()), (330, space.layout_key))
            entities += (known, looks, geometry)
    if whole := _extents([path for one, _ in shown_operations(bed, look) for path in one.paths]):
        low, high = _at(whole.x, whole.bottom, height), _at(whole.right, whole.y, height)
        space.reset_extents((*low, 0), (*high, 0))
    for kind in sorted(drawing.entitydb.dxf_types_in_use()):  # a set has no order
        drawing.classes.add_class(kind)
    return drawing, entities


def _extents(paths: Sequence[Path]) -> Rect | None:
    """Return the bounds of paths as they are written; most lie within the last, which are cuts."""
    whole: Rect | None = None
    for path in reversed(paths):
        if whole is None or not whole.contains(path_bounds(path).inset(-WITHIN)):
            bounds = path_bounds(_without_curves(path))
            whole = bounds if whole is None else whole.union(bounds)
    return whole


def _tags(*tags: tuple[int, object]) -> str:
    return "".join(f"{code:3}\n{value}\n" for code, value in tags)


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
        to = Point(piece.to.x + x, piece.to.y + y)
        yield Line(to) if isinstance(piece, Line) else Arc(to, piece.radius, piece.clockwise)
    yield relative[-1]._replace(to=curve.to)


@lru_cache(maxsize=1024)
def _arcs_from_origin(*ends: tuple[Mm, Mm]) -> tuple[Line | Arc, ...]:
    return tuple(curve_as_arcs(Point(0, 0), Curve(*(Point(*end) for end in ends)), WITHIN))


@lru_cache(maxsize=RECURRING)
def _entity(path: Path, height: Mm) -> tuple[str, str]:
    """Return the type and the tags of the entity that a path is."""
    path = _without_curves(path)
    round_path = circle_of(path)
    steps = list(walk(path))
    if round_path is not None:
        (x, y), radius = round_path
        middle = _place(10, *_at(x, y, height))
        return "CIRCLE", _tags((100, "AcDbCircle"), *middle, (40, round(radius, DIGITS)))
    if len(steps) == 1 and not path.closed and isinstance(steps[0][1], Line):
        start, end = _at(*path.start, height), _at(*steps[0][1].to, height)
        return "LINE", _tags((100, "AcDbLine"), *_place(10, *start), *_place(11, *end))
    corners = [(*_at(*start, height), _bulge(start, step)) for start, step in steps]
    if not path.closed:
        corners.append((*_at(*steps[-1][1].to, height), 0.0))
    places = (
        f" 10\n{x}\n 20\n{y}\n 42\n{bulge}\n" if bulge else f" 10\n{x}\n 20\n{y}\n"
        for x, y, bulge in corners
    )
    head = _tags((100, "AcDbPolyline"), (90, len(corners)), (70, int(path.closed)))
    return "LWPOLYLINE", head + "".join(places)


def _place(code: int, x: Mm, y: Mm) -> Iterator[tuple[int, Mm]]:
    yield from ((code, x), (code + 10, y), (code + 20, 0.0))


def _bulge(start: Point, segment: Segment) -> float:
    """Return the tangent of a quarter of an arc's sweep, positive if anticlockwise.

    The sweep is at most half a turn.
    """
    if not isinstance(segment, Arc):
        return 0.0
    chord, across = dist(start, segment.to), 2 * segment.radius
    bulge = chord / (across + sqrt(max(0.0, across**2 - chord**2)))
    return round(-bulge if segment.clockwise else bulge, 9)


def _at(x: Mm, y: Mm, height: Mm) -> tuple[float, float]:
    """Return a point with y up from the lower edge of the bed."""
    return round(x, DIGITS) + 0.0, round(height - y, DIGITS) + 0.0
