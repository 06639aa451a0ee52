"""Links and the outline lead somewhere, and can be reached without a mouse."""

from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Pdf

from pnp.verify.documents.structure import parents
from pnp.verify.documents.tree import Identity, StructureElement
from pnp.verify.findings import Finding, ok, wrong

PRINTED = 4  # the bit of an annotation's flags (ISO 32000-1, 12.5.3)


def link_findings(pdf: Pdf, tree: StructureElement) -> Iterator[Finding]:
    """Check the links, the tab order and the outline."""
    pages = {page.obj.objgen for page in pdf.pages}
    links = [element for element in tree.walk() if element.tag == "Link"]
    yield _links(pdf, links)
    faults = [fault for one in _annotations(pdf) if (fault := _destination_fault(one, pages))]
    if faults:
        yield wrong("destinations", faults[0], "a page of the document, or an address")
    else:
        yield ok("destinations", "all are there")
    others = [
        str(number)
        for number, page in enumerate(pdf.pages, 1)
        if page.obj.get("/Annots") and page.obj.get("/Tabs") != Name.S
    ]
    if others:
        found = f"not that of the structure on page {', '.join(others)}"
        yield wrong("tab order", found, "/Tabs /S on pages with links")
    else:
        yield ok("tab order", "that of the structure")
    yield _outline(pdf, pages)


def _links(pdf: Pdf, links: list[StructureElement]) -> Finding:
    """Check that each link is an element and an annotation, which refer to each other."""
    back = parents(pdf)
    drawn = {one.objgen for one in _annotations(pdf)}
    seen: set[Identity] = set()
    for element in links:
        found = [kid.found for kid in element.annotations]
        if not found:
            return wrong("links", "one has no place on a page", "an annotation for each")
        for one in found:
            seen.add(one.objgen)
            if fault := _link_fault(one, element, back):
                return wrong("links", fault[0], fault[1])
    if drawn != seen:
        return wrong("links", "some are not in the structure", "an element for each")
    return ok("links", f"{len(links)}, each with a description")


def _link_fault(
    one: Dictionary, element: StructureElement, back: dict[int, Object]
) -> tuple[str, str] | None:
    if not str(one.get("/Contents", "")).strip():
        return "one has no description", "/Contents for each"
    owner = back.get(int(one.get("/StructParent", -1)))
    if not isinstance(owner, Dictionary) or owner.objgen != element.identity:
        return "one does not lead back to its element", "/StructParent for each"
    if not int(one.get("/F", 0)) & PRINTED:
        return "one is not printed", "the flag Print for each"
    return None


def _annotations(pdf: Pdf) -> Iterator[Dictionary]:
    for page in pdf.pages:
        for one in page.obj.get("/Annots", Array()):
            if isinstance(one, Dictionary):
                yield one


def _destination_fault(one: Dictionary, pages: set[Identity]) -> str:
    action = one.get("/A", Dictionary())
    if action.get("/S") == Name.URI:
        return "" if str(action.get("/URI", "")) else "an address is missing"
    return _page_fault(one.get("/Dest", action.get("/D")), pages)


def _page_fault(destination: Any, pages: set[Identity]) -> str:
    if not isinstance(destination, Array) or not len(destination):
        return "one leads nowhere"
    page = destination[0]
    there = isinstance(page, Dictionary) and page.objgen in pages
    return "" if there else "one leads to a page that is not there"


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
        return wrong("outline", "none", "the headings, to choose from")
    for item in seen.values():
        if fault := _destination_fault(item, pages):
            return wrong("outline", fault, "a page of the document for each entry")
    return ok("outline", f"{len(seen)} entries")
