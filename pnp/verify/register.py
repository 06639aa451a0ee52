"""A register of packages, what a holding lacks of it, and the log of verifications in PREMIS."""

import csv
import io
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BufferedRandom
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr, unescape

from pnp.base.errors import OutputError, UsageError, first_faults, reason
from pnp.base.files import read_regular, sync, write_atomic
from pnp.base.locks import locked
from pnp.base.text import seen
from pnp.base.units import quoted
from pnp.verify.findings import Finding, FolderReport, wrong
from pnp.verify.items import HoldingItem

_NAMESPACE = "http://www.loc.gov/premis/v3"
_TERMS = "http://id.loc.gov/vocabulary/preservation"
_END, _EVENT_END = b"</premis>\n", b"</event>\n"
_AGENTS = re.compile(rb"<linkingAgentIdentifierValue>(.*?)</")
_OUTCOMES = {True: ("success", "suc"), False: ("fail", "fai")}
FIXITY, VALIDATION = ("fixity check", "fix"), ("validation", "val")  # types of events

PATH, SUM = "path", "sha256"
COLUMNS = (PATH, SUM, "id", "game", "made_from", "date")
LARGEST = 200_000_000  # bytes; a row has about 250
_SHA256 = re.compile(r"[0-9a-f]{64}")


class LoggedItem(NamedTuple):
    """The findings about an item: one line for each of its ``faults``; ``detail`` describes it."""

    path: str
    detail: str
    ok: bool
    faults: tuple[str, ...] = ()
    identifier: str = ""
    kind: tuple[str, str] = FIXITY


class VerificationLog:
    """A log to which a run adds events."""

    def __init__(self, stream: BufferedRandom, file: Path, agent: str, known: bytes) -> None:
        self._stream, self._file, self._at = stream, file, len(known)
        self._number = known.count(_EVENT_END)
        self._agent = agent
        agents = (*(unescape(one.decode()) for one in _AGENTS.findall(known)), agent)
        self._tail = b"".join(map(_agent, dict.fromkeys(agents))) + _END
        self._write(b"")

    def add(self, item: LoggedItem) -> None:
        """Add the findings about an item, and wait until they are on disk.

        Raises:
            OutputError: If it cannot be written.
        """
        objects = [("path", item.path)]
        if item.identifier:
            objects.append(("local", item.identifier))
        self._number += 1
        # The date is not part of anything that is made: a log records when something happened.
        now = datetime.now(UTC).isoformat(timespec="milliseconds")  # noqa: TID251
        event = "".join(
            (
                "<event>",
                _identifier("eventIdentifier", "local", str(self._number)),
                _term("eventType", *item.kind),
                f"<eventDateTime>{now}</eventDateTime>",
                "<eventDetailInformation>",
                _text("eventDetail", item.detail),
                "</eventDetailInformation>",
                _outcome(item.ok, item.faults),
                _identifier("linkingAgentIdentifier", "local", self._agent),
                *(_identifier("linkingObjectIdentifier", *one) for one in objects),
                "</event>\n",
            )
        ).encode()
        self._write(event)

    def _write(self, event: bytes) -> None:
        try:
            self._stream.seek(self._at)
            self._stream.truncate()
            self._stream.write(event + self._tail)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise _unwritable(self._file, error) from None
        self._at += len(event)


@contextmanager
def open_log(file: Path, paths: Sequence[str], agent: str) -> Iterator[VerificationLog]:
    """Yield the log of verifications of some paths; ``agent`` is the program with its version.

    Raises:
        UsageError: If the file is something else, or the log of other paths.
        OutputError: If it cannot be written.
    """
    try:
        with locked(file):
            file.touch()
            there, header = read_regular(Path(os.path.realpath(file)), LARGEST), _header(paths)
            with file.open("r+b") as stream:
                if header.startswith(there):  # nothing, or stopped within it
                    stream.seek(0)
                    stream.write(header)
                    there = header
                if not there.startswith(header):
                    raise UsageError(
                        f"--log: {file} is not a log of these folders; name another file"
                    )
                end = there.rfind(_EVENT_END) + len(_EVENT_END)
                log = VerificationLog(stream, file, agent, there[: max(end, len(header))])
                sync(file.parent)
                yield log
    except OSError as error:
        if error.filename is None or Path(error.filename).name not in (file.name, _lock(file)):
            raise
        raise _unwritable(file, error) from None


def _lock(file: Path) -> str:
    return f".{file.name}.lock"


def _unwritable(file: Path, error: OSError) -> OutputError:
    return OutputError(f"--log: {file} cannot be written: {reason(error)}")


def _header(paths: Sequence[str]) -> bytes:
    objects = "".join(
        '<object xsi:type="intellectualEntity">'
        f"{_identifier('objectIdentifier', 'path', path)}</object>\n"
        for path in paths
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<premis xmlns="{_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'version="3.0">\n{objects}'
    ).encode()


