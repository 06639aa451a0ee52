"""Compares a holding with the packages that a register lists."""

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from pnp.records.register import Listed, read_register
from pnp.verify.findings import Finding, FolderReport, wrong
from pnp.verify.items import HoldingItem


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
