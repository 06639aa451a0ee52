"""What a laser's program does with each line of a file, by its colour or its layer."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.units import format_mm
from pnp.definitions.data_files import Client
from pnp.verify.findings import Finding, ok, unchecked, wrong
from pnp.verify.laser.dxf import LAYERS
from pnp.verify.laser.strokes import Look, Stroke

STEPS = ("engrave", "score", "inner", "outer", "frame", "guide")
CUTS = frozenset(("inner", "outer", "frame"))
_LINES = frozenset(("score", *CUTS))


class Marked(NamedTuple):
    """A stroke and the steps that its mark may stand for: none, one, or several of one look."""

    stroke: Stroke
    steps: frozenset[str]

    @property
    def job(self) -> str:
        """What is done to the sheet: ``cut``, ``score``, ``engrave``, or what cannot be told."""
        if self.steps and self.steps <= CUTS:
            return "cut"
        return next(iter(self.steps)) if len(self.steps) == 1 else "line"


def marked(strokes: Sequence[Stroke], file_format: str, client: Client | None) -> list[Marked]:
    """Return strokes with their steps; without a client as far as a file tells them itself."""
    looks = {stroke.look for stroke in strokes}
    steps = {look: frozenset(_steps(look, file_format, client)) for look in looks}
    return [Marked(stroke, steps[stroke.look]) for stroke in strokes]


def of(strokes: Sequence[Marked], *jobs: str) -> list[Stroke]:
    """Return the strokes of some jobs."""
    return [one.stroke for one in strokes if one.job in jobs]


def _steps(look: Look, file_format: str, client: Client | None) -> Iterator[str]:
    if file_format == "dxf":
        step = LAYERS.get(look.layer)
        styles = _styles(client, file_format) if client is not None else None
        if step and (styles is None or step in styles):
            yield step
        return
    if client is None:
        yield from ("engrave",) if look.filled else _LINES
        return
    for step, (color, layer, filled) in _styles(client, file_format).items():
        alike = look.color == color if file_format == "svg" else look.layer == str(layer)
        if alike and look.filled == filled:
            yield step


def _styles(client: Client, file_format: str) -> dict[str, tuple[str, int | None, bool]]:
    """Return how files of a format look by step; a frame looks like what is cut out."""
    styles = {
        step: (style.color, style.layer, style.filled)
        for step, style in client.steps.items()
        if style.is_in(file_format)
    }
    styles.setdefault("frame", styles["outer"])
    return styles


def mark_findings(
    strokes: Sequence[Marked], file_format: str, client: Client | None
) -> Iterator[Finding]:
    """Judge whether the client knows every mark, how thick lines are, and what comes first."""
    if client is None:
        yield unchecked("steps", "no report beside it names the program it is for")
        return
    styles = _styles(client, file_format)
    strangers = sorted({_named(one.stroke.look) for one in strokes if not one.steps})
    if strangers:
        known = ", ".join(
            f"{step} {_told(style, file_format, step)}" for step, style in styles.items()
        )
        yield wrong("steps", f"lines {', '.join(strangers)}", f"those of {client.name}: {known}")
    elif file_format == "dxf" and (off := _off_colour(strokes, styles)):
        yield wrong("steps", *off)
    else:
        found = {step for one in strokes for step in one.steps}
        yield ok("steps", ", ".join(step for step in STEPS if step in found))
    if file_format == "svg":
        yield from _widths(strokes, client)
    yield _order(strokes)


def _named(look: Look) -> str:
    if look.color and not look.layer.startswith(tuple("123456")):
        return f"of {'an area' if look.filled else 'a line'} in {look.color}"
    return f"on layer {look.layer}"


def _told(style: tuple[str, int | None, bool], file_format: str, step: str) -> str:
    color, layer, _ = style
    if file_format == "dxf":
        return next(name for name, known in LAYERS.items() if known == step)
    return color if file_format == "svg" else f"layer {layer}"


def _off_colour(
    strokes: Sequence[Marked], styles: dict[str, tuple[str, int | None, bool]]
) -> tuple[str, str] | None:
    for one in strokes:
        (step,) = one.steps
        if one.stroke.look.color != styles[step][0]:
            return f"{step} is {one.stroke.look.color or 'of no colour'}", styles[step][0]
    return None


def _widths(strokes: Sequence[Marked], client: Client) -> Iterator[Finding]:
    widths = {one.stroke.look.width for one in strokes if one.stroke.look.width is not None}
    off = [width for width in sorted(widths) if not abs(width - client.stroke) <= 0.0006]
    if off:
        told = ", ".join(format_mm(width) for width in off)
        yield wrong("line width", f"{told} mm", f"{format_mm(client.stroke)} mm for {client.name}")


def _order(strokes: Sequence[Marked]) -> Finding:
    """Tell whether nothing is drawn after what is burnt later: some programs keep that order."""
    latest, name = -1, ""
    for one in strokes:
        ranks = [STEPS.index(step) for step in one.steps]
        if ranks and max(ranks) < latest:
            return wrong("order", f"{STEPS[max(ranks)]} after {name}", ", ".join(STEPS))
        if ranks and min(ranks) > latest:
            latest = min(ranks)
            name = STEPS[latest]
    return ok("order", "as it is burnt")
