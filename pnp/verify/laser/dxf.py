"""DXF files for lasers, read by ezdxf."""

from collections.abc import Iterator
from io import StringIO
from math import atan, atan2, dist, radians, tau
from typing import Any

import ezdxf
from ezdxf.document import Drawing as Document
from ezdxf.math import bulge_center, bulge_radius

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.verify.findings import Finding, ok, unchecked, wrong
from pnp.verify.laser.strokes import (
    SAME,
    Bit,
    Drawing,
    Look,
    Round,
    Straight,
    Stroke,
    bounds_of,
    joined,
)

LAYERS = {
    "10_FILL": "engrave",
    "20_SCORE": "score",
    "30_INNER": "inner",
    "40_OUTER": "outer",
    "50_FRAME": "frame",
    "60_GUIDE": "guide",
}
FORBIDDEN = ("CUT", "ENGRAVE")  # words that MeerK40t reads as operations of their own
_MILLIMETRES = 4
_UNITS = {0: "none", 1: "inches", 2: "feet", 5: "centimetres", 6: "metres"}


def read_dxf(content: bytes, height: Mm | None) -> tuple[Drawing, list[Finding]]:
    """Read a drawing; its lower edge is at ``height``, or at 0 where that is not known.

    Raises:
        VerifyError: If it is no DXF.
    """
    try:
        document = ezdxf.read(StringIO(content.decode()))
        audit = document.audit()
    except (ezdxf.DXFError, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise VerifyError(f"is no DXF that ezdxf reads ({type(error).__name__})") from None
    strange: list[str] = []
    strokes: list[Stroke] = []
    for entity in document.modelspace():
        look = _look(entity, document)
        try:
            found = _stroke(entity, height or 0.0, look)
        except (ezdxf.DXFError, ArithmeticError, ValueError) as error:
            raise VerifyError(f"has an entity that means nothing ({error})") from None
        if found is None:
            strange.append(f"{entity.dxftype()} on layer {look.layer}")
        else:
            strokes.append(found)
    findings = [_unit(document), _layers(strokes)]
    findings += [wrong("file", audit.errors[0].message, "no error")] if audit.errors else []
    if strokes:
        findings.append(_extents(document, bounds_of(strokes), height))
    return Drawing(tuple(strokes), None, tuple(dict.fromkeys(strange))), findings


def _unit(document: Document) -> Finding:
    unit = document.header.get("$INSUNITS", 0)
    metric = document.header.get("$MEASUREMENT", 0)
    if unit != _MILLIMETRES:
        found = f"$INSUNITS is {unit}, {_UNITS.get(unit, 'another unit')}"
        return wrong("unit", found, f"{_MILLIMETRES}, mm")
    if metric != 1:
        return wrong("unit", f"$MEASUREMENT is {metric}, imperial", "1, metric")
    return ok("unit", "mm")


def _layers(strokes: list[Stroke]) -> Finding:
    names = sorted({stroke.look.layer for stroke in strokes})
    bad = [name for name in names if any(word in name.upper() for word in FORBIDDEN)]
    if bad:
        right = "names without CUT and ENGRAVE: some programs burn such layers twice"
        return wrong("layer names", ", ".join(bad), right)
    return ok("layer names", ", ".join(names) or "none")


def _extents(document: Document, around: Rect, height: Mm | None) -> Finding:
    low, high = (document.header.get(key) for key in ("$EXTMIN", "$EXTMAX"))
    base = height or 0.0
    right = (around.x, base - around.bottom, around.right, base - around.y)
    told = ", ".join(f"{value:.2f}" for value in right)
    if low is None or high is None:
        return unchecked("extents", f"not told; they are {told}")
    found = (*low[:2], *high[:2])
    if all(abs(a - b) <= 0.01 for a, b in zip(found, right, strict=True)):
        return ok("extents", told)
    return wrong("extents", ", ".join(f"{value:.2f}" for value in found), told)


def _look(entity: Any, document: Document) -> Look:
    """Return an entity's own colour and layer; what has none has its layer's."""
    name = str(entity.dxf.get("layer", "0")) if entity.dxf.is_supported("layer") else "0"
    rgb = getattr(entity, "rgb", None)
    if rgb is None and name in document.layers:
        rgb = document.layers.get(name).rgb
    color = "#{:02x}{:02x}{:02x}".format(*rgb) if rgb is not None else ""
    return Look(color, name, LAYERS.get(name) == "engrave")


def _stroke(entity: Any, height: Mm, look: Look) -> Stroke | None:
    """Return an entity as a stroke; None of a kind that is not simply a line."""
    kind, dxf = entity.dxftype(), entity.dxf
    if tuple(dxf.get("extrusion", (0, 0, 1))) != (0, 0, 1):
        return None
    match kind:
        case "LINE":
            bits: list[Bit] = [Straight(_at(dxf.start, height), _at(dxf.end, height))]
            closed = False
        case "CIRCLE" | "ARC":
            closed = kind == "CIRCLE"
            first = 0.0 if closed else radians(dxf.start_angle)
            sweep = tau if closed else (radians(dxf.end_angle) - first) % tau
            bits = [Round(_at(dxf.center, height), float(dxf.radius), -first, -sweep)]
        case "LWPOLYLINE":
            closed = bool(entity.closed)
            bits = list(_bits(entity, height))
        case _:
            return None
    kept = joined(bits, bits[0].start, closed) if bits else []
    return Stroke(kept, closed, look) if kept else None


def _bits(entity: Any, height: Mm) -> Iterator[Bit]:
    corners = [tuple(map(float, place)) for place in entity.get_points("xyb")]
    ends = [*corners[1:], corners[0]] if entity.closed else corners[1:]
    for (x, y, bulge), (to_x, to_y, _) in zip(corners, ends, strict=False):
        here, there = (x, y), (to_x, to_y)
        if abs(bulge) < 1e-9 or dist(here, there) < SAME / 10:
            yield Straight(_at(here, height), _at(there, height))
            continue
        middle = _at(bulge_center(here, there, bulge), height)
        start = _at(here, height)
        begin = atan2(start.y - middle.y, start.x - middle.x)
        yield Round(middle, bulge_radius(here, there, bulge), begin, -4 * atan(bulge))


def _at(place: Any, height: Mm) -> Point:
    return Point(float(place[0]), height - float(place[1]))
