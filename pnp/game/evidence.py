"""Where facts come from and how well they are known."""

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.units import quoted
from pnp.game.base import Model
from pnp.game.dates import Date, EarlyDate, check_order
from pnp.game.fields import Reads, SourceId, Text


def _address(value: object) -> str:
    text = value if isinstance(value, str) else ""
    if not text.startswith(("https://", "http://")) or len(text.split()) != 1:
        raise ValueError(f'write an address, such as "https://…", not {quoted(value)}')
    return text


Address = Annotated[str, Reads(_address, "address")]


class Source(Model):
    """Something that facts are taken from, described so that another can find it."""

    kind: Literal["article", "book", "rules", "advertisement", "record", "database"]
    title: Text
    author: Text | None = None
    date: Date | None = None
    published: Text | None = None
    language: Text | None = None
    url: Address | None = None
    rights: Text | None = None
    rights_uri: Address | None = None
    known_through: SourceId | None = None
    note: Text | None = None

    @property
    def citation(self) -> str:
        """Who wrote it, what it is called, where and when it came out, in one line."""
        parts = [part for part in (self.author, self.title, self.published, self.date) if part]
        ended = [part if part[-1] in ".!?" else f"{part}." for part in parts[:-1]]
        return " ".join([*ended, parts[-1]])


def _coordinates(value: object) -> tuple[float, float]:
    advice = f'write latitude and longitude in degrees, such as "51.21, 3.22", not {quoted(value)}'
    try:
        latitude, longitude = map(float, value.split(",") if isinstance(value, str) else ())
    except ValueError:
        raise ValueError(advice) from None
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise ValueError(advice)
    return latitude, longitude


Coordinates = Annotated[tuple[float, float], Reads(_coordinates, "coordinates")]

EvidenceKind = Literal[
    "rules text",
    "contemporary rule description",
    "historical rule description",
    "contemporary text",
    "historical text",
    "ethnography",
    "artifact",
    "artistic depiction",
]
RuleSetKind = Literal[
    "described", "observed", "suggested", "incomplete", "scholarly", "reconstructed"
]


class Evidence(Model):
    """What one source shows of a game, of which time and place, and no more.

    Kinds and fields are those of the Digital Ludeme Project (DLP Database Guide, 2022). ``start``
    and ``end`` are the time that it tells of, which may be long before the source; ``place`` is
    where, ``coordinates`` latitude and longitude in degrees. ``confidence`` goes from 0 to 100;
    it is ``verified`` if this edition read the source itself. ``external`` names it elsewhere.
    """

    source: SourceId
    kind: EvidenceKind
    start: EarlyDate | None = None
    end: EarlyDate | None = None
    place: Text | None = None
    coordinates: Coordinates | None = None
    shows: Text
    confidence: Annotated[StrictInt, Field(ge=0, le=100)]
    verified: StrictBool = False
    external: Text | None = None

    def _check(self) -> None:
        check_order(("start", "end"), self.start, self.end)


class Stated(Model):
    """A fact that a source says in so many words."""

    status: Literal["stated"]
    says: Text
    sources: Annotated[tuple[SourceId, ...], Field(min_length=1)]

    @property
    def grounds(self) -> str:
        """The sources by their ids."""
        return ", ".join(self.sources)


class Derived(Model):
    """A fact that follows from stated ones by arithmetic."""

    status: Literal["derived"]
    says: Text
    derivation: Text
    sources: tuple[SourceId, ...] = ()

    @property
    def grounds(self) -> str:
        """The arithmetic."""
        return self.derivation


class Reconstructed(Model):
    """A choice of this edition where no source says anything."""

    status: Literal["reconstructed"]
    says: Text
    because: Text

    @property
    def grounds(self) -> str:
        """Why it was chosen."""
        return self.because

    @property
    def sources(self) -> tuple[str, ...]:
        """None: that is what makes it one."""
        return ()


class Reading(Model):
    """What one side of a dispute says.

    It is marked as ``followed`` where the source that is followed has more than one reading.
    """

    source: SourceId
    says: Text
    followed: StrictBool = False


class Disputed(Model):
    """A question on which sources, or two places of one source, disagree."""

    status: Literal["disputed"]
    question: Text
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]
    follows: SourceId
    because: Text

    @property
    def sources(self) -> tuple[str, ...]:
        """Those that disagree."""
        return tuple(reading.source for reading in self.readings)

    @property
    def followed(self) -> tuple[Reading, ...]:
        """The reading that is followed; several if its source has them and none is marked."""
        own = tuple(reading for reading in self.readings if reading.source == self.follows)
        return tuple(reading for reading in own if reading.followed) or own

    def _check(self) -> None:
        if self.follows not in self.sources:
            raise ValueError(
                f"follows {self.follows!r}, which has no reading here; "
                f"the readings are of: {', '.join(self.sources)}"
            )


Fact = Annotated[Stated | Derived | Reconstructed | Disputed, Field(discriminator="status")]


def fact_data(fact: Fact) -> dict[str, Any]:
    """Return a fact as plain data, in which each reading of a dispute says if it is followed."""
    data = fact.model_dump()
    if isinstance(fact, Disputed):
        readings = zip(data["readings"], fact.readings, strict=True)
        data["readings"] = [{**one, "followed": r in fact.followed} for one, r in readings]
    return data


class OpenQuestion(Model):
    """Something that nobody knows, and what is known about it all the same."""

    question: Text
    known: Text
    sources: tuple[SourceId, ...] = ()
