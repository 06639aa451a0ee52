"""Checks that the files, the definition and the list of a pnp package in a bag agree."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pnp.base.errors import VerifyError
from pnp.base.files import read_regular
from pnp.records.package_contents import LIST, MADE_FROM, NAME, PackageContents, read_contents
from pnp.verify.bags.reading import PAYLOAD, ReadFile
from pnp.verify.findings import FileReport, Finding, ok, unchecked, unreadable, wrong
from pnp.verify.package.contents import FileFacts, list_findings, preview_findings
from pnp.verify.package.definition import definition_findings
from pnp.verify.package.payload import LARGEST_JSON, PayloadFile, payload_report

DEFINITION = "definition/game.toml"


def is_package(info: Mapping[str, str], places: Iterable[str]) -> bool:
    """Return whether anything in a bag says that pnp made it."""
    made_by_pnp = info.get("Bag-Software-Agent", "").startswith("pnp ")
    return made_by_pnp or MADE_FROM in info or LIST in info or f"{PAYLOAD}{NAME}" in places


class PackageCheck:
    """Checks a package against its own list, file by file."""

    def __init__(self, folder: Path, name: str, info: Mapping[str, str]) -> None:
        self._folder = folder
        self._name = name
        self._info = info
        self._findings: list[Finding] = []
        self._contents = self._read_list()
        listed = self._contents.resources if self._contents else ()
        self._listed = {file.path: file for file in listed}
        self._there: dict[str, FileFacts] = {}
        self._reports: dict[str, FileReport] = {}

    def take(self, found: ReadFile) -> None:
        """Check a file in data/, if the list has it."""
        place = found.place.removeprefix(PAYLOAD)
        self._there[place] = FileFacts(found.size, found.sums["sha256"])
        if self._contents is not None and place not in (*self._listed, NAME):
            return
        called = f"{self._name}/{found.place}"
        if found.content is None:
            finding = unchecked("content", f"has {found.size:,} bytes, too many to be read")
            self._reports[place] = FileReport(called, "", (finding,))
            return
        file = PayloadFile(place, found.content, self._listed.get(place), self._contents)
        self._reports[place] = payload_report(file, called)

    @property
    def reports(self) -> tuple[FileReport, ...]:
        """The reports on the files checked so far."""
        return tuple(self._reports.values())

    def findings(self) -> Iterator[Finding]:
        """Yield the findings about the package as a whole, after all files."""
        yield from self._findings
        if self._contents is not None:
            yield from list_findings(self._contents, self._there, self._info)
            yield from preview_findings(self._reports)
        if DEFINITION in self._there:
            file = self._folder / PAYLOAD / DEFINITION
            yield from definition_findings(file, self._contents)

    def _read_list(self) -> PackageContents | None:
        """Return the list of a package, or None and add a finding if it cannot be read."""
        file = self._folder / PAYLOAD / NAME
        if not os.path.lexists(file):
            if LIST in self._info:
                found = f"{PAYLOAD}{NAME} is missing"
                self._findings.append(wrong("contents", found, "the list of all files"))
            else:
                why = "made by an earlier version, whose packages do not list what they should hold"
                self._findings.append(unchecked("contents", why))
            return None
        try:
            contents = read_contents(read_regular(file, LARGEST_JSON))
        except OSError as error:
            self._findings.append(unreadable("list", error))
        except VerifyError as error:
            for fault in str(error).splitlines():
                self._findings.append(wrong("contents", f"{NAME}: {fault}", "as pnp wrote it"))
        else:
            said = f"{contents.title} ({contents.id}), {contents.made_by}"
            self._findings.append(ok("game", said))
            return contents
        return None