def _agent(name: str) -> bytes:
    kind = _term("agentType", "software", "sof")
    whole = f"{_identifier('agentIdentifier', 'local', name)}{_text('agentName', name)}{kind}"
    return f"<agent>{whole}</agent>\n".encode()


def _outcome(ok: bool, faults: Iterable[str]) -> str:
    notes = "".join(
        f"<eventOutcomeDetail>{_text('eventOutcomeDetailNote', fault)}</eventOutcomeDetail>"
        for fault in faults
    )
    outcome = _term("eventOutcome", *_OUTCOMES[ok])
    return f"<eventOutcomeInformation>{outcome}{notes}</eventOutcomeInformation>"


def _identifier(name: str, kind: str, value: str) -> str:
    return f"<{name}>{_text(f'{name}Type', kind)}{_text(f'{name}Value', value)}</{name}>"


def _term(name: str, word: str, code: str) -> str:
    where = f"{_TERMS}/{name}"
    return f"<{name} valueURI={quoteattr(f'{where}/{code}')}>{escape(word)}</{name}>"


def _text(name: str, text: str) -> str:
    return f"<{name}>{escape(seen(text))}</{name}>"


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
            is_there = os.path.lexists(file)
            rows, wrong, form = _read(file) if is_there else ({}, [], _ItemForm(COLUMNS, ","))
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
            if not is_there or _content(file) != text:
                write_atomic(file, text)
    except OSError as error:
        raise OutputError(f"--register: {file} cannot be written: {reason(error)}") from None
    return faults


class _ItemForm(NamedTuple):
    columns: Sequence[str]
    delimiter: str


def _content(file: Path) -> str:
    return read_regular(Path(os.path.realpath(file)), LARGEST).decode("utf-8-sig")


def _read(file: Path) -> tuple[dict[str, Listed], list[str], _ItemForm]:
    """Return the rows by path, the faults, and the format of the file."""
    rows: dict[str, Listed] = {}
    faults: list[str] = []
    form = _ItemForm(COLUMNS, ",")
    try:
        text = _content(file)
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


class Expected:
    """The packages of a holding listed in a register; found ones are ticked off."""

    def __init__(self, file: Path, holding: Path) -> None:
        """Read a register.

        Raises:
            UsageError: If it cannot be read or rows are wrong: a line for each.
        """
        self._file, self._holding = file, holding
        self._left = read_register(file)
        self._versions: dict[str, list[str]] = defaultdict(list)
        for path in self._left:
            self._versions[path.rpartition("/")[0]].append(path)

    def compare(self, item: HoldingItem, report: FolderReport) -> FolderReport:
        """Return the report on an item, with its differences from the register added."""
        if not item.kind.listed:
            self.take_off(item)
            return report
        where = self._below(item.path)
        if not report.sums:  # it cannot be read
            found = [] if self.take_off(item) else [self._unlisted("it")]
        else:
            found = [*self._differences(where, report)]
            gone = sorted(path for path in self._versions[where] if path in self._left)
            found += (self._missing(self._left.pop(path), Path(path).name) for path in gone)
        return report._replace(findings=(*report.findings, *found))

    def take_off(self, item: HoldingItem) -> bool:
        """Tick an item off the list; return whether it was on it."""
        where = self._below(item.path)
        listed = [path for path in (where, *self._versions[where]) if path in self._left]
        for path in listed:
            del self._left[path]
        return bool(listed)

    def missing(self) -> Iterator[FolderReport]:
        """Yield a report on each package that is missing."""
        for path, listed in sorted(self._left.items()):
            name = (self._holding / path).as_posix()
            yield FolderReport(name, "", (self._missing(listed),), ())

    def _differences(self, where: str, report: FolderReport) -> Iterator[Finding]:
        for place, found in report.sums:
            listed = self._left.pop(f"{where}/{place}" if place else where, None)
            if listed is None:
                yield self._unlisted(place or "it")
            elif listed.sha256 not in ("", found):
                actual = f"{place or 'it'} is not what was listed: its sum is {found[:12]}…"
                right = f"{listed.sha256[:12]}…, as line {listed.line} of {self._file.name} says"
                yield wrong("list", actual, right)

    def _below(self, path: Path) -> str:
        inside = os.path.relpath(os.path.abspath(path), os.path.abspath(self._holding))
        return Path(inside).as_posix()

    def _unlisted(self, what: str) -> Finding:
        return wrong("list", f"{what} is not listed", f"a row of {self._file.name}")

    def _missing(self, listed: Listed, what: str = "it") -> Finding:
        right = f"the package of line {listed.line} of {self._file.name}"
        identifier = listed.cells.get("id")
        expected = f"{right}, {identifier}" if identifier else right
        return wrong("list", f"{what} is missing", expected)
