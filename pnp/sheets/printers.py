"""Printer profiles: made from readings of the calibration sheet, checked and stored.

Each is a small file in the user's settings folder.
"""

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import DefinitionError, LayoutError, OutputError, UsageError, reason
from pnp.base.files import is_device_name, read_file, write_atomic
from pnp.base.geometry import Size
from pnp.base.locks import locked
from pnp.base.own_folders import settings_folder
from pnp.base.toml import parse_toml
from pnp.base.units import did_you_mean, quoted
from pnp.records.printer_profile import FARTHEST, LARGEST, SMALLEST, STEEPEST, PrinterProfile
from pnp.sheets.layout.calibration import Displacement, ScaleReadings, calibrate

LONGEST_NAME = 24  # it is in the label of every sheet

_NAME = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST_NAME - 2}}}[a-z0-9])?")
_NUMBER = re.compile(r"[+-]?(?:\d{1,4}(?:\.\d{0,6})?|\.\d{1,6})")
_NUMBERS = ("dx", "dy", "angle", "scale_x", "scale_y")  # of a profile
_RANGES = {  # of what is measured, with its unit
    **dict.fromkeys(("top", "bottom", "left", "right", "dx", "dy"), (-FARTHEST, FARTHEST, "mm")),
    "angle": (-STEEPEST, STEEPEST, "°"),
    **dict.fromkeys(("scale_x", "scale_y"), (SMALLEST, LARGEST, "")),
}


class Measurements(NamedTuple):
    """Measurements as the user wrote them; None if left out.

    Either the four readings of the calibration sheet, or the displacement itself.
    """

    top: str | None = None
    bottom: str | None = None
    left: str | None = None
    right: str | None = None
    dx: str | None = None
    dy: str | None = None
    angle: str | None = None
    scale_x: str | None = None
    scale_y: str | None = None


def make_profile(name: str, paper: str, size: Size, measured: Measurements) -> PrinterProfile:
    """Return the profile of a printer, measured on paper of a name and size.

    Raises:
        UsageError: If a value cannot be read or is out of range; a line for each.
    """
    given = {key: text for key, text in measured._asdict().items() if text is not None}
    values: dict[str, float] = {}
    faults: list[str] = []
    if not given:
        faults.append(
            "no measurements are given: write the four readings of the test sheet (--top, "
            "--bottom, --left, --right), or --dx, --dy and --angle, or --scale-x and "
            "--scale-y"
        )
    try:
        check_name(name)
    except UsageError as error:
        faults.append(str(error))
    for key, text in given.items():
        try:
            values[key] = _value(key, text)
        except ValueError as error:
            faults.append(f"--{key.replace('_', '-')}: {error}")
    if readings := [key for key in given if key in ScaleReadings._fields]:
        missing = [f"--{place}" for place in ScaleReadings._fields if place not in given]
        if instead := [key for key in given if key in Displacement._fields]:
            faults.append(
                f"--{readings[0]} and --{instead[0]}: give the four readings or the displacement, "
                "not both"
            )
        elif missing:
            faults.append(f"all four scales are needed; missing: {', '.join(missing)}")
        elif all(place in values for place in ScaleReadings._fields):
            try:
                read = ScaleReadings(*(values.pop(place) for place in ScaleReadings._fields))
                values |= calibrate(size).displacement(read)._asdict()
            except LayoutError as error:
                faults.append(str(error))
    if faults:
        raise UsageError("\n".join(faults))
    return PrinterProfile(name, paper, **values)


def check_name(name: str) -> None:
    """Raise UsageError if a printer cannot have this name."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            "a printer's name has lower-case letters, digits and hyphens, at most "
            f"{LONGEST_NAME}, such as office-thick; not {quoted(name)}"
        )
    if is_device_name(name):
        raise UsageError(f"a printer cannot be called {name}: Windows keeps that name for a device")


def _number(text: str, unit: str) -> float:
    """Parse a number, which may have a comma, a true minus sign and its unit."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    plain = plain.removesuffix(unit).strip()
    if not _NUMBER.fullmatch(plain):
        example = "1.5" if unit == "°" else "-0.3"
        raise ValueError(f"write a number, such as {example}, not {quoted(text)}")
    return float(plain)


def _value(option: str, text: str) -> float:
    """Parse a measurement; a factor is ``0.994`` or ``99.4/100``, measured over nominal length.

    Raises:
        ValueError: If it cannot be read or is out of range.
    """
    if not option.startswith("scale"):
        return _within(option, _number(text, _RANGES[option][2]))
    measured, slash, nominal = text.partition("/")
    top, bottom = _number(measured, "mm"), _number(nominal, "mm") if slash else 1.0
    if bottom <= 0:
        raise ValueError(f"write its nominal length after the /, not {quoted(text)}")
    try:
        return round(_within(option, top / bottom), 6)
    except ValueError as error:
        raise ValueError(
            f"{error}; write the measured and the nominal length of the line, such as 189.2/190"
        ) from None


def _within(option: str, value: float) -> float:
    least, most, unit = _RANGES[option]
    if not least <= value <= most:
        space = f" {unit}" if unit == "mm" else unit
        raise ValueError(f"is from {least:g}{space} to {most:g}{space}, not {value:g}{space}")
    return value


_EXPLAINED = """\
# How a printer prints, as measured with "pnp calibrate print".
# Backs lie dx mm to the right of their fronts and dy mm below them, turned clockwise by
# angle degrees, as seen from the front of an upright sheet. What should be 100 mm long comes
# out scale_x times as long across the sheet and scale_y times as long down.
"""


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
            if file.exists() and not replace:
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
    return PrinterProfile(
        name, data["paper"], *(_within(key, float(data[key])) for key in _NUMBERS)
    )
