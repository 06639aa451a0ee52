"""Draw pieces from their layouts, row by row, with one type size where all cards share it."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from operator import itemgetter
from typing import NamedTuple, TypeVar

from pnp.base.errors import Faults, FontError, LayoutError
from pnp.base.geometry import Rect
from pnp.base.messages import Location, Message, within
from pnp.base.path import Path, circle, rectangle
from pnp.base.units import EPSILON, Mm, quoted
from pnp.base.workplace import working_on
from pnp.components.faces.draft import draft_face, draft_ground, try_frames
from pnp.components.faces.draw_frames import (
    CardContext,
    color_of,
    draw_frame,
    flow_of,
    frame_name,
    text_fitter,
)
from pnp.components.faces.flow import Flow
from pnp.components.faces.frames import Frame, Layout, TextFrame
from pnp.components.faces.pieces import ID, FramedPieces, Row
from pnp.components.faces.wording import Cells, values_of_game
from pnp.components.piece import BLEED, REACH, DrawContext, Piece, cut_line, hexagon_outline
from pnp.game.component import NamedFrame
from pnp.game.game import Game
from pnp.scene import Group, Item, Scene, Shape, Style
from pnp.typeset.spans import PT

MOST_FAULTS = 20  # cards; the rest is counted
T = TypeVar("T")


class _Smallest(NamedTuple):
    """The type size that a card needs, and the index of the card."""

    size: Mm
    card: int


def with_same_sizes(
    look: CardContext, rows: Sequence[Cells | None]
) -> tuple[CardContext, Mapping[int, tuple[str, ...]]]:
    """Set the size of texts that share one on all cards; return remarks by the deciding card.

    ``rows`` are the cells of each card, or None for cards without copies. A card whose text fits at
    no size decides nothing; drawing it reports the fault.
    """
    layouts = look.cards.layouts
    if not any(_asks(frame) for layout in layouts.values() for frame in layout.frames):
        return look, {}
    remarks: dict[int, tuple[str, ...]] = {}
    found: dict[str, Layout] = {}
    for face, layout in layouts.items():
        places = layout.places(face)
        for number, frame in enumerate(layout.frames):
            if not isinstance(frame, TextFrame) or not _asks(frame):
                continue
            flow = flow_of(layout, look)
            smallest = min(_sizes(flow, number, rows, look), default=None)
            if smallest is None:
                continue
            if smallest.size < frame.size - EPSILON:
                at = frame_name(places[number], frame, look)
                remark = Message("same_type", at, pt=f"{smallest.size / PT:.3g}")
                remarks[smallest.card] = (*remarks.get(smallest.card, ()), remark)
            layout = _with_size(layout, number, smallest.size)
        found[face] = layout
    return look._replace(cards=look.cards.model_copy(update=found)), remarks


def _with_size(layout: Layout, number: int, size: Mm) -> Layout:
    """Return a layout with a text's size set; it shrinks further only if it fits nowhere."""
    frame = layout.frames[number]
    sizes = {"size": size}
    if frame.below or (frame.name and any(one.below == frame.name for one in layout.frames)):
        sizes["least"] = size  # it does not become smaller with those that it shares room with
    frames = list(layout.frames)
    frames[number] = frame.model_copy(update=sizes)
    return layout.model_copy(update={"frames": tuple(frames)})


def _asks(frame: object) -> bool:
    return isinstance(frame, TextFrame) and frame.same_size


def _sizes(
    flow: Flow, number: int, rows: Sequence[Cells | None], look: CardContext
) -> Iterator[_Smallest]:
    """Yield the largest type size of a text on each distinct card."""
    columns = flow.columns(number)
    seen = set[tuple[str, ...]]()
    for card, cells in enumerate(rows):
        if cells is None or (key := tuple(cells.get(one, "") for one in columns)) in seen:
            continue
        seen.add(key)
        frame = flow.frame(number, cells)
        if isinstance(frame, TextFrame) and frame.shown_on(cells):
            try:
                fitter, text = text_fitter(frame, cells, look)
                yield _Smallest(fitter.size_of(text), card)
            except (FontError, LayoutError):
                continue


