"""Beds as G-code for GRBL 1.1 and its senders: mm, absolute, y up from the lower left.

The laser is off in G0 and in every move with S0, whether or not GRBL is in laser mode. M4 scales
the power with the speed, so that corners and starts are not charred (github.com/gnea/grbl/wiki,
Grbl v1.1 Laser Mode). Arcs are quarters at most, whose ends GRBL checks against their centres.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from pnp.base.geometry import Point, Size
from pnp.base.path import Arc, Curve, Line, Path, arc_geometry, arc_in_pieces, curve_as_arcs, walk
from pnp.base.units import Mm, format_mm
from pnp.scene.laser_bed import Bed, BedStyle, Burn, Operation, Step, Sweep, shown_operations

FULL = 1000  # S at full power, the default of GRBL's $30
WITHIN: Mm = 0.005  # how far arcs may leave a curve


def render(bed: Bed, look: BedStyle, sweeps: Sequence[Sweep], overscan: Mm) -> bytes:
    """Return the G-code of a bed, with ``sweeps`` for its engraving.

    The head overshoots each sweep by ``overscan``, as far as the bed reaches.
    """
    size = f"{format_mm(bed.size.width)} x {format_mm(bed.size.height)} mm"
    lines = [
        *([f"; {bed.name}"] if bed.name else []),
        f"; {size} from the lower left corner; S{FULL} is full power ($30={FULL}, $32=1)",
        "G21 G90 G17 G94",
        "M5 S0",
    ]
    for operation, style in shown_operations(bed, look):
        burn = style.setting or look.burns[operation.step]
        percent = f"{burn.power:g} %"
        lines += [f"; {operation.step}: {burn.speed:g} mm/s, {percent}", "M4 S0"]
        if operation.step is Step.ENGRAVE:
            lines += _swept(sweeps, bed.size, overscan, burn)
        else:
            lines += _followed(operation, bed.size.height, burn)
    return "\n".join([*lines, "M5 S0", "G0 X0 Y0", ""]).encode()


def _power(burn: Burn) -> str:
    return f"S{round(burn.power * FULL / 100)}"


def _feed(burn: Burn) -> str:
    return f"F{format_mm(burn.speed * 60)}"  # mm a minute


def _swept(sweeps: Sequence[Sweep], size: Size, overscan: Mm, burn: Burn) -> Iterator[str]:
    """Yield sweeps to and fro; the laser is off between areas, at the same speed."""
    feed, on = _feed(burn), _power(burn)
    for number, sweep in enumerate(sweeps):
        first = max(sweep.burnt[0][0] - overscan, 0.0)
        last = min(sweep.burnt[-1][1] + overscan, size.width)
        spans = sweep.burnt
        if number % 2:
            first, last = last, first
            spans = tuple((right, left) for left, right in reversed(spans))
        yield f"G0 X{format_mm(first)} Y{format_mm(size.height - sweep.y)} S0"
        for start, end in spans:
            yield f"G1 X{format_mm(start)} S0 {feed}".rstrip()
            yield f"G1 X{format_mm(end)} {on}"
            feed = ""
        yield f"G1 X{format_mm(last)} S0"


def _followed(operation: Operation, height: Mm, burn: Burn) -> Iterator[str]:
    """Yield the paths of an operation, all of them once per pass."""
    for number in range(burn.passes):
        if burn.passes > 1:
            yield f"; pass {number + 1} of {burn.passes}"
        for path in operation.paths:
            yield f"G0 {_at(path.start, height)} S0"
            settings = f" {_power(burn)} {_feed(burn)}"
            for move in _moves(path, height):
                yield move + settings
                settings = ""


def _moves(path: Path, height: Mm) -> Iterator[str]:
    for start, segment in walk(path):
        match segment:
            case Line(to):
                yield f"G1 {_at(to, height)}"
            case Arc():
                yield from _arcs(start, segment, height)
            case Curve():
                for piece in curve_as_arcs(start, segment, WITHIN):
                    yield from _moves(Path(start, (piece,), closed=False), height)
                    start = piece.to
            case _:
                assert_never(segment)


def _arcs(start: Point, arc: Arc, height: Mm) -> Iterator[str]:
    (x, y), _, _ = arc_geometry(start, arc)
    for piece in arc_in_pieces(start, arc):
        code = "G2" if arc.clockwise else "G3"
        center = f"I{format_mm(x - start.x)} J{format_mm(start.y - y)}"
        yield f"{code} {_at(piece.to, height)} {center}"
        start = piece.to


def _at(place: Point, height: Mm) -> str:
    return f"X{format_mm(place.x)} Y{format_mm(height - place.y)}"
