"""Printer profiles: made from readings of the calibration sheet, checked and stored.

Each is one small file in the user's settings folder.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import DefinitionError, LayoutError, OutputError, UsageError, reason
from pnp.base.files import is_device_name, read_file, write_atomic
from pnp.base.geometry import Size
from pnp.base.toml import parse_toml
from pnp.base.units import quoted
from pnp.records.printer_profile import FARTHEST, LARGEST, SMALLEST, STEEPEST, PrinterProfile
from pnp.sheets.layout.calibration import Displacement, ScaleReadings, calibrate

LONGEST_NAME = 24  # it is in the label of every sheet

_NAME = re.compile(rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST_NAME - 2}}}[a-z0-9])?")
_NUMBER = re.compile(r"[+-]?(?:\d{1,4}(?:\.\d{0,6})?|\.\d{1,6})")


class Measurements(NamedTuple):
    """Measurements as the user wrote them, None if left out.

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
    reading = _MeasurementReader(measured)
    if not reading.given(Measurements._fields):
        reading.faults.append(
            "nothing was measured: give the four readings of the test sheet (--top, --bottom, "
            "--left, --right), or --dx, --dy and --angle, or --scale-x and --scale-y"
        )
    try:
        check_name(name)
    except UsageError as error:
        reading.faults.append(str(error))
    displacement = reading.displacement(size)
    scale_x, scale_y = reading.factor("scale_x"), reading.factor("scale_y")
    if reading.faults:
        raise UsageError("\n".join(reading.faults))
    return PrinterProfile(name, paper, *displacement, scale_x, scale_y)


class _MeasurementReader:
    """Reads measurements; what it cannot read is left out and added to ``faults``."""

    def __init__(self, measured: Measurements) -> None:
        self.faults: list[str] = []
        self._texts = measured._asdict()

    def given(self, options: Sequence[str]) -> list[str]:
        return [option for option in options if self._texts[option] is not None]

    def displacement(self, size: Size) -> Displacement:
        """Return the displacement, from readings of the sheet for that paper if there are any."""
        direct = Displacement(
            self._number("dx", "mm", FARTHEST),
            self._number("dy", "mm", FARTHEST),
            self._number("angle", "°", STEEPEST),
        )
        readings = ScaleReadings(
            *(self._number(place, "mm", FARTHEST) for place in ScaleReadings._fields)
        )
        scales, instead = self.given(ScaleReadings._fields), self.given(Displacement._fields)
        if not scales:
            return direct
        missing = [f"--{place}" for place in ScaleReadings._fields if place not in scales]
        if instead:
            self.faults.append(
                f"--{scales[0]} and --{instead[0]}: give the four readings or the displacement, "
                "not both"
            )
        elif missing:
            self.faults.append(f"all four scales are needed: {', '.join(missing)} not given")
        elif not self.faults:
            try:
                return calibrate(size).displacement(readings)
            except LayoutError as error:
                self.faults.append(str(error))
        return direct

    def factor(self, option: str) -> float:
        """Return a scale factor, 1 if none is given."""
        text = self._texts[option]
        try:
            return 1.0 if text is None else _factor(text)
        except ValueError as error:
            self.faults.append(f"--{option.replace('_', '-')}: {error}")
            return 1.0

    def _number(self, option: str, unit: str, limit: float) -> float:
        text = self._texts[option]
        try:
            return 0.0 if text is None else _within(_number(text, unit), -limit, limit, unit)
        except ValueError as error:
            self.faults.append(f"--{option}: {error}")
            return 0.0


def is_name(name: str) -> bool:
    """Return whether a printer's name has only allowed characters."""
    return _NAME.fullmatch(name) is not None


def check_name(name: str) -> None:
    """Raise UsageError if a printer cannot have this name."""
    if not is_name(name):
        raise UsageError(
            f"a printer's name is made of small letters, figures and hyphens, at most "
            f"{LONGEST_NAME}, such as office-thick; not {quoted(name)}"
        )
    if is_device_name(name):
        raise UsageError(f"a printer cannot be called {name}: Windows keeps that name for a device")


def check_profile(printer: PrinterProfile) -> None:
    """Raise ValueError if a number in a profile is out of range."""
    for value, limit, unit in (
        (printer.dx, FARTHEST, "mm"),
        (printer.dy, FARTHEST, "mm"),
        (printer.angle, STEEPEST, "°"),
    ):
        _within(value, -limit, limit, unit)
    for factor in (printer.scale_x, printer.scale_y):
        _within(factor, SMALLEST, LARGEST, "")


