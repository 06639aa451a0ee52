"""The laser step that each stroke stands for, by its colour or its layer."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.units import format_mm
from pnp.definitions.data_files import LaserTarget
from pnp.verify.findings import Finding, ok, unchecked, wrong
from pnp.verify.laser.dxf import LAYERS
from pnp.verify.laser.strokes import CUTS, LaserStroke, StrokeStyle

STEPS = ("engrave", "score", "inner", "outer", "frame", "guide")  # in the order of burning
LINES = frozenset(("score", *CUTS))


class _StepStyle(NamedTuple):
    color: str
    layer: int | None
    filled: bool


def assign_steps(
    strokes: Sequence[LaserStroke], file_format: str, target: LaserTarget | None
) -> list[LaserStroke]:
    """Return strokes with their steps; without a target, as far as the file itself shows them."""
    styles = {stroke.style for stroke in strokes}
    steps = {style: frozenset(_steps(style, file_format, target)) for style in styles}
    return [stroke.with_steps(steps[stroke.style]) for stroke in strokes]


def _steps(style: StrokeStyle, file_format: str, target: LaserTarget | None) -> Iterator[str]:
    if file_format == "dxf":
        step = LAYERS.get(style.layer)
        if step and (target is None or step in _step_styles(target, file_format)):
            yield step
        return
    if target is None:
        yield from ("engrave",) if style.filled else LINES
        return
    for step, (color, layer, filled) in _step_styles(target, file_format).items():
        alike = style.color == color if file_format == "svg" else style.layer == str(layer)
        if alike and style.filled == filled:
            yield step


def _step_styles(target: LaserTarget, file_format: str) -> dict[str, _StepStyle]:
    """Return the style of each step in files of a format; a frame has that of an outer cut."""
    styles = {
        step: _StepStyle(style.color, style.layer, style.filled)
        for step, style in target.steps.items()
        if style.is_in(file_format)
    }
    styles.setdefault("frame", styles["outer"])
    return styles


def step_findings(
    strokes: Sequence[LaserStroke], file_format: str, target: LaserTarget | None
) -> Iterator[Finding]:
    """Check that the target knows every style, how wide lines are, and the order of steps."""
    if target is None:
        yield unchecked("steps", "no report beside it names the program it is for")
        return
    styles = _step_styles(target, file_format)
    unknown = sorted({_describe(stroke.style) for stroke in strokes if not stroke.steps})
    if unknown:
        known = ", ".join(
            f"{step} {_describe_step(step, style, file_format)}" for step, style in styles.items()
        )
        yield wrong("steps", f"lines {', '.join(unknown)}", f"those of {target.name}: {known}")
    elif file_format == "dxf" and (fault := _wrong_color(strokes, styles)):
        yield wrong("steps", *fault)
    else:
        found = {step for stroke in strokes for step in stroke.steps}
        yield ok("steps", ", ".join(step for step in STEPS if step in found))
    if file_format == "svg":
        yield from _widths(strokes, target)
    yield _order(strokes)


def _describe(style: StrokeStyle) -> str:
    if style.color and not style.layer.startswith(tuple("123456")):
        return f"of {'an area' if style.filled else 'a line'} in {style.color}"
    return f"on layer {style.layer}"


def _describe_step(step: str, style: _StepStyle, file_format: str) -> str:
    if file_format == "dxf":
        return next(name for name, known in LAYERS.items() if known == step)
    return style.color if file_format == "svg" else f"layer {style.layer}"


def _wrong_color(
    strokes: Sequence[LaserStroke], styles: dict[str, _StepStyle]
) -> tuple[str, str] | None:
    for stroke in strokes:
        (step,) = stroke.steps
        if stroke.style.color != styles[step].color:
            return f"{step} is {stroke.style.color or 'of no colour'}", styles[step].color
    return None


def _widths(strokes: Sequence[LaserStroke], target: LaserTarget) -> Iterator[Finding]:
    widths = {stroke.style.width for stroke in strokes if stroke.style.width is not None}
    off = [width for width in sorted(widths) if not abs(width - target.stroke) <= 0.0006]
    if off:
        found = ", ".join(format_mm(width) for width in off)
        yield wrong("line width", f"{found} mm", f"{format_mm(target.stroke)} mm for {target.name}")


def _order(strokes: Sequence[LaserStroke]) -> Finding:
    """Check that strokes stand in the order of burning, which some programs keep."""
    latest, name = -1, ""
    for stroke in strokes:
        ranks = [STEPS.index(step) for step in stroke.steps]
        if ranks and max(ranks) < latest:
            return wrong("order", f"{STEPS[max(ranks)]} after {name}", ", ".join(STEPS))
        if ranks and min(ranks) > latest:
            latest = min(ranks)
            name = STEPS[latest]
    return ok("order", "as it is burnt")
