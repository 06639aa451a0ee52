"""Check every file of a package before it is packed."""

import json
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers.expat import EXPAT_VERSION

from pnp import __version__
from pnp.base.errors import VerifyError

# What makes an HTML file load or run something.
LOADS = (b"<script", b"<link", b"<iframe", b"<img", b"url(http", b"@import")


class FileCheck(NamedTuple):
    """What an engine checked in a file, and what it found."""

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
        tuple(FileCheck(one.what, _judge(one.what), one.found) for one in found),
    )


def _drawing(path: str, content: bytes) -> CheckedFile:
    from pnp.verify.documents.pdfa import level_b
    from pnp.verify.findings import Status

    found = level_b(content)
    if found.status is not Status.OK:
        raise VerifyError(f"{found.what}: {found.found}")
    return CheckedFile(path, (found.what,), (FileCheck(found.what, "pikepdf.pdfa", found.found),))


def _judge(what: str) -> str:
    return {"PDF/A-2b": "pikepdf.pdfa", "pages": "PDFium"}.get(what, "pnp verify")


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
