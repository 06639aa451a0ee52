"""Verify a package of pnp: its files, its list of contents and its definition."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pnp import __version__
from pnp.archive.check.bags import PAYLOAD, ReadFile
from pnp.archive.check.payload import LARGEST_JSON, PayloadFile, payload_report
from pnp.archive.contents import (
    CONTENTS,
    FORMS,
    LIST,
    MADE_FROM,
    PREVIEWS,
    SHA256,
    PackageContents,
    PackedFile,
    read_contents,
)
from pnp.base.errors import PnpError, VerifyError
from pnp.base.files import read_regular
from pnp.base.messages import Location, as_message
from pnp.base.toml import toml_of
from pnp.base.units import EPSILON
from pnp.definitions import load_game
from pnp.verify.findings import (
    FaultList,
    FileReport,
    Finding,
    compared,
    judged,
    ok,
    unchecked,
    unreadable,
    wrong,
)

NEEDED = ("README.txt", "definition/game.toml", "validation-report.html", "validation-report.json")
LEAST_DPI = 100  # of previews
INCH = 25.4

LARGEST = 1_000_000  # bytes of a definition; pnp reads half a million
DEFINITION = "definition/game.toml"


class FileFacts(NamedTuple):
    """The size and the SHA-256 of a file that has been read."""

    bytes: int
    sha256: str


def list_findings(
    contents: PackageContents, there: Mapping[str, FileFacts], info: Mapping[str, str]
) -> Iterator[Finding]:
    """Compare the files of a package, given by their paths in data/, with its list."""
    faults = FaultList()
    for fault in (*_differences(contents, there), *_lacks(contents)):
        faults.add(fault.what, fault.found, fault.right)
    yield from faults.findings()
    yield compared(MADE_FROM, info.get(MADE_FROM, "none"), contents.made_from)
    if not faults:
        yield ok("contents", f"{len(contents.resources)} files, as {CONTENTS} lists them")


def _differences(contents: PackageContents, there: Mapping[str, FileFacts]) -> Iterator[Finding]:
    for file in contents.resources:
        found = there.get(file.path)
        if found is None:
            listed = f"{_described(file)}, as {CONTENTS} lists it"
            yield wrong("missing", f"data/{file.path}", listed)
        elif (found.bytes, found.sha256) != (file.bytes, file.sha256):
            found_there = f"data/{file.path} has {found.bytes} bytes, {SHA256}{found.sha256[:12]}…"
            right = f"{file.bytes} bytes, {SHA256}{file.sha256[:12]}…, as {CONTENTS} lists it"
            yield wrong("not as packed", found_there, right)
    for path in sorted(there.keys() - {file.path for file in contents.resources} - {CONTENTS}):
        yield wrong("not listed", f"data/{path}", f"only files that {CONTENTS} lists")


def _described(file: PackedFile) -> str:
    about = (file.language, file.component, file.rule_set)
    return " of ".join((f"the {file.role}", *filter(None, about)))


def _lacks(contents: PackageContents) -> Iterator[Finding]:
    """Yield a finding for each file that every package needs and this list lacks."""
    paths = {file.path for file in contents.resources}
    needed = [*NEEDED, *(f"metadata/{form}" for form in FORMS)]
    for lang in contents.languages:
        needed += (f"rules/rulebook.{lang}.{suffix}" for suffix in ("pdf", "html"))
    folders = ("drawings",) if PREVIEWS in contents.not_made else ("drawings", PREVIEWS)
    needed += (f"drawings/{component}.pdf" for component in contents.components)
    for path in needed:
        if path not in paths:
            yield wrong("lacks", path, f"a package in {', '.join(contents.languages)}, whole")
    for folder in folders:
        shown = {path.split("/")[1] for path in paths if path.startswith(f"{folder}/")}
        for component in contents.components:
            if component not in shown:
                yield wrong("lacks", f"{folder}/{component}/", "faces of every component")


def preview_findings(reports: Mapping[str, FileReport]) -> Iterator[Finding]:
    """Compare each preview with the drawing that it shows, both by their paths in data/."""
    measured = {path: report.measured for path, report in reports.items()}
    for path, facts in measured.items():
        if not (path.startswith("previews/") and "pixels" in facts):
            continue
        drawn = f"drawings/{path.removeprefix('previews/').removesuffix('.png')}.svg"
        size = measured.get(drawn, {}).get("size_mm")
        if size is None:
            yield wrong("preview", f"data/{path} shows no drawing", f"data/{drawn}")
            continue
        dpi = max(LEAST_DPI, max(facts["pixels"]) / max(*size, EPSILON) * INCH)
        right = [side * dpi / INCH for side in size]
        if any(abs(a - b) > 2 for a, b in zip(facts["pixels"], right, strict=True)):
            found = " x ".join(map(str, facts["pixels"]))
            wanted = " x ".join(f"{side:.0f}" for side in right)
            yield wrong("preview", f"data/{path} has {found} pixels", f"{wanted}, as {drawn}")


def definition_findings(file: Path, contents: PackageContents | None) -> Iterator[Finding]:
    """Load the definition of a package and compare it with the list."""
    try:
        game = load_game(file).game
    except PnpError as error:
        first, *others = map(as_message, error.faults)
        at = (one.rest if isinstance(one, Location) else one for one in first.at)
        fault = first.moved(*at) + (f" (and {len(others)} more)" if others else "")
        if contents is not None and contents.made_by != f"pnp {__version__}":
            yield _of_another_version(file, contents)
        else:
            yield wrong("definition", fault, "a definition that pnp can read")
        return
    if contents is None:
        yield ok("definition", game.name)
        return
    yield compared("definition", game.name, contents.game_name)
    for what, found, right in (
        ("components", tuple(game.components), contents.components),
        ("rule sets", tuple(game.rule_sets), contents.rule_sets),
    ):
        yield judged(what, found == right, ", ".join(found) or "none", ", ".join(right))


def _of_another_version(file: Path, contents: PackageContents) -> Finding:
    """Compare only the name, since definitions of other versions may have other keys."""
    try:
        name = toml_of(read_regular(file, LARGEST)).get("name")
    except (OSError, ValueError):
        name = None
    if name != contents.game_name:
        return wrong("definition", f"{name!r:.60}", contents.game_name)
    return unchecked("definition", f"of {contents.made_by}; this version cannot read all of it")


def is_package(info: Mapping[str, str], places: Iterable[str]) -> bool:
    """Return whether anything in a bag says that pnp made it."""
    made_by_pnp = info.get("Bag-Software-Agent", "").startswith("pnp ")
    return made_by_pnp or MADE_FROM in info or LIST in info or f"{PAYLOAD}{CONTENTS}" in places


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
        if self._contents is not None and place not in (*self._listed, CONTENTS):
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
        file = self._folder / PAYLOAD / CONTENTS
        if not os.path.lexists(file):
            if LIST in self._info:
                found = f"{PAYLOAD}{CONTENTS} is missing"
                self._findings.append(wrong("contents", found, "the list of all files"))
            else:
                why = "made by an earlier version, whose packages do not list what they should hold"
                self._findings.append(unchecked("contents", why))
            return None
        try:
            contents = read_contents(read_regular(file, LARGEST_JSON, self._folder))
        except OSError as error:
            self._findings.append(unreadable("list", error))
        except VerifyError as error:
            for fault in error.faults:
                self._findings.append(wrong("contents", f"{CONTENTS}: {fault}", "as pnp wrote it"))
        else:
            said = f"{contents.title} ({contents.id}), {contents.made_by}"
            self._findings.append(ok("game", said))
            return contents
        return None
