"""Pages for print shops and upload forms: one face to a page, with its bleed."""

from collections.abc import Iterator, Sequence
from math import dist

from pnp.base.color import WHITE
from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import joined, path_bounds
from pnp.base.units import Mm
from pnp.components.piece import Piece
from pnp.scene import Group, Item, Leaf, Role, Scene, Shape, changed, items_bounds, shapes_in
from pnp.scene.gradient import colors_of
from pnp.sheets.layout.scheme import FaceOrder

CLOSE: Mm = 0.02  # no shop cuts that well


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

    If only some pieces have a back, the others get a blank one. The media box is no larger than the
    bleed.
    """
    both = [(_page(piece, "front", bleed), _page(piece, "back", bleed)) for piece in pieces]
    pairs = [pair for pair, piece in zip(both, pieces, strict=True) for _ in range(piece.copies)]
    two_sided = any(piece.back is not None for piece in pieces)
    if two_sided and order is FaceOrder.PAIRS:
        yield from (page for pair in pairs for page in pair)
        return
    yield from (front for front, _ in pairs)
    if two_sided and order is FaceOrder.SIDES:
        yield from (back for _, back in pairs)
    elif two_sided:
        if any(piece.back != pieces[0].back for piece in pieces):
            raise LayoutError(Message("different_backs"))
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
