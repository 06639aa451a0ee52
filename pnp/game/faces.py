"""Base classes for faces that definitions lay out in frames, and the fonts of a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import ConfigDict, Field, StrictInt, model_validator
from pydantic_core import core_schema

from pnp.base.geometry import Size
from pnp.base.messages import Location, Message, within
from pnp.base.units import closest, quoted
from pnp.game.fields import Model, NonEmptyText, Reads, Validates, read_id

BUILT_IN = ("sans", "serif")


def read_font_name(text: str) -> str:
    """Parse the name of a font: a built-in one, or one of the game's own."""
    if is_font_file(text):
        raise ValueError(
            f"write a name that [fonts] gives to the file: name = {quoted(text)} there, and here "
            'font = "name"'
        )
    return read_id(text)


def is_font_file(text: str) -> bool:
    """Return whether a text names a file rather than a font."""
    return "." in text


FontId = Annotated[str, Reads(read_font_name, "id", 'the name of a font, such as "serif"')]


class Hidden:
    """Marks a frame of a group that a run does not show."""


class FontFamily(Model):
    """The files of one font by style, and the fonts and files for characters that it lacks.

    A variable font is set at ``weight``; its bold is an instance of the same file.
    """

    text_key = "file"

    file: NonEmptyText
    bold: NonEmptyText | None = None
    italic: NonEmptyText | None = None
    bold_italic: NonEmptyText | None = None
    weight: Annotated[StrictInt, Field(ge=1, le=1000)] | None = None
    fallback: tuple[NonEmptyText, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, value: Any) -> Any:
        return {cls.text_key: value} if isinstance(value, str) else value


class GameFonts(Model):
    """A game's own fonts by name; ``fallback`` applies to all of them.

    ``rules`` is the font of rule sheets and rulebooks, ``labels`` the one for what pnp itself
    writes on pieces.
    """

    model_config = ConfigDict(extra="allow")
    others: ClassVar[type[Model] | None] = FontFamily
    __pydantic_extra__: dict[str, FontFamily] = Field(init=False)

    fallback: tuple[NonEmptyText, ...] = ()
    rules: FontId | None = None
    labels: FontId | None = None

    @property
    def families(self) -> Mapping[str, FontFamily]:
        """The fonts by their names in the definition."""
        return self.__pydantic_extra__ or {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fonts that texts can be set in."""
        return (*BUILT_IN, *self.families)

    def unknown(self, name: str) -> str:
        """Return the fault of an unknown font name, or an empty string."""
        if name in self.names:
            return ""
        known = ", ".join(self.names)
        said = {"known": known, "close": closest(name, self.names)}
        return Message("no_font", written=name, **said)

    def _check(self) -> None:
        faults = [
            line for key, fault in self._faults() for line in within(Location(keys=key), [fault])
        ]
        if faults:
            raise ValueError(*faults)

    def _faults(self) -> Any:
        for name in self.families:
            if name in BUILT_IN:
                yield name, "pnp has a font of this name; choose another"
            try:
                read_id(name)
            except ValueError as error:
                yield name, error.args[0]
        chains = {"fallback": self.fallback} | {
            f"{name}.fallback": family.fallback for name, family in self.families.items()
        }
        for key, chain in chains.items():
            for entry in chain:
                if not is_font_file(entry) and (fault := self.unknown(entry)):
                    yield key, fault
        for key, chosen in (("rules", self.rules), ("labels", self.labels)):
            if chosen and (fault := self.unknown(chosen)):
                yield key, fault


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

    def faults(self, place: str) -> Iterator[str]:
        """Yield the faults of the frames; ``place`` is before their own keys."""
        yield from ()

    def faults_in(self, box: Any) -> Iterator[tuple[str, str]]:
        """Yield the faults of the frames in a game: the key, and the message."""
        yield from ()

    def pictures(self, pieces: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the picture files for pieces with these names, and the key that names each."""
        yield from ()
