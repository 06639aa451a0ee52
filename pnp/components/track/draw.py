"""Draw tracks: thin lines between consecutive spaces, and walls elsewhere."""

from collections.abc import Iterator

from pnp.base.errors import Faults
from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, circle, line
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board, outlined
from pnp.components.art.label import Lettering, draw_label, letters_on
from pnp.components.piece import DrawContext, Piece
from pnp.components.sectors import room_in
from pnp.components.track import HEADING, Track
from pnp.game.places import Place, PlaceEdge, away, edge_key
from pnp.scene import Group, Item, Shape, Style

THIN: Mm = 0.25
WALL: Mm = 0.7
NUMBER = 0.34  # of a space's shorter side: the largest font size
LIMIT: Mm = 9.0  # font size of a number
WORD: Mm = 4.2  # the largest font size of a word
UPPER = 0.38  # of a space's height: to where a number over a word goes
LOWER = 0.5  # of a space's height: where that word starts
INSET = 0.1  # of a space's shorter side
TITLE: Mm = 6.4
SQUARE = 1.3  # of the radius that a circle or a polygon surrounds: the room for its title
FONT: FontName = "serif"
BOLD: FontName = "serif-bold"
WORDS: FontName = "sans-bold"


def draw(track: Track, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board."""
    loud = [place for place in track.places if _stands_out(track, place)]
    below = [outlined(loud, Style(fill=track.tint))] if loud else []
    thin, walls = _lines(track)
    items: list[Item] = []
    if thin:
        items.append(Shape(thin, Style(stroke=track.ink, stroke_width=THIN)))
    items.append(Shape(walls, Style(stroke=track.ink, stroke_width=WALL)))
    faults = Faults()
    items += _title(track, context, faults)
    starts = {p for zone in track.zones if zone.sign == "start" for p in track.places_of(zone)}
    for place in track.places:
        drawn = tuple(_space(track, context, place, place in starts, faults))
        items += (Group(drawn, Transform.turn(place.turn, place.center)),) if place.turn else drawn
    faults.check()
    return draw_board(track, context, below, items)


def _stands_out(track: Track, place: Place) -> bool:
    return bool(track.every) and int(place.name) % track.every == 0


def _lines(track: Track) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the lines between consecutive spaces, and all other edges."""
    if not track.slots:
        return _lines_around(track)
    sides: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for number, (column, row) in enumerate(track.slots):
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            sides.setdefault(tuple(sorted((start, end))), []).append(number)
    area, pitch = track.area, track.pitch

    def drawn(ends: tuple[tuple[int, int], ...]) -> Path:
        return line(*(Point(area.x + x * pitch.width, area.y + y * pitch.height) for x, y in ends))

    passed = {ends for ends, by in sides.items() if len(by) == 2 and by[1] - by[0] == 1}
    thin = tuple(drawn(ends) for ends in sides if ends in passed)
    return thin, tuple(drawn(ends) for ends in sides if ends not in passed)


def _lines_around(track: Track) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the same for spaces around a middle; the last is not next to the first."""
    if track.layout == "circle":
        ring, middle = track.ring, track.middle
        turns = [360 * (n + 0.5) / ring.sectors for n in range(ring.sectors)]
        ends = [(away(middle, turn, ring.inner), away(middle, turn, ring.outer)) for turn in turns]
        *thin, wall = (line(*spoke) for spoke in ends)
        return tuple(thin), (circle(middle, ring.inner), circle(middle, ring.outer), wall)
    edges: dict[tuple[tuple[Mm, Mm], ...], list[PlaceEdge]] = {}
    for place in track.places:
        for edge in place.edges():
            edges.setdefault(edge_key(edge), []).append(edge)
    lines = [(line(*same[0]), len(same) > 1) for same in edges.values()]
    return tuple(p for p, shared in lines if shared), tuple(p for p, shared in lines if not shared)


def _title(track: Track, context: DrawContext, faults: Faults) -> Iterator[Item]:
    if track.title is None:
        return
    room = Rect(track.rim, track.rim, track.size.width - 2 * track.rim, HEADING - 3.0)
    largest, lines = TITLE, 1
    if track.layout == "edge":
        (left, top, across, down), (width, height) = track.area, track.pitch
        room = Rect(left + 1.5 * width, top + 1.5 * height, across - 3 * width, down - 3 * height)
        largest, lines = min(0.16 * min(room.size), 16.0), 4
    elif track.surrounds:
        side = SQUARE * track.inside
        room = Rect.about(track.middle, side, side)
        largest, lines = min(0.2 * side, 16.0), 4
    lettering = Lettering(letters_on(track.ground), largest, context.font(BOLD), 3.0, lines)
    with faults.within("title"):
        yield from draw_label(track.title, room, lettering)


def _space(
    track: Track, context: DrawContext, place: Place, starts: bool, faults: Faults
) -> Iterator[Item]:
    """Draw a space's number, and its word below or room for a start's mark."""
    side = min(track.pitch)
    room = Rect.around(place.corners)
    if not track.slots:
        room = Rect.about(place.center, *room_in(place, track.pitch))
    room = room.inset(INSET * side)
    word = track.words.get(place.name)
    number, size = room, min(NUMBER * side, LIMIT)
    if track.numbered and (word is not None or starts):
        number, size = room._replace(height=UPPER * room.height), min(0.8 * size, 0.8 * LIMIT)
        low = room.y + LOWER * room.height
        room = Rect(room.x, low, room.width, room.bottom - low)
    ink = letters_on(track.ground)
    font = context.font(BOLD if _stands_out(track, place) else FONT)
    with faults.within(f"space {place.name}"):
        if track.numbered:
            yield from draw_label(place.name, number, Lettering(ink, size, font))
        if word is not None:
            lettering = Lettering(ink, min(0.34 * side, WORD), context.font(WORDS), lines=3)
            yield from draw_label(word, room, lettering)
