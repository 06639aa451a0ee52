"""Makes printer profiles from the readings of a calibration sheet."""

import re
from typing import NamedTuple

from pnp.base.errors import LayoutError, UnitError, UsageError
from pnp.base.geometry import Size
from pnp.base.messages import Message
from pnp.base.messages import within as about
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
        faults.append(Message("no_measurements"))
    try:
        check_name(name)
    except UsageError as error:
        faults += error.faults
    for key, text in given.items():
        try:
            values[key] = _value(key, text)
        except UnitError as error:
            faults += about(f"--{key.replace('_', '-')}", error.faults)
    if readings := [key for key in given if key in ScaleReadings._fields]:
        missing = [f"--{place}" for place in ScaleReadings._fields if place not in given]
        if instead := [key for key in given if key in Displacement._fields]:
            at = f"--{readings[0]} and --{instead[0]}"
            faults.append(Message("readings_or_offset", at))
        elif missing:
            faults.append(Message("readings_missing", missing=", ".join(missing)))
        elif all(place in values for place in ScaleReadings._fields):
            try:
                read = ScaleReadings(*(values.pop(place) for place in ScaleReadings._fields))
                values |= calibrate(size).displacement(read)._asdict()
            except LayoutError as error:
                faults += error.faults
    if faults:
        raise UsageError(*faults)
    return PrinterProfile(name, paper, **values)


def _number(text: str, unit: str) -> float:
    """Parse a number, which may have a comma, a true minus sign and its unit."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    plain = plain.removesuffix(unit).strip()
    if not _NUMBER.fullmatch(plain):
        example = "1.5" if unit == "°" else "-0.3"
        raise UnitError(Message("reading", example=example, written=text))
    return float(plain)


def _value(option: str, text: str) -> float:
    """Parse a measurement; a factor is ``0.994`` or ``99.4/100``, measured over nominal length."""
    if not option.startswith("scale"):
        return within(option, _number(text, RANGES[option][2]))
    measured, slash, nominal = text.partition("/")
    top, bottom = _number(measured, "mm"), _number(nominal, "mm") if slash else 1.0
    if bottom <= 0:
        raise UnitError(Message("scale_nominal", written=text))
    try:
        return round(within(option, top / bottom), 6)
    except UnitError as error:
        raise UnitError(Message("scale", detail=error.faults[0])) from None
