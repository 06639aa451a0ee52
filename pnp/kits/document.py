"""Puts a kit together in one document: first pages, rule sheets, and sheets with pieces.

For a printer that prints both sides, every part and every front begins on an odd page; a blank page
precedes it where needed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.kits.front import KitFront, KitPages, PageRange, set_front
from pnp.kits.plan import KitPage
from pnp.kits.words import KitWords
from pnp.scene import Group, Scene
from pnp.scene.document import Bookmark, Document, Element, ElementArea, Page, TaggedPart
from pnp.sheets.layout.duplex import Duplex

Rules = Sequence[tuple[str, Document]]


class KitDocument(NamedTuple):
    """The finished document, and the pages of each part."""

    document: Document
    pages: KitPages


def kit_document(
    front: KitFront, rules: Rules, sheets: Document, lang: str, paper: Size
) -> KitDocument:
    """Put the parts of a kit together: rule sheets with their titles, and the sheets of pieces."""
    step = _pages_of_a_sheet(front.duplex)
    length, tried = 1, set[int]()
    while True:  # the numbers in the first pages depend on how many these are
        pages = _pages(length, rules, len(sheets.pages), step)
        first = set_front(front._replace(pages=pages), paper)
        needed = len(first.pages)
        if needed == length or (needed < length and needed in tried):
            break
        tried.add(length)
        length = needed
    first, sheets = (_speaking(one, front.words.code, lang) for one in (first, sheets))
    texts = [_padded(document, step) for document in (first, *(text for _, text in rules))]
    return KitDocument(Document.joined([*texts, sheets]), pages)


def _speaking(document: Document, own: str, lang: str) -> Document:
    """Return a part with its language marked if it differs from that of the whole."""
    return document if own == lang else document._replace(root=replace(document.root, lang=own))


def _pages_of_a_sheet(duplex: Duplex) -> int:
    return 2 if duplex in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE) else 1


def _turned_to(paper: Size, scene: Scene) -> Scene:
    """Return a landscape page turned clockwise, so that all pages are upright."""
    if scene.size != paper.turned() or scene.size == paper:
        return scene
    turn = Transform.turn(90, Point(0, 0)).then(Transform.move(scene.size.height, 0))
    return Scene(paper, (Group(scene.items, turn),), label=scene.label)


def _pages(front: int, rules: Rules, pieces: int, step: int) -> KitPages:
    """Return the pages of each part, counted from 1."""
    at = _next_front(front, step)
    found = []
    for title, document in rules:
        found.append((title, PageRange(at + 1, at + len(document.pages))))
        at = _next_front(at + len(document.pages), step)
    return KitPages(
        PageRange(1, front), tuple(found), PageRange(at + 1, at + pieces) if pieces else None
    )


def _next_front(pages: int, step: int) -> int:
    """Return the number of pages before the next front."""
    return -(-pages // step) * step


def _padded(document: Document, step: int) -> Document:
    """Return a document padded with blank pages up to the next front."""
    pages = document.pages
    blanks = _next_front(len(pages), step) - len(pages)
    return document._replace(pages=pages + (Page(pages[-1].size, ()),) * blanks)


def piece_document(
    kit_pages: Iterable[KitPage], duplex: Duplex, words: KitWords, paper: Size
) -> Document:
    """Return the sheets with pieces, each tagged as a figure; sides without pieces are blank."""
    step, root = _pages_of_a_sheet(duplex), Element("Document")
    pages: list[Page] = []
    bookmarks: list[Bookmark] = []
    for page in kit_pages:
        if page.side == "front" and len(pages) % step:
            pages.append(Page(pages[-1].size, ()))
        name = words.labels["sheet"].format(number=page.sheet)
        side = words.labels[page.side]
        anchor = f"sheet-{page.sheet}-{page.side}"
        if not bookmarks:
            bookmarks.append(Bookmark(1, words.labels["pieces"], anchor))
        if page.side == "front":
            bookmarks.append(Bookmark(2, name, anchor))
        shown = words.labels["sheet_picture"].format(sheet=name, side=side, pieces=page.shows)
        figure = root.add(Element("Figure", [len(pages)], alt=shown))
        scene = _turned_to(paper, page.scene)
        part = TaggedPart(scene.items, len(pages), "Figure")
        area = ElementArea(Rect(0, 0, *scene.size), figure)
        label = f"{name} {side}"
        pages.append(Page(scene.size, (part,), (area,), ((anchor, 0.0),), label))
    return Document(tuple(pages), root, tuple(bookmarks))
