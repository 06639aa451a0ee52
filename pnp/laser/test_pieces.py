"""Test pieces: a gauge for kerf and scale, two parts to try a fit, and squares of settings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.fit import Fit
from pnp.base.fonts import FontName, text_outlines, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import Mm
from pnp.laser.cuts import merge_cuts
from pnp.laser.joinery.panels import FINGER
from pnp.laser.kerf import outward
from pnp.laser.order import optimize_order
from pnp.laser.scheme import Kerf
from pnp.scene.laser_bed import Bed, BedStyle, Burn, Operation, OperationStyle, Step

# The gauge.
BLOCKS = 10
BLOCK = Size(10.0, 20.0)
SQUARE: Mm = 50.0
MARGIN: Mm = 5.0
FONT: FontName = "sans-bold"
TEXT: Mm = 4.0

# The parts to try a fit.
LAP: Mm = 10.0  # how deep slots for the edge of a sheet are
BESIDE: Mm = 4.0  # around words, and on both sides of slots
BODY: Mm = 20.0  # how high the piece with the finger is below it
FitSlots = Sequence[tuple[Mm, Mm]]

# The squares of settings.
ENGRAVED: Mm = 8.0
CUT: Mm = 10.0
ROOM: Mm = 3.0  # between two squares, and between squares and letters
# LightBurn's palette, layers 00 to 29 (docs.lightburnsoftware.com).
PALETTE = (
    *("#000000", "#0000ff", "#ff0000", "#00e000", "#d0d000", "#ff8000", "#00e0e0", "#ff00ff"),
    *("#b4b4b4", "#0000a0", "#a00000", "#00a000", "#a0a000", "#c08000", "#00a0ff", "#a000a0"),
    *("#808080", "#7d87b9", "#bb7784", "#4a6fe3", "#d33f6a", "#8cd78c", "#f0b98d", "#f6c4e1"),
    *("#fa9ed4", "#500a78", "#b45a00", "#004754", "#86fa88", "#ffdb66"),
)
LETTERS = 20
GREYS = (0, 8, 16)  # MeerK40t 0.9.9100 fills what has a line of these instead of following it


def kerf_gauge() -> Bed:
    """Return a row of blocks cut from one slot, and a 50 mm square to check the scale.

    No line has kerf compensation. The beam removes one kerf at each of the n + 1 cuts across the
    slot: pushed to one end, n blocks leave a gap of n + 1 kerfs to measure with a caliper.
    """
    slot = Rect(MARGIN, MARGIN + 2 * TEXT, BLOCKS * BLOCK.width, BLOCK.height)
    blocks = (rectangle(Rect(slot.x + n * BLOCK.width, slot.y, *BLOCK)) for n in range(BLOCKS))
    square = Rect(MARGIN, slot.bottom + 3 * TEXT, SQUARE, SQUARE)
    signs = (
        *words(f"{BLOCKS} blocks: gap / {BLOCKS + 1} = kerf", Point(slot.x, slot.y - TEXT)),
        *words("50 mm", Point(square.x + TEXT, square.center.y)),
    )
    operations = (
        Operation(Step.ENGRAVE, signs),
        Operation(Step.SCORE, (rectangle(square),)),
        Operation(Step.OUTER, optimize_order(merge_cuts(blocks), Point(0, 0))),
    )
    return Bed(Size(slot.right + MARGIN, square.bottom + MARGIN), operations, "kerf")


def words(text: str, at: Point) -> tuple[Path, ...]:
    """Return the outlines of a line of text."""
    return text_outlines(text, FONT, TEXT, at)


"""Where slots are along an edge: their middles and widths, from left to right."""


def fit_test(thickness: Mm, kerf: Kerf) -> Bed:
    """Return a plate with labelled slots for every fit, and a plate with a finger.

    The finger fits the slots above the labels, as at the corner of a box, and the edge of either
    plate fits those below, as where dividers cross.
    """
    finger = FINGER * thickness
    pitch = max(finger, *(text_width(fit.value, FONT, TEXT) for fit in Fit)) + 2 * BESIDE
    middles = {fit: MARGIN + (number + 0.5) * pitch for number, fit in enumerate(Fit)}
    above = [(middle, finger + fit.clearance) for fit, middle in middles.items()]
    below = [(middle, thickness + fit.clearance) for fit, middle in middles.items()]
    high = thickness + TEXT + 2 * BESIDE + LAP
    plate = Rect(MARGIN, MARGIN, len(Fit) * pitch, high)
    plate_text = (f"{thickness:g} mm", f"kerf {kerf}")
    wide = max(finger, *(text_width(line, FONT, TEXT) for line in plate_text)) + 2 * BESIDE
    body = Rect(MARGIN, plate.bottom + BESIDE + thickness, wide, BODY)
    outlines = (_slotted(plate, above, thickness, below), _fingered(body, finger, thickness))
    signs = (*_names(middles, plate.y + thickness + BESIDE + TEXT), *_lines(plate_text, body))
    cuts = optimize_order([outward(outline, kerf) for outline in outlines], Point(0, 0))
    size = Size(plate.right + MARGIN, body.bottom + MARGIN)
    return Bed(size, (Operation(Step.SCORE, signs), Operation(Step.OUTER, cuts)), "fit")


def _slotted(plate: Rect, above: FitSlots, deep: Mm, below: FitSlots) -> Path:
    """Return the outline of a plate with slots open at its upper and lower edge."""
    upper = _notches(above, plate.y, plate.y + deep)
    lower = _notches(below, plate.bottom, plate.bottom - LAP)
    ends = (Point(plate.x, plate.bottom), Point(plate.right, plate.bottom))
    start = (Point(plate.x, plate.y), *upper, Point(plate.right, plate.y))
    return polygon((*start, *reversed([ends[0], *lower, ends[1]])))


def _notches(slots: FitSlots, edge: Mm, end: Mm) -> Iterator[Point]:
    """Yield the corners of slots from left to right, between an edge and their ends."""
    for middle, wide in slots:
        left, right = middle - wide / 2, middle + wide / 2
        yield from (Point(left, edge), Point(left, end), Point(right, end), Point(right, edge))


def _fingered(body: Rect, wide: Mm, high: Mm) -> Path:
    """Return the outline of a plate with a finger in the middle of its upper edge."""
    finger = _notches([(body.center.x, wide)], body.y, body.y - high)
    left, right = body.x, body.right
    corners = (Point(right, body.y), Point(right, body.bottom), Point(left, body.bottom))
    return polygon((Point(left, body.y), *finger, *corners))


def _names(middles: dict[Fit, Mm], baseline: Mm) -> Iterator[Path]:
    for fit, middle in middles.items():
        width = text_width(fit.value, FONT, TEXT)
        yield from words(fit.value, Point(middle - width / 2, baseline))


def _lines(lines: Sequence[str], body: Rect) -> Iterator[Path]:
    """Yield lines of text in the middle of a plate."""
    for number, line in enumerate(lines):
        left = body.center.x - text_width(line, FONT, TEXT) / 2
        yield from words(line, Point(left, body.center.y + (2 * number - 0.5) * TEXT))


class Trials(NamedTuple):
    """A grid of trials: the labels of its rows and columns, and its settings.

    ``settings`` are by row. They are None if the operator chooses them, and writes them down.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    settings: tuple[Burn | None, ...]

    def split(self, most: int) -> "dict[str, Trials]":
        """Return the grids of at most ``most`` trials that make up this one, by name.

        These are single rows, or else single squares; without settings, a single unlabelled square
        to burn repeatedly.
        """
        if most >= len(self.settings):
            return {"": self}
        wide = len(self.columns)
        if most >= wide:
            return {
                f"-{_short(row)}": Trials((row,), self.columns, self.settings[n * wide :][:wide])
                for n, row in enumerate(self.rows)
            }
        if None in self.settings:
            return {"": Trials(("",), ("",), (None,))}
        return {
            f"-{_short(row)}-{_short(column)}": Trials((row,), (column,), (setting,))
            for (row, column), setting in zip(
                ((row, column) for row in self.rows for column in self.columns),
                self.settings,
                strict=True,
            )
        }


