"""A game's own fonts, as its definition names them."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, StrictInt, model_validator

from pnp.base.units import did_you_mean, quoted
from pnp.game.base import Model
from pnp.game.fields import NonEmptyText, Reads, read_id

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
        return f"there is no font {quoted(name)}{did_you_mean(name, self.names)} (known: {known})"

    def _check(self) -> None:
        faults = [f"{key}: {fault}" for key, fault in self._faults()]
        if faults:
            raise ValueError("\n".join(faults))

    def _faults(self) -> Any:
        for name in self.families:
            if name in BUILT_IN:
                yield name, "pnp has a font of this name; choose another"
            try:
                read_id(name)
            except ValueError as error:
                yield name, error
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
