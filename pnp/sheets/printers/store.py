"""Stored printer profiles: one small file each, in the user's settings folder."""

import os
from pathlib import Path
from typing import Any

from pnp.base.errors import DefinitionError, OutputError, UsageError, reason
from pnp.base.files import read_file, write_atomic
from pnp.base.toml import parse_toml
from pnp.records.printer_profile import PrinterProfile
from pnp.sheets.printers.profile import check_name, check_profile, is_name

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
