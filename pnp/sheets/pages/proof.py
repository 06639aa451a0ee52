"""Pages of a proof: all pieces side by side, reduced, each with its name."""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.fonts import Font, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.units import Mm
from pnp.scene import Group, Item, Scene, Text

MARGIN: Mm = 10.0
LONGEST: Mm = 46.0  # of a reduced piece; twice as much for a large one
LARGE: Mm = 150.0  # larger than any card: boards, nets of boxes
GAP: Mm = 4.0  # between pieces, and half of it between the two sides of one
HEADING: Mm = 4.2  # font sizes
CAPTION: Mm = 2.3
FOOTER: Mm = 2.3
INK = "#1b1b1b"


class ProofFonts(NamedTuple):
    """The fonts of headings and of other text."""

    bold: Font = "sans-bold"
    plain: Font = "sans"


class ProofPiece(NamedTuple):
    """A piece of a proof: the caption below it, and its faces."""

    caption: str
    faces: tuple[Scene, ...]


class ProofPart(NamedTuple):
    """A component of a proof: its name, and its pieces, all of one size."""

    name: str
    pieces: tuple[ProofPiece, ...]


class _Placed(NamedTuple):
    """Items that belong together, and the room that they take."""

    size: Size
    items: tuple[Item, ...]


def proof_pages(
    title: str, parts: Iterable[ProofPart], paper: Size, fonts: ProofFonts
) -> tuple[Scene, ...]:
    """Return the pages of a proof."""
    room = Rect(0, 0, *paper).inset(MARGIN)
    room = room._replace(height=room.height - 2 * FOOTER)
    pages: list[list[Item]] = [[]]
    y = room.y
    for part in parts:
        heading = _heading(part.name, fonts.bold)
        for number, row in enumerate(_rows(part, room, fonts.plain)):
            height = max(one.size.height for one in row)
            top = heading.size.height if number == 0 else 0.0
            if y + top + height > room.bottom and y > room.y:
                pages.append([])
                y = room.y
            if number == 0:
                pages[-1].append(Group(heading.items, Transform.move(room.x, y)))
                y += top
            x = room.x
            for one in row:
                pages[-1].append(Group(one.items, Transform.move(x, y)))
                x += one.size.width + GAP
            y += height + GAP
    whole = Rect(0, 0, *paper)
    return tuple(
        Scene(
            paper,
            (*items, _footer(title, number, len(pages), room, fonts.plain)),
            label=str(number),
            trim=whole,
            bleed=whole,
        )
        for number, items in enumerate(pages, start=1)
    )


def _heading(name: str, font: Font) -> _Placed:
    words = Text(Point(0, HEADING), name, font, HEADING, INK)
    return _Placed(Size(0, 2 * HEADING), (words,))


def _footer(title: str, number: int, count: int, room: Rect, font: Font) -> Text:
    return Text(
        Point(room.x, room.bottom + 2 * FOOTER), f"{title} · {number}/{count}", font, FOOTER, INK
    )


def _rows(part: ProofPart, room: Rect, font: Font) -> Iterator[list[_Placed]]:
    """Yield the pieces of each row of a page."""
    row: list[_Placed] = []
    width = 0.0
    for piece in part.pieces:
        one = _shown(piece, room, font)
        if row and width + one.size.width > room.width:
            yield row
            row, width = [], 0.0
        row.append(one)
        width += one.size.width + GAP
    if row:
        yield row


def _shown(piece: ProofPiece, room: Rect, font: Font) -> _Placed:
    """Return a piece with its caption; its sides are next to each other."""
    sides = fsum(face.size.width for face in piece.faces)
    highest = max(face.size.height for face in piece.faces)
    longest = max(max(face.size) for face in piece.faces)
    between = GAP / 2 * (len(piece.faces) - 1)
    wanted = LONGEST if longest < LARGE else 2 * LONGEST
    scale = min(1.0, wanted / longest, (room.width - between) / sides)
    items: list[Item] = []
    x = 0.0
    for face in piece.faces:
        items.append(Group(face.items, Transform.scale(scale).then(Transform.move(x, 0))))
        x += scale * face.size.width + GAP / 2
    x -= GAP / 2
    words = _shortened(piece.caption, max(x, 6 * CAPTION), font)
    baseline = scale * highest + CAPTION * (0.6 + cap_height(font))
    items.append(Text(Point(0, baseline), words, font, CAPTION, INK))
    width = max(x, text_width(words, font, CAPTION))
    return _Placed(Size(width, scale * highest + 2 * CAPTION), tuple(items))


def _shortened(words: str, width: Mm, font: Font) -> str:
    if text_width(words, font, CAPTION) <= width:
        return words
    cuts: Sequence[str] = [f"{words[:end]}…" for end in range(len(words), 0, -1)]
    return next((cut for cut in cuts if text_width(cut, font, CAPTION) <= width), "…")
