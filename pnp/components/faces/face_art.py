"""Frames over a face of any component."""

from collections.abc import Iterable, Iterator, Mapping

from pydantic import Field

from pnp.base.units import did_you_mean
from pnp.components.faces.check_columns import missing_columns
from pnp.components.faces.frames import Frame, ImageFrame, Layout, TextFrame
from pnp.components.faces.paints import Paint
from pnp.components.faces.values import OF_GAME, values_of_game
from pnp.game.component import GameBox
from pnp.game.faces import FaceFrames
from pnp.game.fields import Color, Id, NonEmptyText

PIECE = "piece"  # the only column: the name of a piece


class FaceArt(FaceFrames):
    """Frames over a face that a component draws by itself; a ``ground`` hides its drawing.

    In texts and conditions, ``{piece}`` is the name of the piece.
    """

    drawing = "pnp.components.faces.draw_face_art"

    ground: Paint | None = None
    frames: tuple[Frame, ...] = ()
    icons: Mapping[Id, NonEmptyText] = Field(default_factory=dict)
    colors: Mapping[NonEmptyText, Color] = Field(default_factory=dict)

    def _check(self) -> None:
        Layout.model_construct(frames=self.frames)  # which checks their names

    @property
    def layout(self) -> Layout:
        """The frames as a layout of cards."""
        return Layout.model_construct(frames=self.frames)

    def faults(self) -> Iterator[str]:
        """Yield the faults of the columns that it uses."""
        parts = {f"frames[{n}]": frame.columns for n, frame in enumerate(self.frames, start=1)}
        for key, columns in {"ground": self.ground.columns if self.ground else (), **parts}.items():
            wrong = [c for c in columns if c.startswith("card") and c not in OF_GAME]
            yield from missing_columns([c for c in columns if c not in wrong], (PIECE,), key)
            for name in wrong:
                close = did_you_mean(name, OF_GAME)
                yield f"{key}: {name!r} is a value of cards{close}"

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield unknown fonts, and values that the definition does not state."""
        missing = OF_GAME.keys() - values_of_game(box)
        for number, frame in enumerate(self.frames, start=1):
            if isinstance(frame, TextFrame) and (fault := box.fonts.unknown(frame.font)):
                yield f"frames[{number}].font", fault
            for value in sorted(missing.intersection(frame.columns)):
                yield f"frames[{number}]", f"{{{value}}}: the definition states no {OF_GAME[value]}"

    def pictures(self, pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield its icons, and the pictures in its image frames on each piece."""
        for icon, file in self.icons.items():
            yield file, f"icons.{icon}"
        for number, frame in enumerate(self.frames, start=1):
            if isinstance(frame, ImageFrame):
                for piece in pieces:
                    cells = {PIECE: piece}
                    if frame.shown_on(cells):
                        yield frame.file.fill(cells).strip(), f"frames[{number}].file"
