"""Verify a holding: compare it with a register, and log it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp import __version__
from pnp.base.errors import UsageError, first_faults
from pnp.verify import FileReport, faults
from pnp.verify.findings import FolderReport
from pnp.verify.holding import CallRunner, check_paths, verify_items
from pnp.verify.items import HoldingItem, LooseFiles, find_items

if TYPE_CHECKING:
    from pnp.verify.keys import PublicKey
    from pnp.verify.register import Expected, VerificationLog

MOST_LOGGED = 100  # faults of one item


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
        if register is not None and (len(paths) != 1 or not os.path.isdir(paths[0])):
            raise UsageError("--expect: name one folder, the one that the list is about")
        self._request = request
        own = (path for path in (request.register, request.log) if path is not None)
        self.beside = LooseFiles(own)
        self.items = find_items(request.paths, self.beside)
        self._expected = _expected(request)

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


def _expected(request: VerifyRequest) -> "Expected | None":
    if request.register is None:
        return None
    from pnp.verify.register import Expected

    return Expected(request.register, request.paths[0])
