"""Check every file of a package before it is packed, and report the checks in HTML and JSON."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from importlib.metadata import version
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.parsers.expat import EXPAT_VERSION

from pikepdf import __libqpdf_version__

from pnp import __version__
from pnp.archive.bag import AGENT
from pnp.archive.record import ArchiveRecord
from pnp.base.errors import VerifyError
from pnp.base.files import parse_json, templates
from pnp.base.messages import Message, within
from pnp.base.workplace import working_on
from pnp.rulebook.html import POLICY

_ENGINES = {"PDF/A-2b": "pikepdf.pdfa"}  # other checks of rulebooks are by qpdf
LOADS = (b"<script", b"<link", b"<iframe", b"<img", b"url(http", b"@import")  # in HTML


class FileCheck(NamedTuple):
    """A check of a file: its subject, the engine, and the finding."""

    what: str
    engine: str
    found: str


class CheckedFile(NamedTuple):
    """A file's path, the standards it claims and the checks it passed; plain text has none."""

    path: str
    claims: tuple[str, ...]
    checks: tuple[FileCheck, ...]


def check_files(files: Mapping[str, bytes]) -> tuple[CheckedFile, ...]:
    """Check every file, in alphabetical order."""
    faults: list[str] = []
    done = []
    for number, path in enumerate(sorted(files)):
        try:
            with working_on(path, number, len(files)):
                done.append(_check_file(path, files[path]))
        except VerifyError as error:
            faults += within(path, error.faults)
    if faults:
        raise VerifyError(*faults)
    return tuple(done)


def _check_file(path: str, content: bytes) -> CheckedFile:
    kind = path.rpartition(".")[2]
    if kind == "pdf" and path.startswith("rules/"):
        return _document(path, content)
    if kind == "pdf":
        return _drawing(path, content)
    check = _CHECKS.get(kind)
    return CheckedFile(path, (), tuple(check(content)) if check else ())


def _document(path: str, content: bytes) -> CheckedFile:
    """Check a rulebook as ``pnp verify`` does, as if another program had made it."""
    from pnp.verify.findings import Status, faults
    from pnp.verify.pdf import CLAIMED, verify_pdf

    report = verify_pdf(content, path)
    wrong = [f"{one.what}: {one.found}; right is {one.right}" for one in faults(report)]
    if wrong:
        raise VerifyError("\n".join(wrong))
    found = [one for one in report.findings if one.status is Status.OK]
    claims = next((one.found for one in found if one.what == "claims"), "nothing")
    if claims != CLAIMED:
        raise VerifyError(f"claims {claims}; right is {CLAIMED}")
    checks = (FileCheck(one.what, _ENGINES.get(one.what, "qpdf"), one.found) for one in found)
    return CheckedFile(path, tuple(claims.split(" and ")), tuple(checks))


def _drawing(path: str, content: bytes) -> CheckedFile:
    from pnp.verify.findings import Status
    from pnp.verify.pdf import level_b

    found = level_b(content)
    if found.status is not Status.OK:
        raise VerifyError(f"{found.what}: {found.found}")
    return CheckedFile(path, (found.what,), (FileCheck(found.what, "pikepdf.pdfa", found.found),))


def _xml(content: bytes) -> Iterator[FileCheck]:
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise VerifyError(f"is not XML: {error}") from None
    yield FileCheck("well formed", "Expat", root.tag.rpartition("}")[2])


def _json(content: bytes) -> Iterator[FileCheck]:
    try:
        parse_json(content)
    except ValueError as error:
        raise VerifyError(f"is not JSON: {error}") from None
    yield FileCheck("well formed", "Python's json", "JSON")


def _html(content: bytes) -> Iterator[FileCheck]:
    lower = content.lower()
    loaded = [word.decode() for word in LOADS if word in lower]
    if loaded:
        raise VerifyError(f"asks for something from elsewhere: {', '.join(loaded)}")
    passed = "asks for nothing from elsewhere, runs no script"
    yield FileCheck("self-contained", "pnp", passed)


_CHECKS: Mapping[str, Callable[[bytes], Iterator[FileCheck]]] = {
    "html": _html,
    "json": _json,
    "jsonld": _json,
    "svg": _xml,
    "xml": _xml,
}


def report_files(
    record: ArchiveRecord, files: tuple[CheckedFile, ...], not_made: tuple[Message, ...]
) -> dict[str, bytes]:
    """Return both files of the report by their paths in the package."""
    words = tomllib.loads((templates() / "archive" / "report.toml").read_text(encoding="utf-8"))
    report = {
        "title": record.title,
        "identifier": record.identifier,
        "made_by": AGENT,
        "engines": [dict(zip(("name", "version", "does"), row, strict=True)) for row in engines()],
        "claims": words["claims"],
        "not_made": not_made,
        "for_people": words["for_people"],
        "files": [
            one._asdict() | {"checks": [check._asdict() for check in one.checks]} for one in files
        ],
    }
    written = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    return {
        "validation-report.json": written.encode(),
        "validation-report.html": _page(report, words["style"]).encode(),
    }


def engines() -> tuple[tuple[str, str, str], ...]:
    """Return the name and version of each engine that checks files, and its purpose."""
    return (
        ("pikepdf.pdfa", version("pikepdf"), "judges PDF/A level b; knows nothing of pnp"),
        ("qpdf", __libqpdf_version__, "opens every rulebook: pages, boxes, fonts, tags"),
        ("pnp", __version__, "looks for scripts and for addresses in HTML"),
        ("Expat", EXPAT_VERSION.removeprefix("expat_"), "parses SVG and XML"),
        ("Python's json", "", "parses JSON"),
        ("bagit", version("bagit"), "checks the package and every checksum once it is made"),
    )


def _page(report: Mapping[str, Any], style: str) -> str:
    title = f"{escape(report['title'])}: what was checked"
    counts = Counter(one["path"].rpartition(".")[2].upper() for one in report["files"])
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    body = "\n".join(
        (
            f"<h1>{title}</h1>",
            f"<p>{escape(report['identifier'])}. Made by {escape(AGENT)}. Files checked: {kinds}. "
            "None has a fault: a package with a fault is not made.</p>",
            "<h2>What is claimed</h2>",
            _table(("claim", "what that means here"), map(dict.values, report["claims"])),
            "<h2>What checked it</h2>",
            _table(("engine", "version", "what it does"), map(dict.values, report["engines"])),
            "<h2>What only a person can check</h2>",
            _table(("what", "question"), map(dict.values, report["for_people"])),
            *(f"<p>Not made: {escape(note)}.</p>" for note in report["not_made"]),
            "<h2>Documents and drawings</h2>",
            _table(("file", "claims", "check", "by", "found"), _rows(report["files"])),
            "<p>Every other file was parsed, if there is a parser for its kind; "
            "validation-report.json lists each with its checks.</p>",
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _rows(files: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield the checks of files that claim a standard, naming each file once."""
    for one in files:
        for number, check in enumerate(one["checks"] if one["claims"] else ()):
            first = ("", "") if number else (one["path"], ", ".join(one["claims"]))
            yield *first, *check.values()


def _table(columns: tuple[str, ...], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "\n".join(f"<tr>{row}</tr>" for row in cells)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
