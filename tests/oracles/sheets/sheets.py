"""Verifies sheets: boxes, ruler, pieces, backs, fonts, text and print hints."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

import pikepdf
from oracles.documents.metadata import subset_finding
from oracles.reading import difference, format_length, format_size, verified
from oracles.sheets.assembly import back_findings, board_findings, front_pieces, is_back
from oracles.sheets.inks import ink_findings
from oracles.sheets.measure import RULER, MeasuredPage, is_poster_page, measure_page
from oracles.sheets.pdf import (
    HINTS,
    NEAR,
    PrintedPage,
    ReadPdf,
    is_near,
    paper_findings,
    printed_page,
    read_pdf,
)

from pnp.base.geometry import Rect, Size
from pnp.make.made_files import MadeFile, Manifest
from pnp.verify.findings import (
    FileReport,
    Finding,
    checked,
    compared,
    judged,
    ok,
    read_made,
    unchecked,
    wrong,
)


def verify_sheets(file: Path, entry: MadeFile, manifest: Manifest) -> FileReport:
    """Judge a PDF of sheets by its entry in a manifest."""

    def check(content: bytes) -> Iterator[Finding]:
        pdf = read_pdf(content, partial(_printed, entry))
        printed = printed_size(entry)
        pages = [measure_page(n, page, printed) for n, page in enumerate(pdf.pages, 1)]
        yield from paper_findings(pdf, entry)
        printed_on = [page for page in pages if not _is_blank_back(page, entry)]
        yield from _boxes(printed_on)
        yield ruler_finding(printed_on)
        yield from _pieces(pages, entry)
        yield from back_findings(pages, entry)
        yield from fonts_findings(pdf, content)
        yield from ink_findings(content, entry)
        yield _text(printed_on)
        yield from _hints(pdf, pages, entry)
        yield from _labels(pdf, printed_on, entry, manifest)

    return verified(file.as_posix(), "pdf", read_made(file), check)


def printed_size(entry: MadeFile) -> Size | None:
    """Return the size of a piece on paper."""
    size, scale = entry.piece_mm, entry.scale or 1.0
    return Size(size.width * scale, size.height * scale) if size else None


def _printed(entry: MadeFile, number: int, label: str, paper: Size) -> PrintedPage:
    """Return how a page is printed by the printer for which it was compensated."""
    duplex = entry.duplex
    back = duplex == "backs" or is_back(number, label, entry)
    return printed_page(entry.printer, back, duplex != "short-edge", paper)


def _is_blank_back(page: MeasuredPage, entry: MadeFile) -> bool:
    """Return whether a page is the back of a sheet whose pieces have no backs."""
    if not (entry.duplex == "backs" or is_back(page.number, "", entry)):
        return False
    return not page.pdf.text.strip() and "TrimBox" not in page.pdf.boxes


def _boxes(pages: Sequence[MeasuredPage]) -> list[Finding]:
    """Check the boxes against each other and against the marks."""
    findings = [*_nested_boxes(pages), *_trim_by_marks(pages)]
    trims = {_box(page.pdf.boxes["TrimBox"]) for page in pages if not findings}
    return findings or [ok("TrimBox", "; ".join(sorted(trims)))]


def _nested_boxes(pages: Sequence[MeasuredPage]) -> Iterator[Finding]:
    """Check that each page has its trim within its bleed, and that within its paper."""
    for name in ("TrimBox", "BleedBox"):
        if missing := _none_on(page for page in pages if name not in page.pdf.boxes):
            yield wrong(name, missing, "one on every page")
    for page in pages:
        boxes, media = page.pdf.boxes, page.pdf.media
        trim, bleed, crop = boxes.get("TrimBox"), boxes.get("BleedBox"), boxes.get("CropBox", media)
        if trim is None or bleed is None:
            continue
        if not (media.inset(-NEAR).contains(bleed) and bleed.inset(-NEAR).contains(trim)):
            found = f"page {page.number}: trim {_box(trim)}, bleed {_box(bleed)}"
            yield wrong("boxes", found, f"trim within bleed within {_box(media)}")
        if not is_near(crop.size, media.size):
            yield wrong("CropBox", f"page {page.number}: {_box(crop)}", _box(media))


def _trim_by_marks(pages: Sequence[MeasuredPage]) -> Iterator[Finding]:
    """Compare the TrimBox with the outermost marks.

    Marks lie within it if slots are left out or are larger than pieces.
    """
    wide: list[str] = []
    for page in pages:
        trim = page.trim
        if trim is None or is_poster_page(page.pdf) or not page.cuts.found:
            continue
        if difference(page.cuts.block, trim) < 2 * NEAR:
            continue
        if trim.inset(-2 * NEAR).contains(page.cuts.block):
            wide.append(str(page.number))
        else:
            found = f"page {page.number}: {_box(trim)}"
            yield wrong("TrimBox", found, f"{_box(page.cuts.block)}, by the crop marks")
    if wide:
        yield unchecked("TrimBox", f"larger than the crop marks show on page {', '.join(wide)}")


def ruler_finding(pages: Sequence[MeasuredPage]) -> Finding:
    """Return whether the ruler on every page has its length."""
    measured = [page.ruler.length for page in pages if page.ruler]
    if not measured:
        return unchecked("ruler", "none found, so the scale is unknown")
    worst = max(measured, key=lambda found: abs(found - RULER))
    if abs(worst - RULER) > NEAR:
        found = f"{format_length(worst)} mm, so it was scaled to {100 * worst / RULER:.1f} %"
        return wrong("ruler", found, f"{format_length(RULER)} mm")
    if missing := _none_on(page for page in pages if not page.ruler):
        return unchecked("ruler", missing)
    return ok("ruler", f"{format_length(worst)} mm")


def _pieces(pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Finding]:
    if entry.poster is not None:
        yield from board_findings(pages, entry)
        return
    if entry.piece_mm is None:
        yield unchecked("pieces", "of several sizes share the sheets")
        return
    fronts = [page for page in pages if not is_back(page.number, page.pdf.label, entry)]
    trims = sorted({format_size(page.piece) for page in pages if page.piece})
    printed = printed_size(entry)
    if not trims:
        yield unchecked("trim", "no marks and no outlines to measure")
    elif printed is None:
        yield unchecked("trim", f"{', '.join(trims)}, with no manifest to compare")
    else:
        ways = (printed, printed.turned())
        off = any(all(not is_near(p.piece, way) for way in ways) for p in pages if p.piece)
        right = format_size(printed)
        yield checked("trim", ", ".join(trims) if off else "", right, right)
    if not all(page.by for page in fronts):
        yield unchecked("pieces", "no marks and no outlines to count")
        return
    counts = [len(front_pieces(page, entry)) for page in fronts]
    count = sum(counts)
    found = f"{count} ({' + '.join(map(str, counts))})" if len(fronts) > 1 else str(count)
    yield judged("pieces", count == entry.pieces, found, str(entry.pieces))


def fonts_findings(pdf: ReadPdf, content: bytes) -> Iterator[Finding]:
    """Check that all fonts are embedded, as subsets."""
    fonts = set().union(*(page.content.fonts for page in pdf.pages))
    bad = sorted(name for name, embedded in fonts if not embedded)
    yield checked("fonts", ", ".join(bad), "every font embedded", f"{len(fonts)} embedded")
    with pikepdf.open(BytesIO(content)) as opened:
        yield subset_finding(opened)


def _text(pages: Sequence[MeasuredPage]) -> Finding:
    missing = _none_on(page for page in pages if not any(map(str.isalpha, page.pdf.text)))
    if missing and not any(page.ruler for page in pages):  # a page may have no room for a slug
        return unchecked("text", missing)
    return checked("text", missing, "a label on every page", "can be selected and searched")


def _hints(pdf: ReadPdf, pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Finding]:
    yield compared("/PrintScaling", pdf.scaling, "None")
    yield compared("/Duplex", pdf.duplex, HINTS.get(entry.duplex or "", "Simplex"))
    yield compared("/PickTrayByPDFSize", str(pdf.tray).lower(), "true")
    missing = _none_on(page for page in pages if not page.pdf.label)
    labels = [page.pdf.label for page in pages]
    good = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
    yield checked("page labels", missing, "one for every page", good)


def _labels(
    pdf: ReadPdf, pages: Sequence[MeasuredPage], entry: MadeFile, manifest: Manifest
) -> Iterator[Finding]:
    """Check the title and the labels against the manifest."""
    name = entry.game_name or manifest.name
    fault = "" if pdf.title.startswith(f"{name}: ") else repr(pdf.title)
    yield checked("title", fault, f"a title that begins with {name}", pdf.title)
    if entry.scale is not None:
        scale = f"{round(100 * entry.scale)} %"
        if not all(f" {scale}" in page.pdf.text for page in pages):
            yield wrong("scale", "differs from the label", f"a label with {scale}")
    profile = entry.printer
    if profile is not None:
        labelled = all(profile.name in page.pdf.text for page in pages)
        fault = "" if labelled else "differs from the label"
        good = f"measured as {profile.name} prints it"
        yield checked("printer", fault, f"a label with {profile.name}", good)


def _none_on(pages: Iterable[MeasuredPage]) -> str:
    numbers = ", ".join(str(page.number) for page in pages)
    return f"none on page {numbers}" if numbers else ""


def _box(box: Rect) -> str:
    return f"{format_size(box.size)} at {format_length(box.x)}, {format_length(box.y)}"
