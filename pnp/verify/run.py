"""Verify a holding: compare it with a register, and log it."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp import __version__
from pnp.base.errors import UsageError, first_faults
from pnp.verify import FileReport, faults
from pnp.verify.findings import Finding, FolderReport, wrong
from pnp.verify.holding import CallRunner, check_paths, verify_items
from pnp.verify.items import HoldingItem, LooseFiles, find_items
from pnp.verify.register import Listed, read_register

if TYPE_CHECKING:
    from pnp.verify.keys import PublicKey
    from pnp.verify.register import VerificationLog

MOST_LOGGED = 100  # faults of one item


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


class VerifyRequest(NamedTuple):
    """What to verify, and against what.

    ``game`` is the path of the user's own game; if there are ``signers``, one of them must have
    signed each package. ``register`` lists what should be there. ``log`` is appended to.
    """

    paths: Sequence[Path]
    game: str = ""
    signers: Sequence["PublicKey"] = ()
    register: Path | None = None
    log: Path | None = None
    workers: int = 1


class VerifiedItem(NamedTuple):
    """An item with its faults, a line each."""

    path: str
    ok: bool
    faults: tuple[str, ...]
    report: FolderReport


class Holding:
    """A holding to verify: its items, and other files beside them."""

    def __init__(self, request: VerifyRequest) -> None:
        """Find the items.

        Raises:
            UsageError: If a path does not exist, or the register is wrong: a line for each fault.
        """
        check_paths(request.paths)
        paths, register = request.paths, request.register
        if register is not None and (len(paths) != 1 or not paths[0].is_dir()):
            raise UsageError("--expect: name one folder, the one that the list is about")
        self._request = request
        own = (path for path in (request.register, request.log) if path is not None)
        self.beside = LooseFiles(own)
        self.items = find_items(request.paths, self.beside)
        self._expected: Expected | None = None
        if request.register is not None:
            from pnp.verify import run as expected

            self._expected = expected.Expected(request.register, request.paths[0])

    def verified(self, run: CallRunner) -> Iterator[VerifiedItem]:
        """Yield each item as soon as it is verified, in a fixed order, then missing ones.

        Raises:
            UsageError: If the log is some other file.
            OutputError: If it cannot be written.
            DefinitionError: If the game's definition cannot be read.
        """
        paths = [_absolute(path) for path in self._request.paths]
        with ExitStack() as opened:
            log: VerificationLog | None = None
            if self._request.log is not None:
                from pnp.verify.register import VALIDATION, LoggedItem, open_log

                log = opened.enter_context(open_log(self._request.log, paths, f"pnp {__version__}"))
            counts = {True: 0, False: 0}
            for path, item, report in self._reports(run):
                counts[report.ok] += 1
                yield _logged(path, item, report, log)
            if log is not None:
                whole = f"all that was verified: {counts[True]} ok, {counts[False]} not"
                for place in paths:
                    log.add(LoggedItem(place, whole, not counts[False], kind=VALIDATION))

    def _reports(self, run: CallRunner) -> Iterator[tuple[Path, HoldingItem | None, FolderReport]]:
        """Yield the reports on items, then on missing ones."""
        request, expected = self._request, self._expected
        reports = verify_items(self.items, request.game, request.signers, run, request.workers)
        for item, report in zip(self.items, reports, strict=True):
            yield item.path, item, expected.compare(item, report) if expected else report
        for missing in expected.missing() if expected else ():
            yield Path(missing.path), None, missing


def fault_lines(report: FolderReport) -> Iterator[str]:
    """Yield a line for each fault of a folder and its files."""
    reports: tuple[FolderReport | FileReport, ...] = (report, *report.files)
    for one in reports:
        for fault in faults(one):
            yield f"{one.path}: {fault.what}: {fault.found}; right is {fault.right}"


def _absolute(path: Path) -> str:
    return Path(os.path.abspath(path)).as_posix()


def _logged(
    path: Path, item: HoldingItem | None, report: FolderReport, log: "VerificationLog | None"
) -> VerifiedItem:
    lines = tuple(fault_lines(report))
    if log is not None:
        from pnp.verify.register import FIXITY, VALIDATION, LoggedItem

        noted = tuple(first_faults(list(lines), "", MOST_LOGGED))
        kind = FIXITY if item is not None and item.kind.listed else VALIDATION
        what = item.kind.name if item is not None else "list"
        sums = ", ".join(" ".join(filter(None, one)) for one in report.sums)
        detail = f"{what}; known by SHA-256 {sums}" if sums else what
        logged = LoggedItem(_absolute(path), detail, report.ok, noted, report.identifier, kind)
        log.add(logged)
    return VerifiedItem(path.as_posix(), report.ok, lines, report)
