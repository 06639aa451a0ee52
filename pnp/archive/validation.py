"""Check every file of a package before it is packed, and report the checks in HTML and JSON."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from importlib.metadata import version
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers.expat import EXPAT_VERSION

from pnp import __version__
from pnp.archive.bag import AGENT
from pnp.archive.record import ArchiveRecord
from pnp.base.errors import VerifyError
from pnp.rulebook.html import POLICY

_ENGINES = {"PDF/A-2b": "pikepdf.pdfa", "pages": "PDFium"}  # of checks in rulebooks
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


class Engine(NamedTuple):
    """A program that checks files."""

    name: str
    version: str
    does: str


def engines() -> tuple[Engine, ...]:
    """Return the engines that check files."""
    return (
        Engine("pikepdf.pdfa", version("pikepdf"), "judges PDF/A level b; knows nothing of pnp"),
        Engine("PDFium", version("pypdfium2"), "opens every rulebook and measures its pages"),
        Engine("pnp verify", __version__, "judges structure, texts and metadata of rulebooks"),
        Engine("Expat", EXPAT_VERSION.removeprefix("expat_"), "parses SVG and XML"),
        Engine("Python's json", "", "parses JSON"),
        Engine("bagit", version("bagit"), "checks the package and every checksum once it is made"),
    )


def check_files(files: Mapping[str, bytes]) -> tuple[CheckedFile, ...]:
    """Check every file, in alphabetical order.

    Raises:
        VerifyError: If a file is not what it claims to be; one line for each fault.
    """
    faults: list[str] = []
    done = []
    for path in sorted(files):
        try:
            done.append(_check_file(path, files[path]))
        except VerifyError as error:
            faults += (f"{path}: {line}" for line in str(error).splitlines())
    if faults:
        raise VerifyError("\n".join(faults))
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
    """Check a rulebook with the code of ``pnp verify``, as if another program had made it."""
    from pnp.verify.documents.document import verify_document
    from pnp.verify.findings import Status, faults

    report = verify_document(content, path)
    wrong = [f"{one.what}: {one.found}; right is {one.right}" for one in faults(report)]
    if wrong:
        raise VerifyError("\n".join(wrong))
    found = [one for one in report.findings if one.status is Status.OK]
    claims = next(one.found for one in found if one.what == "claims")
    return CheckedFile(
        path,
        tuple(claims.split(" and ")),
        tuple(
            FileCheck(one.what, _ENGINES.get(one.what, "pnp verify"), one.found) for one in found
        ),
    )


def _drawing(path: str, content: bytes) -> CheckedFile:
    from pnp.verify.documents.pdfa import level_b
    from pnp.verify.findings import Status

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
        json.loads(content)
    except ValueError as error:
        raise VerifyError(f"is not JSON: {error}") from None
    yield FileCheck("well formed", "Python's json", "JSON")


def _html(content: bytes) -> Iterator[FileCheck]:
    lower = content.lower()
    loaded = [word.decode() for word in LOADS if word in lower]
    if loaded:
        raise VerifyError(f"asks for something from elsewhere: {', '.join(loaded)}")
    yield FileCheck(
        "self-contained", "pnp verify", "asks for nothing from elsewhere, runs no script"
    )


_CHECKS: Mapping[str, Callable[[bytes], Iterator[FileCheck]]] = {
    "html": _html,
    "json": _json,
    "jsonld": _json,
    "svg": _xml,
    "xml": _xml,
}


# Conditions of the Matterhorn Protocol 1.1 (PDF Association) that need a human judge.
FOR_PEOPLE = (
    ("alternative texts", "Does the text of each figure say what the figure shows?"),
    ("reading order", "Do the tags follow the order in which a person would read?"),
    ("meaning of tags", "Is each heading, list, table and caption tagged as what it is?"),
    ("headings of tables", "Do the headings of a table belong to the cells under them?"),
    ("colour and contrast", "Can text and marks be told apart without colour, and in grey?"),
    ("languages", "Is each passage marked with the language that it is written in?"),
    ("links", "Does the text of each link say where it leads?"),
    ("truth", "Do the rules say what the sources say?"),
)
CLAIMS = (
    (
        "PDF/A-2a and PDF/UA-1",
        "Each rulebook claims both. Level b of PDF/A, structure, texts and metadata were "
        "checked here. The tests of pnp check level a and PDF/UA with veraPDF, but not these "
        "very files.",
    ),
    (
        "PDF/A-2b",
        "Each PDF of drawings claims it, and an engine independent of pnp approved it. "
        "Drawings have no structure to read aloud: the rulebooks describe them.",
    ),
    (
        "BagIt 1.0",
        "The package claims it; every checksum was computed again from the written files, before "
        "the package was moved to its final place.",
    ),
)
STYLE = (
    "body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }\n"
    "table { border-collapse: collapse; width: 100% }\n"
    "th, td { border: 1px solid #999; padding: .2rem .5rem; text-align: left }\n"
    "td { vertical-align: top; overflow-wrap: anywhere }\n"
)


def report_files(
    record: ArchiveRecord, files: tuple[CheckedFile, ...], not_made: tuple[str, ...]
) -> dict[str, bytes]:
    """Return both files of the report by their paths in the package."""
    data = {
        "title": record.title,
        "identifier": record.identifier,
        "made_by": AGENT,
        "engines": [engine._asdict() for engine in engines()],
        "claims": [{"claim": claim, "meaning": meaning} for claim, meaning in CLAIMS],
        "not_made": list(not_made),
        "for_people": [{"what": what, "question": asked} for what, asked in FOR_PEOPLE],
        "files": [
            {
                "path": one.path,
                "claims": list(one.claims),
                "checks": [check._asdict() for check in one.checks],
            }
            for one in files
        ],
    }
    written = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    return {
        "validation-report.json": written.encode(),
        "validation-report.html": _page(record, files, not_made).encode(),
    }


def _page(record: ArchiveRecord, files: tuple[CheckedFile, ...], not_made: tuple[str, ...]) -> str:
    title = f"{escape(record.title)}: what was checked"
    counts = Counter(path.rpartition(".")[2].upper() for path in (one.path for one in files))
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    body = "\n".join(
        (
            f"<h1>{title}</h1>",
            f"<p>{escape(record.identifier)}. Made by {escape(AGENT)}. Files checked: {kinds}. "
            "None has a fault: a package with a fault is not made.</p>",
            "<h2>What is claimed</h2>",
            _table(("claim", "what that means here"), CLAIMS),
            "<h2>What checked it</h2>",
            _table(("engine", "version", "what it does"), engines()),
            "<h2>What only a person can check</h2>",
            _table(("what", "question"), FOR_PEOPLE),
            *(f"<p>Not made: {escape(note)}.</p>" for note in not_made),
            "<h2>Documents and drawings</h2>",
            _table(("file", "claims", "check", "by", "found"), _rows(files)),
            "<p>Every other file was parsed, if there is a parser for its kind; "
            "validation-report.json lists each with its checks.</p>",
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _rows(files: Iterable[CheckedFile]) -> Iterator[tuple[str, ...]]:
    for one in files:
        for number, check in enumerate(one.checks if one.claims else ()):
            first = (one.path, ", ".join(one.claims)) if number == 0 else ("", "")
            yield *first, check.what, check.engine, check.found


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
