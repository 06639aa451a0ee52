"""Base classes for faces that definitions lay out in frames."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic_core import core_schema

from pnp.base.geometry import Size
from pnp.game.base import Model
from pnp.game.fields import Validates


class DrawnFor(NamedTuple):
    """The size that a layout was drawn for, if not that of its face, and whether it is scaled."""

    size: Size
    scaled: bool


def read_drawn_for(value: object) -> DrawnFor:
    """Accept a value that the loader made; definitions cannot write one."""
    if not isinstance(value, DrawnFor):
        raise ValueError("is found by pnp and cannot be written")
    return value


@dataclass(frozen=True)
class IsGiven(Validates):
    """A type annotation: a model of the class that the validation context names for ``what``.

    That is a ``layout`` that components share, or a ``face`` of any component.
    """

    what: Literal["layout", "face"]

    def _validate(self, value: Any, info: core_schema.ValidationInfo) -> Model:
        if info.context is None and isinstance(value, Model):
            return value
        given: type[Model] = (info.context or {})[self.what]
        return given.model_validate(value, context=info.context)


class FaceFrames(Model):
    """Frames over a face of any component; the base of the class that holds them.

    ``drawing`` names the module whose function ``draw_face_art`` draws them.
    """

    drawing: ClassVar[str] = ""

    def faults(self) -> Iterator[str]:
        """Yield the faults of the frames: their places on the face, and the message."""
        yield from ()

    def faults_in(self, box: Any) -> Iterator[tuple[str, str]]:
        """Yield the faults of the frames in a game: the key, and the message."""
        yield from ()

    def pictures(self, pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the picture files for pieces with these names, and the key that names each."""
        yield from ()
