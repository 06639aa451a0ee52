"""Compares a package with its own list of contents."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.records.package_contents import (
    FORMS,
    MADE_FROM,
    NAME,
    PREVIEWS,
    SHA256,
    PackageContents,
    PackedFile,
)
from pnp.verify.findings import FaultList, FileReport, Finding, compared, ok, wrong

BOOKS = ("application/pdf", "text/html")
NEEDED = ("README.txt", "definition/game.toml", "validation-report.html", "validation-report.json")
PREVIEW_DPI = 100
INCH = 25.4


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
        yield ok("contents", f"{len(contents.resources)} files, as {NAME} lists them")


def _differences(contents: PackageContents, there: Mapping[str, FileFacts]) -> Iterator[Finding]:
    for file in contents.resources:
        found = there.get(file.path)
        if found is None:
            yield wrong("missing", f"data/{file.path}", f"{_described(file)}, as {NAME} lists it")
        elif (found.bytes, found.sha256) != (file.bytes, file.sha256):
            found_there = f"data/{file.path} has {found.bytes} bytes, {SHA256}{found.sha256[:12]}…"
            right = f"{file.bytes} bytes, {SHA256}{file.sha256[:12]}…, as {NAME} lists it"
            yield wrong("not as packed", found_there, right)
    for path in sorted(there.keys() - {file.path for file in contents.resources} - {NAME}):
        yield wrong("not listed", f"data/{path}", f"only files that {NAME} lists")


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
        right = [side * PREVIEW_DPI / INCH for side in size]
        if any(abs(a - b) > 2 for a, b in zip(facts["pixels"], right, strict=True)):
            found = " x ".join(map(str, facts["pixels"]))
            wanted = " x ".join(f"{side:.0f}" for side in right)
            yield wrong("preview", f"data/{path} has {found} pixels", f"{wanted}, as {drawn}")
