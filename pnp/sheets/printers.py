"""Makes printer profiles from the readings of a calibration sheet."""

import re
from typing import NamedTuple

from pnp.base.errors import LayoutError, UsageError
from pnp.base.geometry import Size
from pnp.base.units import quoted
from pnp.records.printer_profile import (
    RANGES,
    PrinterProfile,
    check_name,
    within,
)
from pnp.sheets.layout.calibration import Displacement, ScaleReadings, calibrate

_NUMBER = re.compile(r"[+-]?(?:\d{1,4}(?:\.\d{0,6})?|\.\d{1,6})")


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
    """Return the profile of a printer, measured on paper of a name and size."""
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


def _number(text: str, unit: str) -> float:
    """Parse a number, which may have a comma, a true minus sign and its unit."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    plain = plain.removesuffix(unit).strip()
    if not _NUMBER.fullmatch(plain):
        example = "1.5" if unit == "°" else "-0.3"
        raise ValueError(f"write a number, such as {example}, not {quoted(text)}")
    return float(plain)


def _value(option: str, text: str) -> float:
    """Parse a measurement; a factor is ``0.994`` or ``99.4/100``, measured over nominal length."""
    if not option.startswith("scale"):
        return within(option, _number(text, RANGES[option][2]))
    measured, slash, nominal = text.partition("/")
    top, bottom = _number(measured, "mm"), _number(nominal, "mm") if slash else 1.0
    if bottom <= 0:
        raise ValueError(f"write its nominal length after the /, not {quoted(text)}")
    try:
        return round(within(option, top / bottom), 6)
    except ValueError as error:
        raise ValueError(
            f"{error}; write the measured and the nominal length of the line, such as 189.2/190"
        ) from None
