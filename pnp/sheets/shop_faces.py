"""Faces for print shops: with bleed, one to a page, and notes on art near the cut."""

from collections.abc import Iterator, Sequence

from pnp.base.errors import OptionError
from pnp.base.fonts import cap_height, descent
from pnp.base.geometry import IDENTITY, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import circle_of
from pnp.base.units import Mm, dimensions, join_words
from pnp.components.piece import REACH, Piece, outlines, with_bleed
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.game.presets import Preset
from pnp.make.file_names import file_words
from pnp.scene import Group, Item, Role, Scene, Text, item_bounds, leaves_in, placed_leaves
from pnp.sheets.faces import PictureOutput, pictures_of
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.job import DrawnComponent
from pnp.sheets.pages.proof import art_to_bleed, bleed_note, face_pages, is_cut_only, short_bleed

WANTED = {
    ("card", "rectangle"): "cards and tiles",
    ("chit", "rectangle"): "cards, tiles and chips that are cut straight",
    ("chit", "circle"): "round pieces",
    ("board", "rectangle"): "boards",
}
SAME = 0.02  # mm: no shop cuts that well
NEARLY: Mm = 0.1  # of negligible bleed: 3 mm will do where a shop asks for an eighth of an inch


def shop_faces(
    game: Game, drawn: Sequence[DrawnComponent], preset: Preset, options: SheetOptions
) -> Iterator[PictureOutput]:
    """Yield every face of the pieces for a product, with bleed and without lines.

    Those in another language, or under options that change them, have separate folders.

    Raises:
        OptionError: As :func:`suiting`.
    """
    cards = suiting(game, drawn, preset)
    kind, folder = "face with bleed", f"png-{preset.id}"
    words = file_words(options, "faces")

    def show(piece: Piece, face: Scene) -> Scene:
        items = art_to_bleed(face, piece.freed_by_trim, max(preset.bleed))
        return with_bleed(face._replace(items=items), preset.bleed)

    found = pictures_of(cards, folder, words, kind, "png", show)
    for one in found:
        title, pixels = f"{one.title} · with bleed", preset.pixels
        yield one._replace(title=title, dpi=preset.dpi, pixels=pixels, rgb=True, preset=preset.id)


def suiting(game: Game, drawn: Sequence[DrawnComponent], preset: Preset) -> list[DrawnComponent]:
    """Return the components for a product.

    Raises:
        OptionError: If there is none, or any has another size: a line for each.
    """
    cards = pieces_for(preset, game, drawn)
    if not cards:
        what = WANTED[preset.product, preset.shape]
        raise OptionError(f"{game.id}: --preset {preset.id} is for {what}, and none are chosen")
    faults = [
        f"{game.id}, {d.component_id}: is {dimensions(*d.size)} and {preset.id} takes "
        f"{preset.size}; {_add_size(game, d.component_id, preset)}choose others with --only"
        for d in cards
        if max(abs(a - b) for a, b in zip(d.size, preset.trim, strict=True)) > SAME
    ]
    if faults:
        raise OptionError("\n".join(faults))
    return cards


def _add_size(game: Game, component_id: str, preset: Preset) -> str:
    component = game.components[component_id]
    scaled = " --scale-layout" if component.from_layout else ""
    return f"add --size {component_id}={preset.size}{scaled}, or " if component.is_resizable else ""


def pieces_for(preset: Preset, game: Game, drawn: Sequence[DrawnComponent]) -> list[DrawnComponent]:
    """Return the components that suit a product: of its sort and its shape."""

    def is_wanted(one: DrawnComponent) -> bool:
        component = game.components[one.component_id]
        match preset.product:
            case "card":
                return component.is_printed_by_shops
            case "board":
                return component.is_board
            case "chit":
                return not component.is_board and is_cut_only(one.pieces)

    def has_shape(piece: Piece) -> bool:
        if preset.shape == "rectangle":
            return piece.freed_by_trim
        edges = outlines(piece.front)
        return bool(edges) and all(circle_of(edge) is not None for edge in edges)

    return [one for one in drawn if is_wanted(one) and all(map(has_shape, one.pieces))]


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


def pages_of_faces(
    game_id: str, drawn: Sequence[DrawnComponent], options: SheetOptions
) -> tuple[tuple[DrawnComponent, tuple[Scene, ...]], ...]:
    """Return the pages of all components that are only cut; folded ones are left out.

    Raises:
        OptionError: If there is none, or a single back is required and backs differ: a line for
            each.
    """
    found: list[tuple[DrawnComponent, tuple[Scene, ...]]] = []
    faults: list[str] = []
    for one in drawn:
        if not is_cut_only(one.pieces):
            continue
        try:
            pages = tuple(face_pages(one.pieces, options.bleed, options.face_order))
            found.append((one, pages))
        except OptionError as error:
            faults.append(f"{game_id}, {one.component_id}: {error}")
    if faults:
        raise OptionError("\n".join(faults))
    if not found:
        folded = ", ".join(one.component_id for one in drawn)
        raise OptionError(f"{game_id}: --format faces is for flat pieces, and {folded} is folded")
    return tuple(found)


def face_notes(drawn: Sequence[DrawnComponent], bleed: Mm) -> Iterator[str]:
    """Yield notes on folded components, and on art that ends short of the bleed."""
    folded = [one.component_id for one in drawn if not is_cut_only(one.pieces)]
    if folded:
        yield f"folded, so not among the faces: {', '.join(folded)}"
    for one in drawn:
        past = short_bleed(one.pieces, bleed) if one.component_id not in folded else None
        if past is not None:
            yield bleed_note(one.component_id, past, bleed)
