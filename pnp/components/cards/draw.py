"""Draw cards from their layouts, row by row."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from pnp.base.errors import Faults, FontError, LayoutError
from pnp.base.geometry import Rect
from pnp.base.path import Path, circle, rectangle
from pnp.base.units import Mm, quoted
from pnp.components.cards.draw_frames import CardContext, color_of, draw_frame
from pnp.components.cards.frames import Frame, Layout
from pnp.components.cards.model import Cards, shown_name
from pnp.components.cards.wording import Cells
from pnp.components.piece import BLEED, REACH, DrawContext, Piece, cut_line, hexagon_outline
from pnp.scene import Group, Item, Scene, Shape, Style

MOST_FAULTS = 20  # cards; the rest is counted

Drawn = TypeVar("Drawn")
DrawFace = Callable[[Cells], Scene]
DrawPart = Callable[[Cells], tuple[Item, ...]]  # of a face


def draw(cards: Cards, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the card of each row, named by its id or the number of its row.

    Raises:
        LayoutError, FontError: If something does not fit or cannot be shown: a line for each.
    """
    game = context.game
    look = CardContext(cards, game.pictures, cards.language or game.language)
    front = _faces("front", cards.front, look)
    back = _faces("back", cards.back, look) if cards.back else None
    pieces: list[Piece] = []
    faults = Faults(MOST_FAULTS, "card")
    for number, (row, name) in enumerate(zip(cards.cards, cards.names, strict=True), start=1):
        if not row.copies:
            continue
        try:
            faces = front(row.cells), back(row.cells) if back else None
        except (FontError, LayoutError) as error:
            said = shown_name(row.cells)
            where = row.place or f"card {number}"
            faults.add(f"{where}{f' {quoted(said)}' if said else ''}: {error}")
            continue
        straight = cards.shape == "card"
        pieces.append(Piece(name, *faces, row.copies, BLEED, straight))
    faults.check()
    return tuple(pieces)


def _faces(name: str, layout: Layout, look: CardContext) -> DrawFace:
    """Return a function that draws a face of a row, once for all rows that look the same."""
    parts = [_ground(layout, look)]
    for number, frame in enumerate(layout.frames, start=1):
        parts.append(_frame(frame, f"{name}.frames[{number}], {frame.kind}", look))
    clip = None if look.cards.shape == "card" else _outline(look.cards, BLEED)
    cut = cut_line(_outline(look.cards))

    def draw(cells: Cells) -> Scene:
        items = tuple(item for part in parts for item in part(cells))
        art = Group(items, clip=clip, repeats=repeated(cells))
        return Scene(look.cards.size, (art, cut))

    scene, repeated = _once_each(draw, layout.columns, look.cards)
    return scene


def _ground(layout: Layout, look: CardContext) -> DrawPart:
    reach = REACH if look.cards.shape == "card" else BLEED

    def draw(cells: Cells) -> tuple[Item, ...]:
        fill = color_of(layout.ground, cells, look)
        return (Shape((_outline(look.cards, reach),), Style(fill=fill)),)

    return _once_each(draw, layout.ground.columns, look.cards)[0]


def _frame(frame: Frame, where: str, look: CardContext) -> DrawPart:
    def draw(cells: Cells) -> tuple[Item, ...]:
        try:
            items = draw_frame(frame, cells, look)
        except (FontError, LayoutError) as error:
            raise type(error)(f"{where}: {error}") from None
        return (Group(items, repeats=True),) if items and repeated(cells) else items

    part, repeated = _once_each(draw, frame.columns, look.cards)
    return part


def _once_each(
    draw: Callable[[Cells], Drawn], columns: tuple[str, ...], cards: Cards
) -> tuple[Callable[[Cells], Drawn], Callable[[Cells], bool]]:
    """Return functions that draw what rows share only once, and that say whether rows share it."""

    def key_of(cells: Cells) -> tuple[str, ...]:
        return tuple([cells.get(column, "") for column in columns])

    times = Counter(key_of(row.cells) for row in cards.cards)
    known: dict[tuple[str, ...], Drawn] = {}

    def drawn(cells: Cells) -> Drawn:
        key = key_of(cells)
        if times[key] < 2:
            return draw(cells)
        if key not in known:
            known[key] = draw(cells)
        return known[key]

    return drawn, lambda cells: times[key_of(cells)] > 1


def _outline(cards: Cards, beyond: Mm = 0.0) -> Path:
    """Return a card's edge, or a line outside it with square corners."""
    trim = Rect(0, 0, *cards.size)
    match cards.shape:
        case "card":
            return rectangle(trim.inset(-beyond), 0.0 if beyond else cards.corner)
        case "round":
            return circle(trim.center, trim.width / 2 + beyond)
        case "hexagon":
            return hexagon_outline(cards.size, beyond)