def _number(text: str, unit: str) -> float:
    """Return a number, which may have a comma, a true minus sign and its unit."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    plain = plain.removesuffix(unit).strip()
    if not _NUMBER.fullmatch(plain):
        example = "1.5" if unit == "°" else "-0.3"
        raise ValueError(f"write a number, such as {example}, not {quoted(text)}")
    return float(plain)


def _factor(text: str) -> float:
    """Return the factor that ``0.994`` or ``99.4/100`` stands for: measured over nominal length."""
    measured, slash, nominal = text.partition("/")
    top, bottom = _number(measured, "mm"), _number(nominal, "mm") if slash else 1.0
    if bottom <= 0:
        raise ValueError(f"write what it should measure after the /, not {quoted(text)}")
    try:
        return round(_within(top / bottom, SMALLEST, LARGEST, ""), 6)
    except ValueError as error:
        raise ValueError(
            f"{error}; write what the line measures over what it should, such as 189.2/190"
        ) from None


def _within(value: float, least: float, most: float, unit: str) -> float:
    if not least <= value <= most:
        space = f" {unit}" if unit == "mm" else unit
        raise ValueError(f"is from {least:g}{space} to {most:g}{space}, not {value:g}{space}")
    return value


VARIABLE = "PNP_CONFIG_DIR"  # overrides the settings folder

_NUMBERS = ("dx", "dy", "angle", "scale_x", "scale_y")
_EXPLAINED = """\
# How a printer prints, as measured with "pnp calibrate print".
# Backs lie dx mm to the right of their fronts and dy mm below them, turned clockwise by
# angle degrees, as seen from the front of an upright sheet. What should be 100 mm long comes
# out scale_x times as long across the sheet and scale_y times as long down.
"""


def save_printer(printer: PrinterProfile, *, replace: bool = False) -> Path:
    """Store a printer's profile atomically and return its file.

    Raises:
        UsageError: If there is one with that name, unless it may be replaced.
        OutputError: If it cannot be written.
    """
    file = _file(printer.name)
    if file.exists() and not replace:
        raise UsageError(
            f"there is a printer {printer.name} already; choose another name, or add --replace"
        )
    lines = [f'paper = "{printer.paper}"']
    lines += [f"{key} = {float(getattr(printer, key))!r}" for key in _NUMBERS]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(file, _EXPLAINED + "\n".join(lines) + "\n")
    except OSError as error:
        raise OutputError(f"cannot write {file}: {reason(error)}") from error
    return file


def load_printer(name: str) -> PrinterProfile:
    """Return a printer by its name.

    Raises:
        UsageError: If there is none with that name, or if its file is not a valid profile.
    """
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
    return [load_printer(name) for name in _names()]


def remove_printer(name: str) -> None:
    """Delete a printer's profile.

    Raises:
        UsageError: If there is none with that name.
        OutputError: If its file cannot be removed.
    """
    check_name(name)
    file = _file(name)
    try:
        file.unlink()
    except FileNotFoundError:
        raise UsageError(_unknown(name)) from None
    except OSError as error:
        raise OutputError(f"cannot remove {file}: {reason(error)}") from error


def _folder() -> Path:
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen) / "printers"
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False) / "printers"


def _file(name: str) -> Path:
    return _folder() / f"{name}.toml"


def _names() -> list[str]:
    folder = _folder()
    try:
        files = [Path(name) for name in os.listdir(folder)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {reason(error)}") from error
    return sorted(f.stem for f in files if f.suffix == ".toml" and is_name(f.stem))


def _unknown(name: str) -> str:
    known = ", ".join(_names())
    there_are = f"there are: {known}" if known else "there is none yet"
    return f"there is no printer {name}; {there_are} (pnp calibrate print shows how to add one)"


def _read(name: str, data: dict[str, Any]) -> PrinterProfile:
    if data.keys() != {"paper", *_NUMBERS}:
        wrong = ", ".join(sorted(data.keys() ^ {"paper", *_NUMBERS}))
        raise ValueError(f"a profile has paper, {', '.join(_NUMBERS)} and no more: see {wrong}")
    if not isinstance(data["paper"], str):
        raise ValueError("paper is a name in quotes")
    for key in _NUMBERS:
        if isinstance(data[key], bool) or not isinstance(data[key], int | float):
            raise ValueError(f"{key} is a number")
    printer = PrinterProfile(name, data["paper"], *(float(data[key]) for key in _NUMBERS))
    check_profile(printer)
    return printer
