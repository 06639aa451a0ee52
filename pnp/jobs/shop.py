"""Faces for a print shop: pictures of exactly the size that the shop asks for."""

from collections.abc import Iterator, Sequence

from pnp.base.errors import LayoutError
from pnp.base.geometry import IDENTITY
from pnp.base.units import Mm, dimensions
from pnp.components.piece import with_bleed
from pnp.game.game import Game
from pnp.game.presets import Preset
from pnp.jobs.build_plan import DrawnComponent
from pnp.jobs.pictures import PictureOutput, folder_of
from pnp.scene import Group, Image, Item, Role, Scene, Shape, item_bounds

SAME = 0.02  # mm: no shop cuts that well


def shop_faces(
    game: Game, drawn: Sequence[DrawnComponent], preset: Preset, look: str = ""
) -> Iterator[PictureOutput]:
    """Yield every face of cards and tiles with bleed, square corners and no lines.

    Another ``look`` has a folder of its own.

    Raises:
        LayoutError: If there are none, or of another size than the preset's: a line for each.
    """
    cards = _cards(game, drawn)
    if not cards:
        raise LayoutError(
            f"{game.id}: --preset {preset.id} is for cards and tiles, and there are none here"
        )
    faults = [
        f"{game.id}, {d.component_id}: is {dimensions(*d.size)} and {preset.id} takes "
        f"{preset.size}; add --size {d.component_id}={preset.size}, or choose others with --only"
        for d in cards
        if max(abs(a - b) for a, b in zip(d.size, preset.trim, strict=True)) > SAME
    ]
    if faults:
        raise LayoutError("\n".join(faults))
    return (
        PictureOutput(
            f"png-{preset.id}/{component.component_id}/{folder_of(component, look)}"
            f"{piece.name}-{side}.png",
            f"{component.name} · {piece.name} · {side} · with bleed",
            with_bleed(face, preset.bleed),
            component.component_id,
            "face with bleed",
            "png",
            face.size,
            piece.copies,
            preset.dpi,
            preset.pixels,
            rgb=True,
            preset=preset.id,
        )
        for component in cards
        for piece in component.pieces
        for side, face in piece.faces
    )


def near_the_cut(game: Game, drawn: Sequence[DrawnComponent], preset: Preset) -> Iterator[str]:
    """Yield a note for cards with art outside the shop's safe area."""
    for component in _cards(game, drawn):
        faces = {face for piece in component.pieces for _, face in piece.faces}
        nearest = min((d for face in faces for d in _distances(face)), default=preset.safe)
        if nearest < preset.safe - SAME:
            yield (
                f"{component.component_id}: art lies {nearest:.1f} mm inside the cut, and safe is "
                f"{preset.safe:.1f} mm: it may come out a little off the middle"
            )


def _cards(game: Game, drawn: Sequence[DrawnComponent]) -> list[DrawnComponent]:
    return [
        d
        for d in drawn
        if game.components[d.component_id].is_printed_by_shops and all(p.straight for p in d.pieces)
    ]


def _distances(face: Scene) -> Iterator[Mm]:
    """Yield how far inside the trim each shape or picture ends, bleeding sides excepted."""
    for item in _upright(face.only(Role.ART).items):
        bounds = item_bounds(item)
        assert bounds is not None, "a shape has outlines, a picture a place"
        right, bottom = face.size.width - bounds.right, face.size.height - bounds.bottom
        sides = (bounds.x, bounds.y, right, bottom)
        yield from (side for side in sides if side > SAME)


def _upright(items: Sequence[Item]) -> Iterator[Shape | Image]:
    """Yield upright shapes and pictures; text stands inside of these."""
    for item in items:
        if isinstance(item, Shape | Image):
            yield item
        elif isinstance(item, Group) and item.transform is IDENTITY and item.clip is None:
            yield from _upright(item.items)