LETTERED = Trials(tuple("ABCD"), tuple("12345"), (None,) * 20)


def trials_of(speeds: Sequence[float], powers: Sequence[float], passes: int) -> Trials:
    """Return a grid with a row for each speed in mm/s and a column for each power in per cent."""
    if not (speeds and powers):
        return LETTERED
    settings = tuple(Burn(speed, power, passes) for speed in speeds for power in powers)
    rows = tuple(f"{speed:g} mm/s" for speed in speeds)
    return Trials(rows, tuple(f"{power:g} %" for power in powers), settings)


def power_grid(trials: Trials) -> Bed:
    """Return a grid of squares to engrave."""
    return _grid("power", trials, Step.ENGRAVE, ENGRAVED)


def cut_test(trials: Trials) -> Bed:
    """Return a grid of squares to cut: one that falls out shows settings that cut through."""
    return _grid("cut", trials, Step.OUTER, CUT)


def trial_look(look: BedStyle, trials: Trials, filled: bool, colors: Sequence[str]) -> BedStyle:
    """Return the style of a grid: a colour and a layer for every square, and one for letters.

    ``colors`` are those that the target distinguishes, empty if it distinguishes all.
    """
    layers = [n for n in range(len(PALETTE)) if n != LETTERS and (filled or n not in GREYS)]
    letters = OperationStyle(PALETTE[LETTERS], LETTERS, filled, _gentle(trials))
    known = [(PALETTE[layer], layer) for layer in layers]
    if colors:
        known = list(zip(colors, layers, strict=False))
        known_letters = look.steps.get(_lettering(filled), letters)
        letters = known_letters._replace(setting=letters.setting)
    squares = tuple(
        OperationStyle(color, layer, filled, setting)
        for (color, layer), setting in zip(known, trials.settings, strict=False)
    )
    return BedStyle({_lettering(filled): letters}, look.stroke, squares)


