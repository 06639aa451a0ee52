"""Pictures of a build, one to a file: faces, set-ups, and faces for a print shop."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.audit import check_position
from pnp.base.errors import LayoutError
from pnp.base.geometry import IDENTITY, Size
from pnp.base.units import Mm, dimensions
from pnp.components.piece import Piece, trimmed, with_bleed
from pnp.game.game import Game
from pnp.game.presets import Preset
from pnp.jobs.build_plan import BuildPlan, DrawnComponent
from pnp.jobs.file_names import PLAIN, file_words, needed_options
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import Group, Image, Item, Role, Scene, Shape, item_bounds
from pnp.scene.ink import InkSaver


class PictureOutput(NamedTuple):
    """A scene and the file it becomes; ``size`` is that of the piece it shows.

    ``pixels`` override those that follow from ``dpi``; ``rgb`` asks for three channels.
    ``options`` are those that the picture needs, None for all.
    """

    path: str
    title: str
    scene: Scene
    component: str
    kind: str
    format: str
    size: Size
    pieces: int = 1
    dpi: int = 300
    pixels: tuple[int, int] | None = None
    rgb: bool = False
    preset: str | None = None
    options: SheetOptions | None = None


def pictures(game: Game, options: SheetOptions, plan: BuildPlan) -> Iterator[PictureOutput]:
    """Yield the chosen faces, cut out, and the start positions of rule sets, format by format.

    Those of another language, or of options that change them, have their own folder.
    """
    formats = [format for format in options.formats if format in ("svg", "png")]
    for format in formats:
        dpi = options.dpi if format == "png" else PLAIN.dpi
        words = {d.component_id: _joined(d.lang, d.face_words(dpi=dpi)) for d in plan.drawn}
        for one in _faces(plan.drawn, format, words, "face", format, _cut_out):
            yield one._replace(dpi=options.dpi)
    for format in formats if options.complete else ():
        yield from _setups(game, plan, format, options)


def _joined(*words: str) -> str:
    return "-".join(filter(None, words))


def _cut_out(piece: Piece, face: Scene) -> Scene:
    return trimmed(face, piece.roles)


def _faces(
    drawn: Sequence[DrawnComponent],
    folder: str,
    words: Mapping[str, str],
    kind: str,
    format: str,
    show: Callable[[Piece, Scene], Scene],
) -> Iterator[PictureOutput]:
    for component in drawn:
        own = component.component_id
        place = "/".join(filter(None, (folder, own, words[own])))
        for piece in component.pieces:
            for side, face in piece.faces:
                yield PictureOutput(
                    f"{place}/{piece.name}-{side}.{format}",
                    f"{component.name} · {piece.name} · {side}",
                    show(piece, face),
                    own,
                    kind,
                    format,
                    face.size,
                    piece.copies,
                    options=component.on_faces,
                )


def _setups(
    game: Game, plan: BuildPlan, format: str, options: SheetOptions
) -> Iterator[PictureOutput]:
    """Yield the start position of every rule set that has one."""
    lang = game.language if game.translated_from else ""
    dots = file_words(options, ("dpi",)) if format == "png" else ""
    for key, rule_set in game.rule_sets.items():
        if rule_set.setup is not None:
            check_position(game, key)
            scene = _setup(plan, options, key)
            needed = needed_options(options, partial(_same_setup, plan, key, scene))
            words = _joined(lang, file_words(needed), dots)
            path = "/".join(filter(None, (format, "set-ups", words, f"{key}.{format}")))
            title = f"{rule_set.name} · set-up"
            yield PictureOutput(
                *(path, title, scene, key, "set-up", format, scene.size),
                dpi=options.dpi,
                options=needed,
            )


def _same_setup(plan: BuildPlan, rule_set: str, scene: Scene, options: SheetOptions) -> bool:
    return _setup(plan, options, rule_set) == scene


def _setup(plan: BuildPlan, options: SheetOptions, rule_set: str) -> Scene:
    """Draw the start position of a rule set that has one."""
    from pnp.positions.setup import draw_setup

    game = plan.games(options)
    setup = game.rule_sets[rule_set].setup
    assert setup is not None, "sizes and colours leave rule sets as they are"
    return InkSaver(options.ink).face(draw_setup(game, setup), straight=False)


SAME = 0.02  # mm: no shop cuts that well
LOOK = ("ink", "theme")  # the options that change a face of one size


def shop_faces(
    game: Game, drawn: Sequence[DrawnComponent], preset: Preset
) -> Iterator[PictureOutput]:
    """Yield every face of cards and tiles with bleed, square corners and no lines.

    Those in another language, with other colours or less ink have their own folder.

    Raises:
        LayoutError: If no face is a card or tile, or any has another size than the preset: a
            line for each.
    """
    cards = _cards(game, drawn)
    if not cards:
        raise LayoutError(
            f"{game.id}: --preset {preset.id} is for cards and tiles, and none are chosen"
        )
    faults = [
        f"{game.id}, {d.component_id}: is {dimensions(*d.size)} and {preset.id} takes "
        f"{preset.size}; add --size {d.component_id}={preset.size}, or choose others with --only"
        for d in cards
        if max(abs(a - b) for a, b in zip(d.size, preset.trim, strict=True)) > SAME
    ]
    if faults:
        raise LayoutError("\n".join(faults))
    kind, folder = "face with bleed", f"png-{preset.id}"
    words = {d.component_id: _joined(d.lang, d.face_words(LOOK)) for d in cards}
    found = _faces(
        cards, folder, words, kind, "png", lambda _, face: with_bleed(face, preset.bleed)
    )
    for one in found:
        title, pixels = f"{one.title} · with bleed", preset.pixels
        yield one._replace(title=title, dpi=preset.dpi, pixels=pixels, rgb=True, preset=preset.id)


def near_the_cut(game: Game, drawn: Sequence[DrawnComponent], preset: Preset) -> Iterator[str]:
    """Yield a note for cards with art outside the shop's safe area."""
    for component in _cards(game, drawn):
        faces = {face for piece in component.pieces for _, face in piece.faces}
        nearest = min((d for face in faces for d in _distances(face)), default=preset.safe)
        if nearest < preset.safe - SAME:
            yield (
                f"{component.component_id}: art lies {nearest:.1f} mm inside the cut, and safe is "
                f"{preset.safe:.1f} mm: cuts may be a little off"
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
