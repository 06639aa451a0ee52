"""Pictures of a build, one to a file: faces, set-ups, and faces for a print shop."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pnp.audit import check_position
from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.path import circle_of
from pnp.base.units import dimensions
from pnp.components.piece import Piece, outlines, trimmed, with_bleed
from pnp.game.game import Game
from pnp.game.presets import Preset
from pnp.jobs.file_names import file_words, joined
from pnp.jobs.pipeline import Writer
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.pages.faces import art_to_bleed, is_cut_only
from pnp.sheets.pages.job import DrawnComponent, SheetPlan


class PictureOutput(NamedTuple):
    """A scene and its file; ``size`` is that of the piece in it.

    ``pixels`` override those that follow from ``dpi``; ``rgb`` requires three channels.
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


KINDS = {"svg": "faces", "png": "png"}  # of files, for the words in their names


def pictures(game: Game, options: SheetOptions, plan: SheetPlan) -> Iterator[PictureOutput]:
    """Yield the chosen faces, cut out, and the start positions of rule sets, format by format.

    Those in another language, or under options that change them, have separate folders.
    """
    formats = [format for format in options.formats if format in ("svg", "png")]
    for format in formats:
        words = file_words(options, KINDS[format])
        for one in _faces(plan.drawn, format, words, "face", format, _cut_out):
            yield one._replace(dpi=options.dpi) if format == "png" else one
    for format in formats if options.complete else ():
        yield from _setups(game, format, options)


def _cut_out(piece: Piece, face: Scene) -> Scene:
    return trimmed(face, piece.roles)


def _faces(
    drawn: Sequence[DrawnComponent],
    folder: str,
    words: str,
    kind: str,
    format: str,
    show: Callable[[Piece, Scene], Scene],
) -> Iterator[PictureOutput]:
    for component in drawn:
        own = component.component_id
        place = "/".join(filter(None, (folder, own, joined(component.lang, words))))
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
                )


def _setups(game: Game, format: str, options: SheetOptions) -> Iterator[PictureOutput]:
    """Yield the start position of every rule set that has one."""
    from pnp.positions.setup import draw_setup

    lang = game.language if game.translated_from else ""
    words = joined(lang, file_words(options, KINDS[format]))
    for key, rule_set in game.rule_sets.items():
        if rule_set.setup is not None:
            check_position(game, key)
            scene = draw_setup(game, rule_set.setup, rule_set)
            scene = InkSaver(options.ink).face(scene, straight=False)
            path = "/".join(filter(None, (format, "set-ups", words, f"{key}.{format}")))
            title = f"{rule_set.name} · set-up"
            yield PictureOutput(
                *(path, title, scene, key, "set-up", format, scene.size),
                dpi=options.dpi,
            )


WANTED = {
    ("card", "rectangle"): "cards and tiles",
    ("chit", "rectangle"): "cards, tiles and chips that are cut straight",
    ("chit", "circle"): "round pieces",
    ("board", "rectangle"): "boards",
}
SAME = 0.02  # mm: no shop cuts that well


def shop_faces(
    game: Game, drawn: Sequence[DrawnComponent], preset: Preset, options: SheetOptions
) -> Iterator[PictureOutput]:
    """Yield every face of the pieces for a product, with bleed and without lines.

    Those in another language, or under options that change them, have separate folders.

    Raises:
        LayoutError: If there is no such piece, or any has another size than the preset: a line for
            each.
    """
    cards = pieces_for(preset, game, drawn)
    if not cards:
        what = WANTED[preset.product, preset.shape]
        raise LayoutError(f"{game.id}: --preset {preset.id} is for {what}, and none are chosen")
    faults = [
        f"{game.id}, {d.component_id}: is {dimensions(*d.size)} and {preset.id} takes "
        f"{preset.size}; {_add_size(game, d.component_id, preset)}choose others with --only"
        for d in cards
        if max(abs(a - b) for a, b in zip(d.size, preset.trim, strict=True)) > SAME
    ]
    if faults:
        raise LayoutError("\n".join(faults))
    kind, folder = "face with bleed", f"png-{preset.id}"
    words = file_words(options, "faces")

    def show(piece: Piece, face: Scene) -> Scene:
        items = art_to_bleed(face, piece.freed_by_trim, max(preset.bleed))
        return with_bleed(face._replace(items=items), preset.bleed)

    found = _faces(cards, folder, words, kind, "png", show)
    for one in found:
        title, pixels = f"{one.title} · with bleed", preset.pixels
        yield one._replace(title=title, dpi=preset.dpi, pixels=pixels, rgb=True, preset=preset.id)


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


def write_picture(
    picture: PictureOutput, title: str, pixels: tuple[int, int] | None, to: Writer
) -> None:
    """Write a picture as PNG with ``pixels``, or as SVG without them."""
    if pixels is None:
        from pnp.render import svg

        to.write(svg.render(picture.scene, title))
        return
    from pnp.render import png

    to.write(png.render(picture.scene, title, picture.dpi, pixels=pixels, rgb=picture.rgb))
