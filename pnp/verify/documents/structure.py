"""Whether all that a document shows is said by its structure, in order, and can be read aloud."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pikepdf
from pikepdf import Array, Dictionary, NumberTree, Pdf

from pnp.verify.documents.content import Content, Mark, Shown
from pnp.verify.documents.prose import is_known, other_language, share
from pnp.verify.documents.tree import LEVELS, STANDARD, Node, paragraphs
from pnp.verify.findings import Finding, ok, unchecked, wrong

SAME_LINE = 0.5  # points between baselines
SOFT_HYPHEN = "\u00ad"
OPEN_ENDS = (" ", "-", SOFT_HYPHEN, "\u2013", "\u2014", "/", "\u00a0")


def structure_findings(pdf: Pdf, tree: Node, content: Content) -> Iterator[Finding]:
    """Judge the structure as a whole, then headings and tables."""
    yield _marks(pdf, tree, content)
    yield _loose(content)
    yield _order(tree)
    yield _words(tree, content)
    yield _text(tree, content)
    yield _headings(tree)
    yield from _tables(tree)


def tagged(pdf: Pdf, tree: Node | None) -> Finding:
    """Judge whether a document says that it has a structure, and has one."""
    marked = pdf.Root.get("/MarkInfo", Dictionary()).get("/Marked", False)
    if tree is None or not tree.kids:
        return wrong("structure", "there is none", "a tree of all that is shown")
    if not (isinstance(marked, bool) and marked):
        return wrong("structure", "the file does not say that it has one", "/MarkInfo /Marked true")
    others = {node.tag for node in tree.walk()} - STANDARD - {tree.tag}
    if others:
        return wrong("structure", f"{', '.join(sorted(others))}", "standard structure types")
    if any(kid.parent != node.identity for node in tree.walk() for kid in node.nodes):
        return wrong("structure", "an element leads up to another", "/P to the one it is in")
    return ok("structure", f"{sum(1 for _ in tree.walk()) - 1} elements")


def parents(pdf: Pdf) -> dict[int, pikepdf.Object]:
    """Return the tree that leads from what is drawn back to the structure."""
    root = pdf.Root.get("/StructTreeRoot", Dictionary()).get("/ParentTree")
    return dict(NumberTree(root)) if isinstance(root, Dictionary) else {}


def _marks(pdf: Pdf, tree: Node, content: Content) -> Finding:
    """Compare the marks in the contents with the tree, and the tree with the way back."""
    drawn, named = content.marks, {mark: node.identity for mark, node in tree.marks()}
    unnamed = [mark for mark in drawn if mark not in named]
    if unnamed:
        found = f"not in the structure: {_places(unnamed)}"
        return wrong("marks", found, "every mark in the structure")
    if len(set(drawn)) < len(drawn) or set(named) - set(drawn):
        return wrong("marks", "some are drawn twice or never", "every mark once")
    back = parents(pdf)
    astray = [mark for mark in drawn if _parent(pdf, back, mark) != named[mark]]
    if astray:
        found = f"the parent tree leads elsewhere: {_places(astray)}"
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


def _order(tree: Node) -> Finding:
    """Judge whether the tree reads the pages from the first to the last, each as it is drawn."""
    read = [mark for mark, _ in tree.marks()]
    astray = [after for before, after in pairwise(read) if after <= before]
    if astray:
        return wrong("reading order", f"leads back to {_places(astray)}", "as on the pages")
    return ok("reading order", "as on the pages")


def _words(tree: Node, content: Content) -> Finding:
    """Judge whether each line ends so that its last word is not read as one with the next."""
    glued = [
        f"{before.text[-16:]}|{after.text[:16]}"
        for _, marks in _with_text(tree, content)
        for before, after in _line_ends(marks, content)
        if not before.text.endswith(OPEN_ENDS) and not after.text.startswith(" ")
    ]
    if glued:
        found = f"{len(glued)} glued at line ends, such as {glued[0]!r}"
        return wrong("words", found, "a space or a hyphen before the next line")
    return ok("words", "apart at every line end")


def _line_ends(marks: list[Mark], content: Content) -> Iterator[tuple[Shown, Shown]]:
    """Yield what stands before and after each end of a line within a block."""
    for one, other in pairwise(marks):
        before, after = content.texts[one], content.texts[other]
        if one.page != other.page or abs(before.last - after.first) > SAME_LINE:
            yield before, after


def _text(tree: Node, content: Content) -> Finding:
    """Judge whether the text is in the language that it is said to be in, foreign parts apart."""
    lang = tree.lang
    if not is_known(lang):
        return unchecked("text's language", f"no common words are known of {lang or 'none'}")
    owners = dict(tree.marks())
    said = (
        "".join(content.texts[mark].text for mark in marks if owners[mark].lang == lang)
        for _, marks in _with_text(tree, content)
    )
    text = " ".join(said).replace(SOFT_HYPHEN, "")
    other = other_language(text, lang)
    if other is None:
        return ok("text's language", f"{lang}: {share(text, lang):.0%} common words")
    found = f"reads as {other}" if other else f"{share(text, lang):.0%} common words of {lang}"
    return wrong("text's language", found, lang)


def _with_text(tree: Node, content: Content) -> Iterator[tuple[Node, list[Mark]]]:
    """Yield each block with those of its marks that show text."""
    for block, marks in paragraphs(tree):
        yield block, [mark for mark in marks if mark in content.texts]


def _headings(tree: Node) -> Finding:
    levels = [LEVELS[node.tag] for node in tree.walk() if node.tag in LEVELS]
    if not levels:
        return wrong("headings", "none", "one of level 1 at least")
    if levels[0] != 1:
        return wrong("headings", f"the first is of level {levels[0]}", "of level 1")
    for before, after in pairwise(levels):
        if after > before + 1:
            return wrong("headings", f"level {after} follows level {before}", "no level skipped")
    return ok("headings", f"{len(levels)}, no level skipped")


def _tables(tree: Node) -> Iterator[Finding]:
    tables = [node for node in tree.walk() if node.tag == "Table"]
    heads = [node for table in tables for node in table.walk() if node.tag == "TH"]
    without = sum(head.scope not in ("Column", "Row", "Both") for head in heads)
    if without:
        yield wrong("header cells", f"{without} without a scope", "Column or Row for each")
    elif len(heads) < len(tables):
        yield wrong("header cells", "a table without", "header cells in each table")
    elif heads:
        yield ok("header cells", f"{len(heads)}, each with its scope")
    for table in tables:
        rows = [sum(1 for _ in node.nodes) for node in table.walk() if node.tag == "TR"]
        if len(set(rows)) != 1:
            found = f"{', '.join(map(str, sorted(set(rows)))) or 'no'} cells a row"
            yield wrong("table rows", found, "as many as header cells")
            return
    if tables:
        yield ok("table rows", f"whole in all tables: {len(tables)}")


def _places(marks: Iterable[Mark]) -> str:
    """Say where the first of some marks is, and how many there are."""
    listed = list(marks)
    more = f" and {len(listed) - 1} more" if len(listed) > 1 else ""
    return f"page {listed[0].page + 1}, mark {listed[0].number}{more}"
