"""The checks that every file of a package goes through before it is packed, and their results."""

import json
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers.expat import EXPAT_VERSION

from pnp import __version__
from pnp.base.errors import VerifyError

LOADS = (b"<script", b"<link", b"<iframe", b"<img", b"url(http", b"@import")  # in HTML


class Check(NamedTuple):
    """What was looked at in a file, by which engine, and what was found."""

    what: str
    engine: str
    found: str


class Checked(NamedTuple):
    """A file with what it claims to be and the checks that it passed; none are text to read."""

    place: str
    claims: tuple[str, ...]
    checks: tuple[Check, ...]


class Engine(NamedTuple):
    """A program that checked files."""

    name: str
    version: str
    does: str


def engines() -> tuple[Engine, ...]:
    """Return what files are checked by."""
    return (
        Engine("pikepdf.pdfa", version("pikepdf"), "judges PDF/A level b; knows nothing of pnp"),
        Engine("PDFium", version("pypdfium2"), "opens every rulebook and measures its pages"),
        Engine("pnp verify", __version__, "judges structure, texts and metadata of rulebooks"),
        Engine("Expat", EXPAT_VERSION.removeprefix("expat_"), "parses SVG and XML"),
        Engine("Python's json", "", "parses JSON"),
        Engine("bagit", version("bagit"), "checks the package and every checksum once it is made"),
    )


def checked(files: Mapping[str, bytes]) -> tuple[Checked, ...]:
    """Check every file, in alphabetical order.

    Raises:
        VerifyError: If one is not what it claims to be: a line for each fault.
    """
    faults: list[str] = []
    done = []
    for place in sorted(files):
        try:
            done.append(_checked(place, files[place]))
        except VerifyError as error:
            faults += (f"{place}: {line}" for line in str(error).splitlines())
    if faults:
        raise VerifyError("\n".join(faults))
    return tuple(done)


def _checked(place: str, content: bytes) -> Checked:
    kind = place.rpartition(".")[2]
    if kind == "pdf" and place.startswith("rules/"):
        return _document(place, content)
    if kind == "pdf":
        return _drawing(place, content)
    check = _CHECKS.get(kind)
    return Checked(place, (), tuple(check(content)) if check else ())


def _document(place: str, content: bytes) -> Checked:
    """Let what verifies made files judge a rulebook, as if somebody else had made it."""
    from pnp.verify.documents.document import judged_document
    from pnp.verify.findings import Status, faults

    report = judged_document(content, place)
    wrong = [f"{one.what}: {one.found}; right is {one.right}" for one in faults(report)]
    if wrong:
        raise VerifyError("\n".join(wrong))
    found = [one for one in report.findings if one.status is Status.OK]
    claims = next(one.found for one in found if one.what == "claims")
    return Checked(
        place,
        tuple(claims.split(" and ")),
        tuple(Check(one.what, _judge(one.what), one.found) for one in found),
    )


def _drawing(place: str, content: bytes) -> Checked:
    from pnp.verify.documents.archive import level_b
    from pnp.verify.findings import Status

    found = level_b(content)
    if found.status is not Status.OK:
        raise VerifyError(f"{found.what}: {found.found}")
    return Checked(place, (found.what,), (Check(found.what, "pikepdf.pdfa", found.found),))


def _judge(what: str) -> str:
    return {"PDF/A-2b": "pikepdf.pdfa", "pages": "PDFium"}.get(what, "pnp verify")


def _xml(content: bytes) -> Iterator[Check]:
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise VerifyError(f"is not XML: {error}") from None
    yield Check("well formed", "Expat", root.tag.rpartition("}")[2])


def _json(content: bytes) -> Iterator[Check]:
    try:
        json.loads(content)
    except ValueError as error:
        raise VerifyError(f"is not JSON: {error}") from None
    yield Check("well formed", "Python's json", "JSON")


def _html(content: bytes) -> Iterator[Check]:
    lower = content.lower()
    loaded = [word.decode() for word in LOADS if word in lower]
    if loaded:
        raise VerifyError(f"asks for something from elsewhere: {', '.join(loaded)}")
    yield Check("self-contained", "pnp verify", "asks for nothing from elsewhere, runs no script")


_CHECKS: Mapping[str, Callable[[bytes], Iterator[Check]]] = {
    "html": _html,
    "json": _json,
    "jsonld": _json,
    "svg": _xml,
    "xml": _xml,
}
