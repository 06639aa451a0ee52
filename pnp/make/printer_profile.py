"""Printer profiles: the measured errors of printers, each a file in the user's settings folder.

The axes are those of an upright sheet with its front up: x to the right along the short edge, y
down along the long edge, angles clockwise, all about the middle of the sheet. Backs are seen from
the same side, through the paper.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from annotated_types import Interval

from pnp.base.errors import DefinitionError, OutputError, UnitError, UsageError, reason
from pnp.base.files import is_device_name, read_file, write_atomic
from pnp.base.locks import locked
from pnp.base.messages import Message
from pnp.base.own_folders import settings_folder
from pnp.base.toml import parse_toml
from pnp.base.units import Mm, did_you_mean

FARTHEST: Mm = 20.0  # a sheet that is further off was fed incorrectly
STEEPEST = 5.0  # degrees; a sheet at a steeper angle jams
SMALLEST, LARGEST = 0.9, 1.1  # scale

LONGEST_NAME = 24  # it is in the label of every sheet
_NAME = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST_NAME - 2}}}[a-z0-9])?")
_NUMBERS = ("dx", "dy", "angle", "scale_x", "scale_y")  # of a profile
RANGES = {  # of what is measured, with its unit
    **dict.fromkeys(("top", "bottom", "left", "right", "dx", "dy"), (-FARTHEST, FARTHEST, "mm")),
    "angle": (-STEEPEST, STEEPEST, "°"),
    **dict.fromkeys(("scale_x", "scale_y"), (SMALLEST, LARGEST, "")),
}
_EXPLAINED = """\
# How a printer prints, as measured with "pnp calibrate print".
# Backs lie dx mm to the right of their fronts and dy mm below them, turned clockwise by
# angle degrees, as seen from the front of an upright sheet. What should be 100 mm long comes
# out scale_x times as long across the sheet and scale_y times as long down.
"""

BackOffset = Annotated[Mm, Interval(ge=-FARTHEST, le=FARTHEST)]
BackAngle = Annotated[float, Interval(ge=-STEEPEST, le=STEEPEST)]
ScaleFactor = Annotated[float, Interval(ge=SMALLEST, le=LARGEST)]


class PrinterProfile(NamedTuple):
    """A printer's errors: the offset and the skew of backs, and the scale of both sides.

    Backs lie ``dx`` and ``dy`` beside their fronts, turned by ``angle`` degrees. Lengths are
    printed ``scale_x`` times as wide and ``scale_y`` times as high. Offsets are read from scales
    that the printer printed, so they are scaled as well. ``paper`` is the paper that was measured.
    """

    name: str
    paper: str
    dx: BackOffset = 0.0
    dy: BackOffset = 0.0
    angle: BackAngle = 0.0
    scale_x: ScaleFactor = 1.0
    scale_y: ScaleFactor = 1.0


def measured_on_other(printer: PrinterProfile | None, paper: str) -> Iterator[str]:
    """Yield a note if a printer was measured on other paper than ``paper``."""
    if printer is not None and printer.paper != paper:
        named = {"printer": printer.name, "measured": printer.paper}
        yield Message("other_paper", paper=paper, **named)


def check_name(name: str) -> None:
    """Raise UsageError if a printer cannot have this name."""
    if not _NAME.fullmatch(name):
        raise UsageError(Message("printer_name", most=LONGEST_NAME, written=name))
    if is_device_name(name):
        raise UsageError(Message("printer_device", name=name))


def save_printer(printer: PrinterProfile, *, replace: bool = False) -> Path:
    """Store a printer's profile atomically and return its file.

    Raises:
        UsageError: If there is one with that name, unless ``replace`` is set.
        OutputError: If it cannot be written.
    """
    file = _file(printer.name)
    lines = [f'paper = "{printer.paper}"']
    lines += [f"{key} = {float(getattr(printer, key))!r}" for key in _NUMBERS]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(file):
            if os.path.exists(file) and not replace:
                raise UsageError(
                    f"a printer {printer.name} already exists; choose another name, or add "
                    "--replace"
                )
            write_atomic(file, _EXPLAINED + "\n".join(lines) + "\n")
    except OSError as error:
        raise OutputError(f"cannot write {file}: {reason(error)}") from error
    return file


def load_printer(name: str) -> PrinterProfile:
    """Return a printer by its name.

    Raises:
        UsageError: If there is none with that name, or if its file is not a valid profile.
    """
    name = name.lower()
    check_name(name)
    file = _file(name)
    try:
        content = read_file(file, "definition_kb")
    except FileNotFoundError:
        raise UsageError(_unknown(name)) from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {reason(error)}") from error
    try:
        return _read(name, parse_toml(content, file))
    except DefinitionError as error:
        raise UsageError(f"{error}; measure again (pnp printer add --replace)") from None
    except ValueError as error:
        raise UsageError(f"{file}: {error}; measure again (pnp printer add --replace)") from None


def load_printers() -> list[PrinterProfile]:
    """Return all printers, sorted by name.

    Raises:
        UsageError: If their folder, or one of them, cannot be read.
    """
    return [load_printer(name) for name in printer_names()]


def remove_printer(name: str) -> None:
    """Delete a printer's profile.

    Raises:
        UsageError: If there is none with that name.
        OutputError: If its file cannot be removed.
    """
    name = name.lower()
    check_name(name)
    file = _file(name)
    try:
        file.unlink()
    except FileNotFoundError:
        raise UsageError(_unknown(name)) from None
    except OSError as error:
        raise OutputError(f"cannot remove {file}: {reason(error)}") from error


def _folder() -> Path:
    return settings_folder() / "printers"


def _file(name: str) -> Path:
    return _folder() / f"{name}.toml"


def printer_names() -> list[str]:
    """Return the names of all printers, sorted.

    Raises:
        UsageError: If their folder cannot be read.
    """
    folder = _folder()
    if not os.path.lexists(folder):  # nor if the settings are closed to this user
        return []
    try:
        files = [Path(name) for name in os.listdir(folder)]
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {reason(error)}") from error
    return sorted(f.stem for f in files if f.suffix == ".toml" and _NAME.fullmatch(f.stem))


def _unknown(name: str) -> str:
    known = printer_names()
    there_are = f"there are: {', '.join(known)}" if known else "there is none yet"
    return (
        f"there is no printer {name}; {there_are} (pnp calibrate print shows how to add one)"
        f"{did_you_mean(name, known)}"
    )


def _read(name: str, data: dict[str, Any]) -> PrinterProfile:
    if data.keys() != {"paper", *_NUMBERS}:
        wrong = ", ".join(sorted(data.keys() ^ {"paper", *_NUMBERS}))
        raise ValueError(f"a profile has only paper, {', '.join(_NUMBERS)}: see {wrong}")
    if not isinstance(data["paper"], str):
        raise ValueError("paper is a name in quotes")
    for key in _NUMBERS:
        if isinstance(data[key], bool) or not isinstance(data[key], int | float):
            raise ValueError(f"{key} is a number")
    return PrinterProfile(name, data["paper"], *(within(key, float(data[key])) for key in _NUMBERS))


def within(option: str, value: float) -> float:
    """Return a measurement.

    Raises:
        UnitError: If it is out of range.
    """
    least, most, unit = RANGES[option]
    if not least <= value <= most:
        space = f" {unit}" if unit == "mm" else unit
        limits = {"least": f"{least:g}{space}", "most": f"{most:g}{space}"}
        raise UnitError(Message("reading_beyond", given=f"{value:g}{space}", **limits))
    return value
