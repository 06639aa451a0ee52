"""What an archive asks of a file: PDF/A by an engine that is not ours, and nothing that runs."""

import logging
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pikepdf import Array, Dictionary, Pdf, Stream

from pnp.verify.documents.codes import fonts, is_embedded, is_subset
from pnp.verify.documents.content import Content
from pnp.verify.findings import Finding, ok, wrong

SCRIPTS = ("/JavaScript", "/Launch", "/Rendition", "/ImportData", "/SubmitForm", "/Movie", "/Sound")
FILES = ("/Filespec", "/EmbeddedFile")
# The engine knows level B alone, and not the schema of PDF/UA: it judges a copy without them.
_LEVEL = re.compile(rb"(?<=<pdfaid:conformance>)A(?=<)|(?<=pdfaid:conformance=\")A(?=\")")
_ACCESS = re.compile(
    rb"<pdfuaid:part>.*?</pdfuaid:part>|pdfuaid:part=\".*?\""
    rb"|<pdfaExtension:schemas>.*?</pdfaExtension:schemas>"
    rb"|xmlns:(?:pdfuaid|pdfaExtension|pdfaSchema|pdfaProperty)=\".*?\"",
    re.DOTALL,
)


def archive_findings(pdf: Pdf, written: bytes, content: Content) -> Iterator[Finding]:
    """Judge what archives refuse; ``written`` is the file itself."""
    yield second_opinion(written)
    yield _embedded(pdf)
    yield _codes(content)
    yield from _inside(pdf)


def second_opinion(written: bytes) -> Finding:
    """Let pikepdf's validator judge a copy that claims PDF/A-2b alone, all else in its place."""
    copy = _ACCESS.sub(lambda found: b" " * len(found[0]), _LEVEL.sub(b"B", written))
    return level_b(copy)


def level_b(written: bytes) -> Finding:
    """Let pikepdf's validator judge a file that claims PDF/A-2b."""
    from pikepdf.pdfa import validate_written

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # the report says what is wrong
    report = validate_written(BytesIO(written), "2b")
    if report.passed:
        return ok("PDF/A-2b", "approved by pikepdf")
    rules = sorted({finding.rule.removeprefix("ISO_19005_2:") for finding in report.findings})
    return wrong("PDF/A-2b", f"not approved: {', '.join(rules)}", "approved by pikepdf")


def _embedded(pdf: Pdf) -> Finding:
    found = fonts(pdf)
    outside = sorted(name for name, font in found.items() if not is_embedded(font))
    if outside:
        return wrong("fonts", f"not embedded: {_names(outside)}", "every font in the file")
    entire = sorted(name for name in found if not is_subset(name))
    if entire:
        return wrong("fonts", f"not subset: {_names(entire)}", "what is used of each")
    return ok("fonts", f"embedded and subset: {len(found)}")


def _codes(content: Content) -> Finding:
    if content.unknown:
        found = f"codes that mean nothing in {_names(content.unknown)}"
        return wrong("text codes", found, "ToUnicode for every code")
    return ok("text codes", "all have a meaning in Unicode")


def _inside(pdf: Pdf) -> Iterator[Finding]:
    things = [thing for found in pdf.objects for thing in _things(found)]
    scripts = {str(kind) for thing in things if (kind := thing.get("/S")) in SCRIPTS}
    scripts |= {"/JavaScript" for thing in things if "/JavaScript" in thing or "/JS" in thing}
    if scripts:
        yield wrong("scripts", ", ".join(sorted(scripts)), "nothing that runs")
    else:
        yield ok("scripts", "none")
    if any("/EF" in t or "/EmbeddedFiles" in t or t.get("/Type") in FILES for t in things):
        yield wrong("attachments", "there are files in it", "none")
    else:
        yield ok("attachments", "none")


def _things(found: Any) -> Iterator[Dictionary]:
    """Yield a dictionary and those written out within it; others are objects of their own."""
    if isinstance(found, Stream):
        found = found.stream_dict
    if isinstance(found, Dictionary):
        yield found
    inside = found.values() if isinstance(found, Dictionary) else found
    if isinstance(found, Dictionary | Array):
        for one in inside:
            if isinstance(one, Dictionary | Array) and not one.is_indirect:
                yield from _things(one)


def _names(names: Any) -> str:
    return ", ".join(name.removeprefix("/") for name in names)
