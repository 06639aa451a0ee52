"""Test squares in a grid, each burnt with different settings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.laser.gauge import FONT, MARGIN, TEXT, words
from pnp.scene.bed import Bed, BedStyle, Burn, Operation, OperationStyle, Step

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
