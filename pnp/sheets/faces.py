"""Files of faces, and pictures of start positions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.audit import check_position
from pnp.base.geometry import Size
from pnp.components.piece import Piece, trimmed
from pnp.game.game import Game
from pnp.make.file_names import file_words, joined
from pnp.make.options import FileKind
from pnp.scene import Scene
from pnp.scene.ink import InkSaver
from pnp.sheets.options import SheetOptions
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


KINDS: Mapping[str, FileKind] = {"svg": "faces", "png": "png"}  # for the words in file names


def pictures(game: Game, options: SheetOptions, plan: SheetPlan) -> Iterator[PictureOutput]:
    """Yield the chosen faces, cut out, and the start positions of rule sets, format by format.

    Those in another language, or under options that change them, have separate folders.
    """
    formats = [format for format in options.formats if format in ("svg", "png")]
    for format in formats:
        named = format, file_words(options, KINDS[format]), "face", format
        for one in pictures_of(plan.drawn, *named, lambda piece, face: trimmed(face, piece.roles)):
            yield one._replace(dpi=options.dpi) if format == "png" else one
    for format in formats if options.complete else ():
        yield from _setups(game, format, options)


def pictures_of(
    drawn: Sequence[DrawnComponent],
    folder: str,
    words: str,
    kind: str,
    format: str,
    show: Callable[[Piece, Scene], Scene],
) -> Iterator[PictureOutput]:
    """Yield a file for each face of components; ``show`` draws it."""
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
    from pnp.positions.draw import draw_setup

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
                *(path, title, scene, key, "set-up", format, scene.size), dpi=options.dpi
            )
