"""Where facts come from and how well they are known."""

from typing import Annotated, Literal

from pnp.model.base import Model, model
from pnp.model.fields import Reads, SourceId, Text, Within
from pnp.units import shown


def _date(value: object) -> str:
    """Accept a year, a month or a day as far as it is known: 1924, 1924-11, 1924-11-21."""
    advice = f'write a date as far as it is known, such as "1924-11", not {shown(value)}'
    parts = value.split("-") if isinstance(value, str) else []
    sizes = [len(part) for part in parts]
    if sizes not in ([4], [4, 2], [4, 2, 2]) or not all(part.isdecimal() for part in parts):
        raise ValueError(advice)
    month, day = ([int(part) for part in parts[1:]] + [1, 1])[:2]
    if not (1 <= month <= 12 and 1 <= day <= 31):
        raise ValueError(advice)
    return "-".join(parts)


Date = Annotated[str, Reads(_date)]


@model
class Source(Model):
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


@model
class Stated(Model):
    """A fact that a source says in so many words."""

    status: Literal["stated"]
    says: Text
    sources: Annotated[tuple[SourceId, ...], Within(1)]


@model
class Derived(Model):
    """A fact that follows from stated ones by arithmetic."""

    status: Literal["derived"]
    says: Text
    derivation: Text
    sources: tuple[SourceId, ...] = ()


@model
class Reconstructed(Model):
    """A choice of this edition where no source says anything."""

    status: Literal["reconstructed"]
    says: Text
    because: Text


@model
class Reading(Model):
    """What one side of a dispute says."""

    source: SourceId
    says: Text


@model
class Disputed(Model):
    """A question on which sources, or two places of one source, disagree."""

    status: Literal["disputed"]
    question: Text
    readings: Annotated[tuple[Reading, ...], Within(2)]
    follows: SourceId
    because: Text

    def __post_init__(self) -> None:
        sides = [reading.source for reading in self.readings]
        if self.follows not in sides:
            raise ValueError(
                f"follows {self.follows!r}, which has no reading here; "
                f"the readings are of: {', '.join(sides)}"
            )


Fact = Stated | Derived | Reconstructed | Disputed


@model
class OpenQuestion(Model):
    """Something that nobody knows, and what is known about it all the same."""

    question: Text
    known: Text
    sources: tuple[SourceId, ...] = ()
