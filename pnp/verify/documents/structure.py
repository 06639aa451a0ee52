"""The structure of a document: it holds everything that is shown, in order, and is well formed."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pikepdf
from pikepdf import Array, Dictionary, NumberTree, Pdf

from pnp.verify.documents.content import Content, Mark
from pnp.verify.documents.tree import LEVELS, STANDARD, StructureElement
from pnp.verify.findings import Finding, ok, wrong


def structure_findings(pdf: Pdf, tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check that the structure has everything that is shown, in order."""
    yield _marks(pdf, tree, content)
    yield _loose(content)
    yield _order(tree)


def tagged_finding(pdf: Pdf, tree: StructureElement | None) -> Finding:
    """Check that a document has a structure and says so."""
    marked = pdf.Root.get("/MarkInfo", Dictionary()).get("/Marked", False)
    if tree is None or not tree.kids:
        return wrong("structure", "there is none", "a tree of all that is shown")
    if not (isinstance(marked, bool) and marked):
        return wrong("structure", "the file does not say that it has one", "/MarkInfo /Marked true")
    others = {element.tag for element in tree.walk()} - STANDARD - {tree.tag}
    if others:
        return wrong("structure", f"{', '.join(sorted(others))}", "standard structure types")
    if any(kid.parent != element.identity for element in tree.walk() for kid in element.elements):
        return wrong("structure", "an element leads up to another", "/P to the one it is in")
    return ok("structure", f"{sum(1 for _ in tree.walk()) - 1} elements")


def parents(pdf: Pdf) -> dict[int, pikepdf.Object]:
    """Return the parent tree, which leads from marked content to structure elements."""
    root = pdf.Root.get("/StructTreeRoot", Dictionary()).get("/ParentTree")
    return dict(NumberTree(root)) if isinstance(root, Dictionary) else {}


def _marks(pdf: Pdf, tree: StructureElement, content: Content) -> Finding:
    """Check that content and structure have the same marks, and that the parent tree fits."""
    drawn, named = content.marks, {mark: element.identity for mark, element in tree.marks()}
    unnamed = [mark for mark in drawn if mark not in named]
    if unnamed:
        found = f"not in the structure: {_places(unnamed)}"
        return wrong("marks", found, "every mark in the structure")
    if len(set(drawn)) < len(drawn) or set(named) - set(drawn):
        return wrong("marks", "some are drawn twice or never", "every mark once")
    back = parents(pdf)
    misplaced = [mark for mark in drawn if _parent(pdf, back, mark) != named[mark]]
    if misplaced:
        found = f"the parent tree leads elsewhere: {_places(misplaced)}"
        return wrong("marks", found, "to the element that names them")
    return ok("marks", f"{len(drawn)}, all in the structure")


def _parent(pdf: Pdf, back: dict[int, pikepdf.Object], mark: Mark) -> tuple[int, int] | None:
    owners = back.get(int(pdf.pages[mark.page].obj.get("/StructParents", -1)))
    if isinstance(owners, Array) and mark.number < len(owners):
        owner = owners[mark.number]
        return owner.objgen if isinstance(owner, Dictionary) else None
    return None


def _loose(content: Content) -> Finding:
    if content.loose:
        pages = ", ".join(map(str, content.loose))
        found = f"something is painted without a mark on page {pages}"
        return wrong("unmarked content", found, "content or artifact")
    return ok("unmarked content", "none")


def _order(tree: StructureElement) -> Finding:
    """Check that the structure reads the pages in order, and each page as it is drawn."""
    read = [mark for mark, _ in tree.marks()]
    misplaced = [after for before, after in pairwise(read) if after <= before]
    if misplaced:
        return wrong("reading order", f"leads back to {_places(misplaced)}", "as on the pages")
    return ok("reading order", "as on the pages")


def heading_finding(tree: StructureElement) -> Finding:
    """Check that no level of headings is skipped."""
    levels = [LEVELS[element.tag] for element in tree.walk() if element.tag in LEVELS]
    if not levels:
        return wrong("headings", "none", "one of level 1 at least")
    if levels[0] != 1:
        return wrong("headings", f"the first is of level {levels[0]}", "of level 1")
    for before, after in pairwise(levels):
        if after > before + 1:
            return wrong("headings", f"level {after} follows level {before}", "no level skipped")
    return ok("headings", f"{len(levels)}, no level skipped")


def table_findings(tree: StructureElement) -> Iterator[Finding]:
    """Check the header cells and the rows of tables."""
    tables = [element for element in tree.walk() if element.tag == "Table"]
    heads = [element for table in tables for element in table.walk() if element.tag == "TH"]
    without = sum(head.scope not in ("Column", "Row", "Both") for head in heads)
    if without:
        yield wrong("header cells", f"{without} without a scope", "Column or Row for each")
    elif len(heads) < len(tables):
        yield wrong("header cells", "a table without", "header cells in each table")
    elif heads:
        yield ok("header cells", f"{len(heads)}, each with its scope")
    for table in tables:
        rows = [sum(1 for _ in element.elements) for element in table.walk() if element.tag == "TR"]
        if len(set(rows)) != 1:
            found = f"{', '.join(map(str, sorted(set(rows)))) or 'no'} cells a row"
            yield wrong("table rows", found, "as many as header cells")
            return
    if tables:
        yield ok("table rows", f"whole in all tables: {len(tables)}")


def _places(marks: Iterable[Mark]) -> str:
    """Describe where the first of some marks is, and how many there are."""
    listed = list(marks)
    more = f" and {len(listed) - 1} more" if len(listed) > 1 else ""
    return f"page {listed[0].page + 1}, mark {listed[0].number}{more}"