def draw_pieces(cards: FramedPieces, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the piece of each row, named by its id or the number of its row.

    In a draft, pieces with faults carry these and what could be drawn.
    """
    game = context.game
    rows = _rows(cards, game)
    look, remarks = _context(cards, context, rows)
    sides = {name: _face(name, face, look, rows) for name, face in look.cards.layouts.items()}
    front, back = sides["front"], sides.get("back")
    pieces: list[Piece] = []
    faults = Faults(MOST_FAULTS, "card")
    listed = zip(cards.cards, cards.names, rows, strict=True)
    for number, (row, name, cells) in enumerate(listed, start=1):
        if not row.copies:
            continue
        try:
            with working_on(f"card {number}"):
                faces = front(cells), back(cells) if back else None
        except (FontError, LayoutError) as error:
            where = _place(row, number)
            if game.draft is not None:
                pieces.append(_draft(name, row.copies, cells, where, look, sides))
                continue
            faults.add(*within(where, _faults(cells, look) or error.faults))
            continue
        notes = within(_place(row, number), remarks.get(number - 1, ()))
        shape = BLEED, cards.shape == "card"
        pieces.append(Piece(name, *faces, row.copies, *shape, remarks=notes))
    faults.check()
    return tuple(pieces)


def place_frames(
    cards: FramedPieces, context: DrawContext, piece: str, side: str
) -> tuple[NamedFrame, ...]:
    """Return the frames whose conditions a row meets, named by number and content."""
    if side not in cards.layouts:
        return ()
    rows = _rows(cards, context.game)
    cells = rows[cards.piece_rows[piece] - 1]
    look, _ = _context(cards, context, rows)
    layout = look.cards.layouts[side]
    flow = flow_of(layout, look)
    placed = ((n, flow.frame(n, cells)) for n in range(len(layout.frames)))
    return tuple(
        NamedFrame(f"{n + 1} {frame.shows}", frame.place(cards.size, 0.0), frame.turn)
        for n, frame in placed
        if frame.shown_on(cells)
    )


def _context(
    cards: FramedPieces, context: DrawContext, rows: Sequence[Cells]
) -> tuple[CardContext, Mapping[int, tuple[str, ...]]]:
    """Return the context of cards, and remarks by the index of the row."""
    game = context.game
    language = cards.language or game.language
    look = CardContext(cards, game.pictures, language, game.draft or {}, game.typefaces)
    made = [cells if row.copies else None for row, cells in zip(cards.cards, rows, strict=True)]
    return with_same_sizes(look, made)


def _place(row: Row, number: int) -> Location:
    """Describe a row by its place in the table and its first text."""
    text = row.cells.get(ID) or next(filter(None, row.cells.values()), "")
    named = quoted(text) if text else ""
    words = " ".join(filter(None, (row.place or f"card {number}", named)))
    return (
        row.place.worded(words, rest=named) if isinstance(row.place, Location) else Location(words)
    )


def _draft(
    name: str,
    copies: int,
    cells: Cells,
    where: Location,
    look: CardContext,
    sides: Mapping[str, Callable[[Cells], Scene]],
) -> Piece:
    """Draw a card with faults; a side without any is drawn as usual."""
    cards = look.cards
    faults: list[str] = []
    outline, clip, cut = _outlines(cards)
    faces: list[Scene] = []
    for side, layout in cards.layouts.items():
        with suppress(FontError, LayoutError):
            faces.append(sides[side](cells))
            continue
        color, wrong = draft_ground(side, layout.ground, cells, look)
        drawn = draft_face(side, layout, cells, look)
        faults += (*wrong, *drawn.faults)
        items = Shape((outline,), Style(fill=color)), *drawn.items
        faces.append(Scene(cards.size, (Group(items, clip=clip), cut)))
    messages = within(where, faults)
    both = faces[0], faces[1] if cards.back else None
    return Piece(name, *both, copies, BLEED, cards.shape == "card", messages)


def _faults(cells: Cells, look: CardContext) -> list[str]:
    """Return all faults of a card, where drawing stopped at the first."""
    found: list[str] = []
    for side, layout in look.cards.layouts.items():
        _, faults = draft_ground(side, layout.ground, cells, look)
        found += faults
        for _, faults in try_frames(side, layout, cells, look):
            found += faults
    return found


def _rows(cards: FramedPieces, game: Game) -> tuple[Cells, ...]:
    """Return the cells of each row, with the values that the layouts use."""
    return cards.filled_for(values_of_game(game)) if cards.values else cards.filled


def _face(
    name: str, layout: Layout, look: CardContext, rows: Sequence[Cells]
) -> Callable[[Cells], Scene]:
    """Return a function that draws a face of a row, once for all rows that look the same."""
    cards = look.cards
    outline, clip, cut = _outlines(cards)

    def draw_ground(cells: Cells, is_symbol: bool) -> tuple[Item, ...]:
        return (Shape((outline,), Style(fill=color_of(layout.ground, cells, look))),)

    parts = [_once_each(draw_ground, layout.ground.columns, rows)]
    flow, places = flow_of(layout, look), layout.places(name)
    for number, frame in enumerate(layout.frames):
        where = frame_name(places[number], frame, look)
        draw = partial(_frame, partial(flow.frame, number), where, look)
        parts.append(_once_each(draw, flow.columns(number), rows))

    def draw_face(cells: Cells, is_symbol: bool) -> Scene:
        items = tuple(item for part in parts for item in part(cells))
        return Scene(cards.size, (Group(items, clip=clip, is_symbol=is_symbol), cut))

    return _once_each(draw_face, layout.columns, rows)


def _frame(
    frame_on: Callable[[Cells], Frame], where: str, look: CardContext, cells: Cells, is_symbol: bool
) -> tuple[Item, ...]:
    try:
        items = draw_frame(frame_on(cells), cells, look)
    except (FontError, LayoutError) as error:
        raise type(error)(*within(where, error.faults)) from None
    return (Group(items, is_symbol=True),) if items and is_symbol else items


def _once_each(
    draw: Callable[[Cells, bool], T], columns: tuple[str, ...], rows: Sequence[Cells]
) -> Callable[[Cells], T]:
    """Return a function that draws once what rows share; ``draw`` is passed whether they do."""
    key_of = _key_of(columns)
    times = Counter(map(key_of, rows))
    shared: dict[Hashable, T] = {}

    def drawn(cells: Cells) -> T:
        key = key_of(cells)
        if (known := shared.get(key)) is not None:
            return known
        is_symbol = times[key] > 1
        made = draw({column: cells.get(column, "") for column in columns}, is_symbol)
        if is_symbol:
            shared[key] = made
        return made

    return drawn


def _key_of(columns: tuple[str, ...]) -> Callable[[Cells], Hashable]:
    """Return a function from a row to its cells in some columns; missing cells are empty."""
    if not columns:
        return lambda cells: ()
    cells_of: Callable[[Cells], Hashable] = itemgetter(*columns)

    def key_of(cells: Cells) -> Hashable:
        try:
            return cells_of(cells)
        except KeyError:
            filled = {**dict.fromkeys(columns, ""), **cells}
            return cells_of(filled)

    return key_of


def _outlines(cards: FramedPieces) -> tuple[Path, Path | None, Item]:
    """Return the edge of the ground, the clip of the frames, and the cut line."""
    ground = _outline(cards, REACH if cards.shape == "card" else BLEED)
    return ground, None if cards.shape == "card" else ground, cut_line(_outline(cards))


def _outline(cards: FramedPieces, beyond: Mm = 0.0) -> Path:
    """Return a card's edge, or a line ``beyond`` it with square corners."""
    trim = Rect(0, 0, *cards.size)
    match cards.shape:
        case "card":
            return rectangle(trim.inset(-beyond), 0.0 if beyond else cards.corner)
        case "round":
            return circle(trim.center, trim.width / 2 + beyond)
        case "hexagon":
            return hexagon_outline(cards.size, beyond)
