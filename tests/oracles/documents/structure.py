"""Checks a document's structure: complete content, headings, tables, links and outline."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pikepdf
from oracles.documents.marked_content import Content, ContentMark
from oracles.documents.structure_tree import LEVELS, STANDARD, Identity, StructureElement
from pikepdf import Array, Dictionary, Name, NumberTree, Object, Pdf

from pnp.verify.findings import Finding, checked, ok, wrong

PRINTED = 4  # the bit of an annotation's flags (ISO 32000-1, 12.5.3)


def structure_findings(pdf: Pdf, tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check that the structure contains all content of the pages, in reading order."""
    yield _marks(pdf, tree, content)
    pages = ", ".join(map(str, content.loose))
    fault = f"unmarked drawings on page {pages}" if pages else ""
    yield checked("unmarked content", fault, "all marked as content or artifact", "none")
    misplaced = [two for (one, _), (two, _) in pairwise(tree.marks()) if two <= one]
    fault = f"goes back to {_places(misplaced)}" if misplaced else ""
    yield checked("reading order", fault, "as on the pages", "as on the pages")


def tagged_finding(pdf: Pdf, tree: StructureElement | None) -> Finding:
    """Check that a document has a well-formed structure tree and declares it."""
    marked = pdf.Root.get("/MarkInfo", Dictionary()).get("/Marked", False)
    if tree is None or not tree.kids:
        return wrong("structure", "none", "a structure tree of all content")
    if not (isinstance(marked, bool) and marked):
        return wrong("structure", "not declared", "/MarkInfo with /Marked true")
    others = {element.tag for element in tree.walk()} - STANDARD - {tree.tag}
    if others:
        return wrong("structure", f"{', '.join(sorted(others))}", "standard structure types")
    if any(kid.parent != element.identity for element in tree.walk() for kid in element.elements):
        return wrong("structure", "/P of an element is not its parent", "the parent of each")
    return ok("structure", f"{sum(1 for _ in tree.walk()) - 1} elements")


def parents(pdf: Pdf) -> dict[int, pikepdf.Object]:
    """Return the parent tree, which maps marked content to structure elements."""
    root = pdf.Root.get("/StructTreeRoot", Dictionary()).get("/ParentTree")
    return dict(NumberTree(root)) if isinstance(root, Dictionary) else {}


def _marks(pdf: Pdf, tree: StructureElement, content: Content) -> Finding:
    """Check that pages and structure have the same marks, and that the parent tree agrees."""
    drawn, named = content.marks, {mark: element.identity for mark, element in tree.marks()}
    unnamed = [mark for mark in drawn if mark not in named]
    if unnamed:
        found = f"not in the structure: {_places(unnamed)}"
        return wrong("marks", found, "every mark in the structure")
    if len(set(drawn)) < len(drawn) or set(named) - set(drawn):
        return wrong("marks", "some are drawn twice or never", "each drawn once")
    back = parents(pdf)
    misplaced = [mark for mark in drawn if _parent(pdf, back, mark) != named[mark]]
    if misplaced:
        found = f"the parent tree names other elements: {_places(misplaced)}"
        return wrong("marks", found, "the elements that have the marks")
    return ok("marks", f"{len(drawn)}, all in the structure")


def _parent(pdf: Pdf, back: dict[int, pikepdf.Object], mark: ContentMark) -> tuple[int, int] | None:
    owners = back.get(int(pdf.pages[mark.page].obj.get("/StructParents", -1)))
    if isinstance(owners, Array) and mark.number < len(owners):
        owner = owners[mark.number]
        return owner.objgen if isinstance(owner, Dictionary) else None
    return None


def heading_finding(tree: StructureElement) -> Finding:
    """Check that no level of headings is skipped."""
    levels = [LEVELS[element.tag] for element in tree.walk() if element.tag in LEVELS]
    if not levels:
        return wrong("headings", "none", "at least one of level 1")
    if levels[0] != 1:
        return wrong("headings", f"the first has level {levels[0]}", "level 1")
    for before, after in pairwise(levels):
        if after > before + 1:
            return wrong("headings", f"level {after} follows level {before}", "no level skipped")
    return ok("headings", f"{len(levels)}, no level skipped")


