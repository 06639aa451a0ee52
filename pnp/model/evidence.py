"""Where facts come from and how well they are known."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from pnp.model.fields import Definition, SourceId, Text


def _date(value: str) -> str:
    """Accept a year, a month or a day as far as it is known: 1924, 1924-11, 1924-11-21."""
    parts = value.split("-")
    sizes = [len(part) for part in parts]
    if sizes not in ([4], [4, 2], [4, 2, 2]) or not all(part.isdecimal() for part in parts):
        raise ValueError(f'write a date as far as it is known, such as "1924-11", not {value!r}')
    month, day = ([int(part) for part in parts[1:]] + [1, 1])[:2]
    if not (1 <= month <= 12 and 1 <= day <= 31):
        raise ValueError(f'write a date as far as it is known, such as "1924-11", not {value!r}')
    return value


Date = Annotated[str, AfterValidator(_date)]


class Source(Definition):
    """Something that facts are taken from, described so that another can find it."""

    kind: Literal["article", "rules", "advertisement", "record", "database"]
    title: Text
    author: Text | None = None
    date: Date | None = None
    published: Text | None = None
    language: Text | None = None
    url: Text | None = None
    rights: Text | None = None
    known_through: SourceId | None = None
    note: Text | None = None


class Stated(Definition):
    """A fact that a source says in so many words."""

    status: Literal["stated"]
    says: Text
    sources: Annotated[tuple[SourceId, ...], Field(min_length=1)]


class Derived(Definition):
    """A fact that follows from stated ones by arithmetic."""

    status: Literal["derived"]
    says: Text
    derivation: Text
    sources: tuple[SourceId, ...] = ()


class Reconstructed(Definition):
    """A choice of this edition where no source says anything."""

    status: Literal["reconstructed"]
    says: Text
    because: Text


class Reading(Definition):
    """What one side of a dispute says."""

    source: SourceId
    says: Text


class Disputed(Definition):
    """A question on which sources, or two places of one source, disagree."""

    status: Literal["disputed"]
    question: Text
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]
    follows: SourceId
    because: Text

    @model_validator(mode="after")
    def _follows_a_reading(self) -> "Disputed":
        sides = [reading.source for reading in self.readings]
        if self.follows not in sides:
            raise ValueError(
                f"follows {self.follows!r}, which has no reading here; "
                f"the readings are of: {', '.join(sides)}"
            )
        return self


Fact = Annotated[Stated | Derived | Reconstructed | Disputed, Field(discriminator="status")]


class OpenQuestion(Definition):
    """Something that nobody knows, and what is known about it all the same."""

    question: Text
    known: Text
    sources: tuple[SourceId, ...] = ()
