"""Beds as project files of LightBurn, .lbrn2.

The format is not documented. This follows files written by LightBurn 1.7.08, from
github.com/jlucaso1/lbrn2-to-svg, and the reader of MeerK40t, extra/lbrn.py: mm, y up, a CutSetting
for every layer, every segment written out. Speed and power are omitted if the operator chooses
them.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import pi
from typing import assert_never
from xml.sax.saxutils import quoteattr

from pnp.base.geometry import Point
from pnp.base.path import (
    RECURRING,
    Arc,
    Curve,
    Line,
    Path,
    Segment,
    arc_as_curves,
    arc_in_pieces,
    circle_of,
    walk,
)
from pnp.base.units import Mm, format_mm
from pnp.scene.laser_bed import Bed, BedStyle, shown_operations

WITHIN: Mm = 0.001  # how far curves may leave an arc
QUARTER_LEAVES = 0.00028  # how far one curve leaves a quarter of a circle, by its radius
TOOL_LAYERS = range(30, 32)  # T1 and T2, which are never cut or engraved


def render(bed: Bed, look: BedStyle) -> bytes:
    """Return the LightBurn file of a bed; steps on the same layer share its settings."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<LightBurnProject AppVersion="1.7.08" FormatVersion="1" MaterialHeight="0" '
        'MirrorX="False" MirrorY="False">',
        *_settings(bed, look),
    ]
    for operation, step in shown_operations(bed, look):
        for path in operation.paths:
            lines.append(_shape(path, step.layer, bed.size.height))
    lines += [f'<Notes ShowOnLoad="0" Notes={quoteattr(bed.name)}/>', "</LightBurnProject>", ""]
    return "\n".join(lines).encode()


def _settings(bed: Bed, look: BedStyle) -> Iterator[str]:
    """Yield the layers; LightBurn burns the one with the lowest priority first."""
    layers: dict[int, tuple[str, list[str]]] = {}
    set_to = {
        step.layer: step.setting or look.burns.get(operation.step)
        for operation, step in shown_operations(bed, look)
    }
    for operation, step in shown_operations(bed, look):
        kind = "Tool" if step.layer in TOOL_LAYERS else "Scan" if step.filled else "Cut"
        trial = "" if operation.trial is None else f" {operation.trial + 1}"
        name = str(step.setting) if step.setting else f"{operation.step}{trial}"
        _, steps = layers.get(step.layer, (kind, []))
        layers[step.layer] = kind, [*steps, name]
    for priority, (layer, (kind, steps)) in enumerate(layers.items()):
        yield f'<CutSetting type="{kind}">'
        yield f'<index Value="{layer}"/>'
        yield f'<name Value="{", ".join(steps).capitalize()}"/>'
        yield '<kerf Value="0"/>'  # the paths are offset already
        if setting := set_to[layer]:
            yield f'<maxPower Value="{setting.power:g}"/>'
            yield f'<minPower Value="{setting.power:g}"/>'
            yield f'<speed Value="{setting.speed:g}"/>'
            yield f'<numPasses Value="{setting.passes}"/>'
        yield f'<priority Value="{priority}"/>'
        yield "</CutSetting>"


@lru_cache(maxsize=RECURRING)
def _shape(path: Path, layer: int, height: Mm) -> str:
    round_path = circle_of(path)
    if round_path is not None:
        middle, radius = round_path
        r, up = format_mm(radius), format_mm(height - middle.y)
        return (
            f'<Shape Type="Ellipse" CutIndex="{layer}" Rx="{r}" Ry="{r}">\n'
            f"<XForm>1 0 0 1 {format_mm(middle.x)} {up}</XForm>\n"
            "</Shape>"
        )
    corners, segments = _lists(path, height)
    return (
        f'<Shape Type="Path" CutIndex="{layer}">\n'
        "<XForm>1 0 0 1 0 0</XForm>\n"
        f"<VertList>{corners}</VertList>\n"
        f"<PrimList>{segments}</PrimList>\n"
        "</Shape>"
    )


def _lists(path: Path, height: Mm) -> tuple[str, str]:
    """Return the vertices with their control points, and the segments between vertex indices."""
    steps = [piece for start, segment in walk(path) for piece in _pieces(start, segment)]
    count = len(steps) + (not path.closed)
    places = [path.start, *(step.to for step in steps)][:count]
    leaving: dict[int, Point] = {}
    coming: dict[int, Point] = {}
    segments = ""
    for here, step in enumerate(steps):
        there = (here + 1) % count
        if isinstance(step, Curve):
            leaving[here], coming[there] = step.control1, step.control2
        segments += f"{'B' if isinstance(step, Curve) else 'L'}{here} {there}"
    corners = "".join(
        f"V{format_mm(place.x)} {format_mm(height - place.y)}"
        + _control("c0", leaving.get(index), height)
        + _control("c1", coming.get(index), height)
        for index, place in enumerate(places)
    )
    return corners, segments


def _control(name: str, at: Point | None, height: Mm) -> str:
    if at is None:
        return f"{name}x1"
    return f"{name}x{format_mm(at.x)}{name}y{format_mm(height - at.y)}"


def _pieces(start: Point, segment: Segment) -> Iterator[Line | Curve]:
    match segment:
        case Line() | Curve():
            yield segment
        case Arc(_, radius):
            for quarter in arc_in_pieces(start, segment):
                for piece in arc_in_pieces(start, quarter, _sweep_within(radius)):
                    yield from arc_as_curves(start, piece)
                    start = piece.to
        case _:
            assert_never(segment)


def _sweep_within(radius: Mm) -> float:
    """Return the sweep that one curve may cover; its error grows with the sixth power."""
    share: float = (WITHIN / (QUARTER_LEAVES * radius)) ** (1 / 6)
    return pi / 2 * min(1.0, share)