def table_findings(tree: StructureElement) -> Iterator[Finding]:
    """Check the header cells and the rows of tables."""
    tables = list(tree.tagged("Table"))
    heads = [head for table in tables for head in table.tagged("TH")]
    without = sum(head.scope not in ("Column", "Row", "Both") for head in heads)
    if without:
        yield wrong("header cells", f"{without} without a scope", "Column or Row for each")
    elif len(heads) < len(tables):
        yield wrong("header cells", "a table has none", "header cells in each table")
    elif heads:
        yield ok("header cells", f"{len(heads)}, each with its scope")
    for table in tables:
        counts = {len(list(row.elements)) for row in table.tagged("TR")}
        if len(counts) != 1:
            found = f"{', '.join(map(str, sorted(counts))) or 'no'} cells in a row"
            yield wrong("table rows", found, "the same number in each row")
            return
    if tables:
        yield ok("table rows", f"whole in all tables: {len(tables)}")


def _places(marks: Iterable[ContentMark]) -> str:
    """Describe the place of the first mark, and count the others."""
    first, *others = marks
    more = f" and {len(others)} more" if others else ""
    return f"page {first.page + 1}, mark {first.number}{more}"


def link_findings(pdf: Pdf, tree: StructureElement) -> Iterator[Finding]:
    """Check the links, the tab order and the outline."""
    pages = {page.obj.objgen for page in pdf.pages}
    yield _links(pdf, list(tree.tagged("Link")))
    fault = next(filter(None, (_destination_fault(one, pages) for one in _annotations(pdf))), "")
    yield checked("destinations", fault, "a page of the document, or an address", "all are there")
    others = [
        str(number)
        for number, page in enumerate(pdf.pages, 1)
        if page.obj.get("/Annots") and page.obj.get("/Tabs") != Name.S
    ]
    fault = f"not in the order of the structure on page {', '.join(others)}" if others else ""
    yield checked("tab order", fault, "/Tabs /S on pages with links", "that of the structure")
    yield _outline(pdf, pages)


def _links(pdf: Pdf, links: list[StructureElement]) -> Finding:
    """Check that each link is an element and an annotation that refer to each other."""
    back = parents(pdf)
    drawn = {one.objgen for one in _annotations(pdf)}
    seen: set[Identity] = set()
    for element in links:
        found = [kid for kid in element.kids if isinstance(kid, Dictionary)]
        if not found:
            return wrong("links", "an element has no annotation", "one for each")
        for one in found:
            seen.add(one.objgen)
            if fault := _link_fault(one, element, back):
                return wrong("links", *fault)
    if drawn != seen:
        return wrong("links", "some annotations have no element", "one for each")
    return ok("links", f"{len(links)}, each with a description")


def _link_fault(
    one: Dictionary, element: StructureElement, back: dict[int, Object]
) -> tuple[str, str] | None:
    if not str(one.get("/Contents", "")).strip():
        return "an annotation has no description", "/Contents for each"
    owner = back.get(int(one.get("/StructParent", -1)))
    if not isinstance(owner, Dictionary) or owner.objgen != element.identity:
        return "an annotation does not name its element", "/StructParent for each"
    if not int(one.get("/F", 0)) & PRINTED:
        return "an annotation is not printed", "the flag Print for each"
    return None


def _annotations(pdf: Pdf) -> Iterator[Dictionary]:
    listed = (one for page in pdf.pages for one in page.obj.get("/Annots", Array()))
    return (one for one in listed if isinstance(one, Dictionary))


def _destination_fault(one: Dictionary, pages: set[Identity]) -> str:
    action = one.get("/A", Dictionary())
    if action.get("/S") == Name.URI:
        return "" if str(action.get("/URI", "")) else "an address is empty"
    destination = one.get("/Dest", action.get("/D"))
    if not isinstance(destination, Array) or not len(destination):
        return "an entry without a destination"
    page = destination[0]
    exists = isinstance(page, Dictionary) and page.objgen in pages
    return "" if exists else "a page that is not in the document"


def _outline(pdf: Pdf, pages: set[Identity]) -> Finding:
    seen: dict[Identity, Dictionary] = {}
    root = pdf.Root.get("/Outlines")
    waiting = [root.get("/First")] if isinstance(root, Dictionary) else []
    while waiting:
        item = waiting.pop()
        if isinstance(item, Dictionary) and item.objgen not in seen:
            seen[item.objgen] = item
            waiting += [item.get("/First"), item.get("/Next")]
    if not seen:
        return wrong("outline", "none", "an entry for each heading")
    for item in seen.values():
        if fault := _destination_fault(item, pages):
            return wrong("outline", fault, "a page of the document for each entry")
    return ok("outline", f"{len(seen)} entries")
