"""Judges what no validator does: that structure and pages name each other, and where links lead."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from oracles.documents.marked_content import Content, ContentMark
from oracles.documents.structure_tree import Identity, StructureElement
from pikepdf import Array, Dictionary, Name, NumberTree, Object, Pdf

from pnp.verify.findings import Finding, checked, ok, wrong


def structure_findings(pdf: Pdf, tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check that the structure has all marks of the pages, in their order, and names parents."""
    yield _marks(pdf, tree, content)
    misplaced = [two for (one, _), (two, _) in pairwise(tree.marks()) if two <= one]
    fault = f"goes back to {_places(misplaced)}" if misplaced else ""
    yield checked("reading order", fault, "as on the pages", "as on the pages")
    pairs = ((element, kid) for element in tree.walk() for kid in element.elements)
    strays = [kid.tag for element, kid in pairs if kid.parent != element.identity]
    yield checked("structure", ", ".join(strays), "the parent of each element", "as it says")


def _marks(pdf: Pdf, tree: StructureElement, content: Content) -> Finding:
    """Check that pages and structure have the same marks, and that the parent tree agrees."""
    drawn, named = content.marks, {mark: element.identity for mark, element in tree.marks()}
    if unnamed := [mark for mark in drawn if mark not in named]:
        return wrong("marks", f"not in the structure: {_places(unnamed)}", "every mark")
    if len(set(drawn)) < len(drawn) or set(named) - set(drawn):
        return wrong("marks", "some are drawn twice or never", "each drawn once")
    back = _parents(pdf)
    if misplaced := [mark for mark in drawn if _parent(pdf, back, mark) != named[mark]]:
        found = f"the parent tree names other elements: {_places(misplaced)}"
        return wrong("marks", found, "the elements that have the marks")
    return ok("marks", f"{len(drawn)}, all in the structure")


def _parents(pdf: Pdf) -> dict[int, Object]:
    """Return the parent tree, which maps marked content to structure elements."""
    root = pdf.Root.get("/StructTreeRoot", Dictionary()).get("/ParentTree")
    return dict(NumberTree(root)) if isinstance(root, Dictionary) else {}


def _parent(pdf: Pdf, back: dict[int, Object], mark: ContentMark) -> Identity | None:
    owners = back.get(int(pdf.pages[mark.page].obj.get("/StructParents", -1)))
    if isinstance(owners, Array) and mark.number < len(owners):
        owner = owners[mark.number]
        return owner.objgen if isinstance(owner, Dictionary) else None
    return None


def _places(marks: Iterable[ContentMark]) -> str:
    """Describe the place of the first mark, and count the others."""
    first, *others = marks
    more = f" and {len(others)} more" if others else ""
    return f"page {first.page + 1}, mark {first.number}{more}"


def link_findings(pdf: Pdf, tree: StructureElement) -> Iterator[Finding]:
    """Check that all links are in the structure, and that they and the outline lead somewhere."""
    pages = {page.obj.objgen for page in pdf.pages}
    drawn = {one.objgen for one in _annotations(pdf)}
    links = (kid for element in tree.tagged("Link") for kid in element.kids)
    seen = {kid.objgen for kid in links if isinstance(kid, Dictionary)}
    fault = "" if drawn == seen else "some are not in the structure"
    yield checked("links", fault, "an element for each", str(len(drawn)))
    fault = next(filter(None, (_destination_fault(one, pages) for one in _annotations(pdf))), "")
    yield checked("destinations", fault, "a page of the document, or an address", "all are there")
    yield _outline(pdf, pages)


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
    faults = filter(None, (_destination_fault(item, pages) for item in seen.values()))
    fault = next(faults, "") if seen else "none"
    return checked(
        "outline", fault, "a page of the document for each entry", f"{len(seen)} entries"
    )
