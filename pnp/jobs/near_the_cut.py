"""Find art and text near the cut, for print shops: short bleed, unsafe text."""

from collections.abc import Iterator, Sequence

from pnp.base.fonts import cap_height, descent
from pnp.base.geometry import IDENTITY, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.units import Mm, join_words
from pnp.components.piece import REACH
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.game.presets import Preset
from pnp.jobs.pictures import SAME, pieces_for
from pnp.scene import Group, Item, Role, Scene, Text, item_bounds, leaves_in, placed_leaves
from pnp.sheets.pages.faces import bleed_note, short_bleed
from pnp.sheets.pages.job import DrawnComponent

NEARLY: Mm = 0.1  # of negligible bleed: 3 mm will do where a shop asks for an eighth of an inch


def near_the_cut(game: Game, drawn: Sequence[DrawnComponent], preset: Preset) -> Iterator[str]:
    """Yield notes for pieces with art or text outside the safe area, or art short of the bleed."""
    for component in pieces_for(preset, game, drawn):
        bleed = max(preset.bleed)
        past = short_bleed(component.pieces, bleed - NEARLY)
        if framed := _short_frames(game.components[component.component_id], component.size, bleed):
            yield framed.moved(component.component_id)
        elif past is not None:
            yield bleed_note(component.component_id, past, bleed)
        faces = {face for piece in component.pieces for _, face in piece.faces}
        for what, distances in (("art", _art_distances), ("text", _text_distances)):
            nearest = min((d for face in faces for d in distances(face)), default=preset.safe)
            if nearest < preset.safe - SAME:
                near, safe = f"{nearest:.1f}", f"{preset.safe:.1f}"
                yield Message(f"near_{what}", component.component_id, mm=near, safe=safe)


def _short_frames(component: Component, face: Size, bleed: Mm) -> Message | None:
    """Return a note on frames of art that end at the cut or within the bleed."""
    short: dict[str, Mm] = {}
    for key, place in component.art_places(REACH):
        past = [-side for side in _sides(place, face)]
        nearest = min((one for one in past if -SAME <= one < bleed - NEARLY), default=None)
        if nearest is not None:
            short[key] = max(0.0, nearest)
    if not short:
        return None
    least = min(short.values())
    key = "frame_ends" if len(short) == 1 else "frames_end"
    where = "_at_cut" if least < SAME else ""
    names, mm = join_words(short), f"{least:.1f}"
    return Message(f"{key}{where}", names=names, mm=mm, bleed=f"{bleed:g}")


def _art_distances(face: Scene) -> Iterator[Mm]:
    """Yield the distance of each shape or picture inside the trim, without bleeding sides."""
    for place in _art(face.only(Role.ART).items):
        yield from (side for side in _sides(place, face.size) if side > SAME)


def _text_distances(face: Scene) -> Iterator[Mm]:
    """Yield the distance of each line of text inside the trim."""
    for place in _lines(face.only(Role.ART).items):
        yield from _sides(place, face.size)


def _sides(bounds: Rect, face: Size) -> tuple[Mm, ...]:
    """Return the distances of a rectangle from the left, top, right and bottom of a face."""
    return bounds.x, bounds.y, face.width - bounds.right, face.height - bounds.bottom


def _art(items: Sequence[Item]) -> Iterator[Rect]:
    """Yield the visible part of each shape and picture; the shapes of a picture count as one."""
    for item in items:
        if isinstance(item, Group) and item.transform is IDENTITY and item.clip is None:
            yield from _art(item.items)
        elif not _is_text(item) and _is_straight(item):
            yield from filter(None, (item_bounds(item),))


def _lines(items: Sequence[Item]) -> Iterator[Rect]:
    """Yield the rectangle of each straight line of text, from its capitals to its descenders."""
    for leaf, into in placed_leaves(items):
        if isinstance(leaf, Text) and _turns_straight(into):
            above, below = cap_height(leaf.font) * leaf.size, descent(leaf.font) * leaf.size
            yield into.apply_to(Rect(leaf.at.x, leaf.at.y - above, leaf.width, above + below))


def _is_text(item: Item) -> bool:
    return all(isinstance(one, Text) for one in leaves_in((item,)))


def _is_straight(item: Item) -> bool:
    """Return whether an item is upright or turned by quarter turns."""
    return not isinstance(item, Group) or _turns_straight(item.transform)


def _turns_straight(into: Transform) -> bool:
    return into.b == into.c == 0 or into.a == into.d == 0
