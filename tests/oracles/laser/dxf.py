"""Reads laser DXF files with ezdxf."""

from collections.abc import Iterator
from io import StringIO
from math import atan, dist, pi, radians, tau
from typing import Any

import ezdxf
from ezdxf.document import Drawing as Document
from ezdxf.math import bulge_radius
from oracles.laser.strokes import (
    SAME,
    LaserDrawing,
    LaserStroke,
    StrokeStyle,
    bounds_of,
    make_stroke,
)

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, Line, Path, circle, line
from pnp.base.units import Mm
from pnp.verify.findings import Finding, checked, ok, unchecked, wrong

LAYERS = {
    "10_FILL": "engrave",
    "20_SCORE": "score",
    "30_INNER": "inner",
    "40_OUTER": "outer",
    "50_FRAME": "frame",
    "60_GUIDE": "guide",
}
UNREADABLE = (OSError, ArithmeticError, ValueError, LookupError, TypeError, AttributeError)
FORBIDDEN = ("CUT", "ENGRAVE")  # MeerK40t takes layers with these words for operations
MILLIMETRES = 4
_UNITS = {0: "none", 1: "inches", 2: "feet", 5: "centimetres", 6: "metres"}


def read_dxf(content: bytes, height: Mm | None) -> LaserDrawing:
    """Return the drawing, with its lower edge at ``height``, or at 0 if that is unknown.

    Raises:
        VerifyError: If ezdxf cannot read the file or an entity.
    """
    try:
        document = ezdxf.read(StringIO(content.decode()))
        audit = document.audit()
    except (ezdxf.DXFError, *UNREADABLE) as error:
        raise VerifyError(f"is not a DXF that ezdxf can read ({type(error).__name__})") from None
    ambiguous: list[str] = []
    strokes: list[LaserStroke] = []
    for entity in document.modelspace():
        style = _style(entity, document)
        try:
            path = _path(entity, height or 0.0)
            stroke = make_stroke(path, style) if path else None
        except (ezdxf.DXFError, ArithmeticError, ValueError) as error:
            raise VerifyError(f"contains an entity that cannot be read ({error})") from None
        if stroke is None:
            ambiguous.append(f"{entity.dxftype()} on layer {style.layer}")
        else:
            strokes.append(stroke)
    findings = [_unit(document), _layers(strokes)]
    findings += [wrong("file", audit.errors[0].message, "no error")] if audit.errors else []
    if strokes:
        findings.append(_extents(document, bounds_of(strokes), height))
    return LaserDrawing(strokes, findings, ambiguous)


def _unit(document: Document) -> Finding:
    unit = document.header.get("$INSUNITS", 0)
    metric = document.header.get("$MEASUREMENT", 0)
    if unit != MILLIMETRES:
        found = f"$INSUNITS is {unit}, {_UNITS.get(unit, 'another unit')}"
        return wrong("unit", found, f"{MILLIMETRES}, mm")
    if metric != 1:
        return wrong("unit", f"$MEASUREMENT is {metric}, imperial", "1, metric")
    return ok("unit", "mm")


def _layers(strokes: list[LaserStroke]) -> Finding:
    names = sorted({stroke.style.layer for stroke in strokes})
    bad = [name for name in names if any(word in name.upper() for word in FORBIDDEN)]
    right = "names without CUT and ENGRAVE: some programs burn these layers twice"
    return checked("layer names", ", ".join(bad), right, ", ".join(names) or "none")


def _extents(document: Document, around: Rect, height: Mm | None) -> Finding:
    low, high = (document.header.get(key) for key in ("$EXTMIN", "$EXTMAX"))
    base = height or 0.0
    measured = (around.x, base - around.bottom, around.right, base - around.y)
    right = ", ".join(f"{value:.2f}" for value in measured)
    if low is None or high is None:
        return unchecked("extents", f"not stated; they are {right}")
    stated = (*low[:2], *high[:2])
    if all(abs(a - b) <= 0.01 for a, b in zip(stated, measured, strict=True)):
        return ok("extents", right)
    return wrong("extents", ", ".join(f"{value:.2f}" for value in stated), right)


def _style(entity: Any, document: Document) -> StrokeStyle:
    """Return an entity's layer, and its colour or that of the layer."""
    name = str(entity.dxf.get("layer", "0")) if entity.dxf.is_supported("layer") else "0"
    rgb = getattr(entity, "rgb", None)
    if rgb is None and name in document.layers:
        rgb = document.layers.get(name).rgb
    color = "#{:02x}{:02x}{:02x}".format(*rgb) if rgb is not None else ""
    return StrokeStyle(color, name, LAYERS.get(name) == "engrave")


def _path(entity: Any, height: Mm) -> Path | None:
    """Return the path of an entity, or None if it is not a plain line in the plane."""
    kind, dxf = entity.dxftype(), entity.dxf
    if tuple(dxf.get("extrusion", (0, 0, 1))) != (0, 0, 1):
        return None
    match kind:
        case "LINE":
            return line(_point(dxf.start, height), _point(dxf.end, height))
        case "CIRCLE":
            return circle(_point(dxf.center, height), float(dxf.radius))
        case "ARC":
            sweep = (radians(dxf.end_angle) - radians(dxf.start_angle)) % tau
            end = _point(entity.end_point, height)
            arc = Arc(end, float(dxf.radius), clockwise=False, large=sweep > pi)
            return Path(_point(entity.start_point, height), (arc,), closed=False)
        case "LWPOLYLINE":
            corners = [tuple(map(float, corner)) for corner in entity.get_points("xyb")]
            if not corners:
                return None
            segments = tuple(_polyline(corners, entity.closed, height))
            return Path(_point(corners[0], height), segments, bool(entity.closed))
        case _:
            return None


def _polyline(corners: list[tuple[float, ...]], closed: bool, height: Mm) -> Iterator[Line | Arc]:
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    for (x, y, bulge), (to_x, to_y, _) in zip(corners, ends, strict=False):
        here, there = (x, y), (to_x, to_y)
        end = _point(there, height)
        if abs(bulge) < 1e-9 or dist(here, there) < SAME / 10:
            yield Line(end)
        else:
            large = 4 * atan(abs(bulge)) > pi
            yield Arc(end, bulge_radius(here, there, bulge), clockwise=bulge < 0, large=large)


def _point(at: Any, height: Mm) -> Point:
    return Point(float(at[0]), height - float(at[1]))
