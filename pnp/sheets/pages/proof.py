"""Pages that are not cut: proofs, faces for print shops, deck sheets for Tabletop Simulator."""

from collections.abc import Iterable, Iterator, Sequence
from math import dist, floor, fsum
from typing import NamedTuple

from pnp.base.color import WHITE
from pnp.base.errors import OptionError
from pnp.base.fonts import Font, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import joined, path_bounds, rectangle
from pnp.base.units import Mm
from pnp.components.piece import Piece
from pnp.scene import Group, Item, Leaf, Role, Scene, Shape, Text, changed, items_bounds, shapes_in
from pnp.scene.gradient import colors_of
from pnp.sheets.layout.scheme import FaceOrder

CLOSE: Mm = 0.02  # no shop cuts that well

# Deck sheets of Tabletop Simulator.
COLUMNS, ROWS = 10, 7
MOST_CARDS = COLUMNS * ROWS - 1  # on one sheet
MOST_PIXELS = 4096  # a side

# Proofs.
MARGIN: Mm = 10.0
LONGEST: Mm = 46.0  # of a reduced piece; twice as much for a large one
LARGE: Mm = 150.0  # larger than any card: boards, nets of boxes
GAP: Mm = 4.0  # between pieces, and half of it between the two sides of one
HEADING: Mm = 4.2  # font sizes
CAPTION: Mm = 2.3
FOOTER: Mm = 2.3
INK = "#1b1b1b"


def is_cut_only(pieces: Sequence[Piece]) -> bool:
    """Return whether a shop can make the pieces by printing and cutting: none has a fold."""
    return not any(
        shape.role is Role.SCORE
        for piece in pieces
        for _, face in piece.faces
        for shape in shapes_in(face.items)
    )


def face_pages(pieces: Sequence[Piece], bleed: Mm, order: FaceOrder) -> Iterator[Scene]:
    """Yield a page for each face of each copy; its trim is that of the piece.

    If only some pieces have a back, the others get a blank one; with backs first, all of them. The
    media box is no larger than the bleed.
    """
    both = [(_page(piece, "front", bleed), _page(piece, "back", bleed)) for piece in pieces]
    pairs = [pair for pair, piece in zip(both, pieces, strict=True) for _ in range(piece.copies)]
    two_sided = any(piece.back is not None for piece in pieces)
    if order is FaceOrder.BACK_FIRST:
        yield from (page for front, back in pairs for page in (back, front))
        return
    if two_sided and order is FaceOrder.PAIRS:
        yield from (page for pair in pairs for page in pair)
        return
    yield from (front for front, _ in pairs)
    if two_sided and order is FaceOrder.SIDES:
        yield from (back for _, back in pairs)
    elif two_sided:
        if any(piece.back != pieces[0].back for piece in pieces):
            raise OptionError(Message("different_backs"))
        yield pairs[0][1]._replace(label="back")


def _page(piece: Piece, side: str, bleed: Mm) -> Scene:
    face = piece.front if side == "front" else piece.back
    items = art_to_bleed(face, piece.freed_by_trim, bleed) if face is not None else ()
    trim = piece.front.size
    size = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    group = Group(items, Transform.move(bleed, bleed), is_symbol=True)
    whole = Rect(0, 0, *size)
    items = (group,) if items else ()
    return Scene(size, items, whole.inset(bleed), whole, f"{piece.name} {side}")


def art_to_bleed(face: Scene, straight: bool, bleed: Mm) -> tuple[Item, ...]:
    """Return the art of a face, with its ground extended if it bleeds less than wanted.

    The bleed of round pieces and hexagons ends where the spacing on shared sheets begins.
    """
    items = face.only(Role.ART).items
    ground = next(shapes_in(items), None)
    if straight or ground is None or ground.style.fill is None:
        return items
    trim, bounds = Rect(0, 0, *face.size), path_bounds(joined(ground.paths))
    past = (bounds.width - trim.width) / 2
    if not 0 < past < bleed or dist(bounds.center, trim.center) > CLOSE:
        return items
    factor = (trim.width + 2 * bleed) / bounds.width
    x, y = trim.center
    larger = Transform(factor, 0, 0, factor, x * (1 - factor), y * (1 - factor))
    return (Group((ground,), larger), *items)


def bleed_note(component_id: str, past: Mm, bleed: Mm) -> Message:
    """Return a note on art that ends within the bleed."""
    return Message("short_bleed", component_id, mm=f"{past:.1f}", bleed=f"{bleed:g}")


def short_bleed(pieces: Sequence[Piece], bleed: Mm) -> Mm | None:
    """Return how far art extends past the trim if it falls short of the bleed; None otherwise.

    White paper needs no bleed, nor does art that stays inside the trim.
    """
    faces = {(face, piece.freed_by_trim) for piece in pieces for _, face in piece.faces}
    art = ((face.size, art_to_bleed(face, straight, bleed)) for face, straight in faces)
    reached = [past for size, items in art for past in _past_trim(size, items)]
    short = [past for past in reached if -CLOSE <= past < bleed - CLOSE]
    return max(0.0, min(short)) if short else None


def _past_trim(size: Size, items: Sequence[Item]) -> Iterator[Mm]:
    """Yield how far the art of a face extends past each side of its trim."""
    bounds = items_bounds(changed(tuple(items), _seen))
    if bounds is not None:
        yield from (-bounds.x, -bounds.y)
        yield from (bounds.right - size.width, bounds.bottom - size.height)


def _seen(leaf: Leaf) -> tuple[Item, ...]:
    """Return an item, unless it is as white as paper."""
    white = isinstance(leaf, Shape) and leaf.style.stroke is None and _is_white(leaf)
    return () if white else (leaf,)


def _is_white(shape: Shape) -> bool:
    return all(color.lower() == WHITE for color in colors_of(shape.style.fill))


def deck_sheet(faces: Sequence[Scene], hidden: Scene) -> Scene:
    """Lay out at most 69 faces of one size in rows from the top left, and ``hidden`` last."""
    if len(faces) > MOST_CARDS:
        raise ValueError(f"a sheet holds {MOST_CARDS} cards, not {len(faces)}")
    width, height = hidden.size
    groups: list[Group] = []
    for slot, face in (*enumerate(faces), (MOST_CARDS, hidden)):
        row, column = divmod(slot, COLUMNS)
        place = Rect(column * width, row * height, width, height)
        groups.append(Group(face.items, Transform.move(place.x, place.y), rectangle(place)))
    return Scene(Size(COLUMNS * width, ROWS * height), tuple(groups))


def card_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of a card on the largest sheet, in whole pixels."""
    scale = min(MOST_PIXELS / (COLUMNS * size.width), MOST_PIXELS / (ROWS * size.height))
    width, height = (max(1, floor(side * scale + 1e-6)) for side in size)
    return width, height


def sheet_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of a sheet of cards of that size, in pixels."""
    width, height = card_pixels(size)
    return COLUMNS * width, ROWS * height


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
