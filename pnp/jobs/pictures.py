"""Pictures of a build, one to a file: faces and set-ups."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.audit import check_position
from pnp.base.geometry import Size
from pnp.components.piece import trimmed
from pnp.game.game import Game
from pnp.jobs.build_plan import BuildPlan, DrawnComponent
from pnp.jobs.sheet_options import SheetOptions
from pnp.scene import InkSaver, Scene


class PictureOutput(NamedTuple):
    """A scene and the file it becomes; ``size`` is that of the piece it shows.

    ``pixels`` override those that follow from ``dpi``; ``rgb`` asks for three channels.
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


def faces(
    drawn: Sequence[DrawnComponent], format: str, dpi: int, look: str = ""
) -> Iterator[PictureOutput]:
    """Yield every face, cut out; another language or ``look`` has a folder of its own."""
    for component in drawn:
        folder = folder_of(component, look)
        for piece in component.pieces:
            for side, face in piece.faces:
                yield PictureOutput(
                    f"{format}/{component.component_id}/{folder}{piece.name}-{side}.{format}",
                    f"{component.name} · {piece.name} · {side}",
                    trimmed(face, piece.roles),
                    component.component_id,
                    "face",
                    format,
                    face.size,
                    piece.copies,
                    dpi,
                )


def folder_of(drawn: DrawnComponent, look: str) -> str:
    """Return the folder of faces within a component's folder, with a slash at the end."""
    words = "-".join(filter(None, (drawn.lang, look)))
    return f"{words}/" if words else ""


def setups(
    game: Game, ink_saver: InkSaver, format: str, dpi: int, look: str = ""
) -> Iterator[PictureOutput]:
    """Yield the start position of every rule set that has one."""
    from pnp.positions.setup import draw_setup

    folder = f"{look}/" if look else ""
    for key, rule_set in game.rule_sets.items():
        if rule_set.setup is not None:
            check_position(game, key)
            scene = ink_saver.face(draw_setup(game, rule_set.setup), straight=False)
            yield PictureOutput(
                f"{format}/set-ups/{folder}{key}.{format}",
                f"{rule_set.name} · set-up",
                scene,
                key,
                "set-up",
                format,
                scene.size,
                dpi=dpi,
            )


def pictures(game: Game, options: SheetOptions, plan: BuildPlan) -> Iterator[PictureOutput]:
    """Yield the chosen faces and set-ups, format by format."""
    for format in options.formats:
        if format in ("svg", "png"):
            yield from faces(plan.drawn, format, options.dpi, options.look)
    for format in options.formats:
        if format in ("svg", "png") and options.complete:
            yield from setups(game, plan.ink_saver, format, options.dpi, options.look)