def _gentle(trials: Trials) -> Burn | None:
    """Return the settings for letters: a quarter of the heat of the gentlest square."""
    if None in trials.settings:
        return None
    settings = [setting for setting in trials.settings if setting]
    return Burn(4 * max(one.speed for one in settings), min(one.power for one in settings))


def _lettering(filled: bool) -> Step:
    """Return the step for letters: filled beside filled squares, outlines beside cut ones."""
    return Step.ENGRAVE if filled else Step.SCORE


def _grid(name: str, trials: Trials, step: Step, side: Mm) -> Bed:
    left = MARGIN + max(text_width(sign, FONT, TEXT) for sign in trials.rows) + ROOM
    top = MARGIN + TEXT + ROOM
    pitch = max(side, *(text_width(sign, FONT, TEXT) for sign in trials.columns)) + ROOM
    cells = [
        Rect(left + column * pitch, top + row * (side + ROOM), side, side)
        for row in range(len(trials.rows))
        for column in range(len(trials.columns))
    ]
    signs = tuple(_signs(trials, cells))
    letters = [Operation(_lettering(step is Step.ENGRAVE), signs)] if signs else []
    squares = (Operation(step, (rectangle(cell),), n) for n, cell in enumerate(cells))
    size = Size(left + len(trials.columns) * pitch - ROOM + MARGIN, cells[-1].bottom + MARGIN)
    return Bed(size, (*letters, *squares), name)


def _signs(trials: Trials, cells: Sequence[Rect]) -> Iterator[Path]:
    for sign, cell in zip(trials.rows, cells[:: len(trials.columns)], strict=True):
        left = cell.x - ROOM - text_width(sign, FONT, TEXT)
        yield from words(sign, Point(left, cell.center.y + TEXT / 3))
    for sign, cell in zip(trials.columns, cells, strict=False):
        left = cell.center.x - text_width(sign, FONT, TEXT) / 2
        yield from words(sign, Point(left, cell.y - ROOM))
    passes = {setting.passes for setting in trials.settings if setting}
    if max(passes, default=1) > 1:
        yield from words(f"{max(passes)} x", Point(MARGIN, MARGIN + TEXT))


def _short(sign: str) -> str:
    """Return a label as part of a file name."""
    return sign.replace(" mm/s", "mms").replace(" %", "pc").lower()
