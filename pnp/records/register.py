"""A register: a CSV file with a row for each package that should be in a holding.

``pnp archive`` maintains one and ``pnp verify`` compares a holding with it. Users with their own
lists need a column ``path``, and ``sha256`` if known.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.base.errors import OutputError, UsageError, first_faults, reason
from pnp.base.files import read_regular, write_atomic
from pnp.base.locks import locked
from pnp.base.units import quoted

PATH, SUM = "path", "sha256"
COLUMNS = (PATH, SUM, "id", "game", "made_from", "date")
LARGEST = 200_000_000  # bytes; a row has about 250
_SHA256 = re.compile(r"[0-9a-f]{64}")


class Listed(NamedTuple):
    """A row of a register: ``path`` is relative to the holding, ``sha256`` empty if unknown.

    The sum is that of the file on which all others depend: the tag manifest of a bag, METS.xml of a
    submission package, the inventory of a version of an OCFL object.
    """

    path: str
    sha256: str
    cells: Mapping[str, str]
    line: int = 0


def read_register(file: Path) -> dict[str, Listed]:
    """Read a register; return its rows by path.

    Raises:
        UsageError: If it cannot be read or rows are wrong: a line for each.
    """
    rows, faults, _ = _read(file)
    if not rows and not faults:
        faults.append(f"{file}: has no rows; write a header and a row for each package")
    if faults:
        raise UsageError("\n".join(first_faults(faults, str(file))))
    return rows


def register(file: Path, packages: Iterable[Listed]) -> list[str]:
    """Add packages to a register; return a line for each that it lists with a different sum.

    Raises:
        UsageError: If the register has faults.
        OutputError: If it cannot be written.
    """
    faults: list[str] = []
    try:
        with locked(file):
            rows, wrong, form = _read(file) if file.exists() else ({}, [], _ItemForm(COLUMNS, ","))
            if wrong:
                raise UsageError("\n".join(first_faults(wrong, str(file))))
            for one in packages:
                there = rows.setdefault(one.path, one)
                if there.sha256 not in ("", one.sha256):
                    faults.append(
                        f"{file}: line {there.line}: {one.path} is not the package that is "
                        "listed; restore that one, or remove the row"
                    )
            text = _written([rows[path] for path in sorted(rows)], form)
            if not file.exists() or file.read_text(encoding="utf-8-sig") != text:
                write_atomic(file, text)
    except OSError as error:
        raise OutputError(f"--register: {file} cannot be written: {reason(error)}") from None
    return faults


class _ItemForm(NamedTuple):
    columns: Sequence[str]
    delimiter: str


def _read(file: Path) -> tuple[dict[str, Listed], list[str], _ItemForm]:
    """Return the rows by path, the faults, and the format of the file."""
    rows: dict[str, Listed] = {}
    faults: list[str] = []
    form = _ItemForm(COLUMNS, ",")
    try:
        text = read_regular(file.resolve(), LARGEST).decode("utf-8-sig")
        header = text.partition("\n")[0]
        form = _ItemForm((), ";" if header.count(";") > header.count(",") else ",")
        reader = csv.DictReader(
            io.StringIO(text, newline=""), delimiter=form.delimiter, strict=True
        )
        form = form._replace(columns=tuple(reader.fieldnames or ()))
        if PATH not in form.columns:
            return {}, [f"{file}: has no column {quoted(PATH)}"], form
        for one in _listed(reader, form):
            there = rows.setdefault(one.path, one)
            if fault := _fault(one):
                faults.append(f"{file}: line {one.line}: {fault}")
            elif there is not one:
                path = quoted(one.path)
                faults.append(f"{file}: line {one.line}: {path} is in line {there.line} as well")
    except OSError as error:
        faults = [f"{file}: cannot be read: {reason(error)}"]
    except UnicodeDecodeError as error:
        faults = [f"{file}: byte {error.start} is not UTF-8; save it as UTF-8"]
    except csv.Error as error:
        faults = [f"{file}: is not a table: {error}"]
    return rows, faults, form


def _listed(reader: "csv.DictReader[str]", form: _ItemForm) -> Iterator[Listed]:
    for cells in reader:
        known = {name: (cells.get(name) or "").strip() for name in form.columns}
        if any(known.values()):
            path = known[PATH].replace("\\", "/").removeprefix("./").rstrip("/")
            yield Listed(path, known.get(SUM, "").lower(), known, reader.line_num)


def _fault(one: Listed) -> str:
    path = PurePosixPath(one.path)
    if not one.path:
        return f"{PATH} is missing"
    if path.is_absolute() or ".." in path.parts:
        return f"{PATH}: {quoted(one.path)} leads out of the holding; write a path inside it"
    if one.sha256 and not _SHA256.fullmatch(one.sha256):
        return (
            f"{SUM}: {quoted(one.sha256)} is not a SHA-256; write 64 hexadecimal digits, or nothing"
        )
    return ""


def _written(rows: Iterable[Listed], form: _ItemForm) -> str:
    columns = (*form.columns, *(name for name in (PATH, SUM) if name not in form.columns))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(
        out, columns, delimiter=form.delimiter, lineterminator="\n", extrasaction="ignore"
    )
    writer.writeheader()
    writer.writerows({**row.cells, PATH: row.path, SUM: row.sha256} for row in rows)
    return out.getvalue()
