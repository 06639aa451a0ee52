"""Sources of facts, their evidence, and how certain each fact is."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.text import is_web_address
from pnp.base.units import quoted
from pnp.game.fields import (
    Date,
    EarlyDate,
    Id,
    LanguageCode,
    Model,
    NonEmptyText,
    Reads,
    SourceId,
    check_order,
)
from pnp.game.rights import check_rights


def read_address(value: object) -> str:
    """Return an address of the web."""
    text = value if isinstance(value, str) else ""
    if not is_web_address(text):
        raise ValueError(f'write an address, such as "https://…", not {quoted(value)}')
    return text


Address = Annotated[str, Reads(read_address, "address")]


class Source(Model):
    """A source of facts, described so that others can find it.

    ``short`` is the name that readers see; ``pages`` are the relevant ones.
    """

    sentences = ("short", "published", "note")

    kind: Literal["article", "book", "rules", "advertisement", "record", "database"]
    short: NonEmptyText | None = None
    title: NonEmptyText
    pages: NonEmptyText | None = None
    author: NonEmptyText | None = None
    date: Date | None = None
    published: NonEmptyText | None = None
    language: LanguageCode | None = None
    url: Address | None = None
    rights: NonEmptyText | None = None
    rights_uri: Address | None = None
    known_through: SourceId | None = None
    note: NonEmptyText | None = None

    def _check(self) -> None:
        check_rights(self.rights, self.rights_uri)

    @property
    def has_several_pages(self) -> bool:
        """Whether ``pages`` names more than one page."""
        return not (self.pages or "").isdigit()

    @property
    def citation(self) -> str:
        """Author, title, place of publication, pages and date on one line."""
        pages = "pp." if self.has_several_pages else "p."
        where = [part for part in (self.title, self.published) if part]
        where[-1] += f", {pages} {self.pages}" if self.pages else ""
        parts = [part for part in (self.author, *where, self.date) if part]
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
    """What one source shows of a game, and for which time and place.

    Kinds and fields are those of the Digital Ludeme Project (DLP Database Guide, 2022). ``start``
    and ``end`` bound the time described, which may be long before the source; ``coordinates`` are
    latitude and longitude in degrees. ``confidence`` is a percentage, ``verified`` says that the
    authors of this edition read the source themselves, and ``external`` is the evidence's id in a
    database. An artifact is ``held_by`` an institution under its ``inventory`` number.
    """

    source: SourceId
    kind: EvidenceKind
    start: EarlyDate | None = None
    end: EarlyDate | None = None
    place: NonEmptyText | None = None
    coordinates: Coordinates | None = None
    shows: NonEmptyText
    confidence: Annotated[StrictInt, Field(ge=0, le=100)]
    verified: StrictBool = False
    external: NonEmptyText | None = None
    held_by: NonEmptyText | None = None
    inventory: NonEmptyText | None = None

    def _check(self) -> None:
        check_order(("start", "end"), self.start, self.end)


Locators = Annotated[Mapping[Id, NonEmptyText], Field(default_factory=dict)]


def _check_locators(at: Mapping[str, str], sources: tuple[str, ...]) -> None:
    for source in at:
        if source not in sources:
            raise ValueError(
                f"at: {source!r} is not one of the sources here: {', '.join(sources) or 'none'}"
            )


class Stated(Model, defer_build=False):
    """A fact that a source states; ``at`` gives the page or chapter."""

    sentences = ("says",)

    status: Literal["stated"]
    says: NonEmptyText
    sources: Annotated[tuple[SourceId, ...], Field(min_length=1)]
    at: Locators

    def _check(self) -> None:
        _check_locators(self.at, self.sources)

    def __hash__(self) -> int:
        """Hash only the fields that can be hashed, without ``at``."""
        return hash((self.says, self.sources))

    @property
    def grounds(self) -> str:
        """The ids of its sources."""
        return ", ".join(self.sources)


class Derived(Model, defer_build=False):
    """A fact that follows from stated ones by arithmetic; ``at`` gives pages or chapters."""

    sentences = ("says", "derivation")

    status: Literal["derived"]
    id: Id | None = None
    says: NonEmptyText
    derivation: NonEmptyText
    sources: tuple[SourceId, ...] = ()
    at: Locators

    def _check(self) -> None:
        _check_locators(self.at, self.sources)

    def __hash__(self) -> int:
        """Hash only the fields that can be hashed, without ``at``."""
        return hash((self.says, self.sources))

    @property
    def grounds(self) -> str:
        """The arithmetic."""
        return self.derivation


class Reconstructed(Model, defer_build=False):
    """A choice of this edition on which all sources are silent."""

    sentences = ("says", "because")

    status: Literal["reconstructed"]
    id: Id | None = None
    says: NonEmptyText
    because: NonEmptyText

    @property
    def grounds(self) -> str:
        """The reason for the choice."""
        return self.because

    @property
    def sources(self) -> tuple[str, ...]:
        """Always empty: with a source it would be stated."""
        return ()


class Reading(Model, defer_build=False):
    """One side of a dispute.

    ``followed`` marks it if the source that this edition follows has several readings; ``at`` gives
    the page or chapter.
    """

    sentences = ("says",)

    source: SourceId
    says: NonEmptyText
    at: NonEmptyText | None = None
    followed: StrictBool = False


class Disputed(Model, defer_build=False):
    """A question on which sources, or passages of one source, disagree."""

    sentences = ("question", "because")

    status: Literal["disputed"]
    id: Id | None = None
    question: NonEmptyText
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]
    follows: SourceId
    because: NonEmptyText

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the sources that disagree."""
        return tuple(reading.source for reading in self.readings)

    @property
    def followed(self) -> tuple[Reading, ...]:
        """The reading that this edition follows; all of its source's if none is marked."""
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
    """Return a fact as plain data; each reading of a dispute has the key ``followed``."""
    data = fact.model_dump(exclude=set() if getattr(fact, "id", None) else {"id"})
    if isinstance(fact, Disputed):
        readings = zip(data["readings"], fact.readings, strict=True)
        followed = set(map(id, fact.followed))
        data["readings"] = [{**one, "followed": id(r) in followed} for one, r in readings]
    return data


class OpenQuestion(Model):
    """A question without an answer, and what is known about it."""

    sentences = ("question", "known")

    question: NonEmptyText
    known: NonEmptyText
    sources: tuple[SourceId, ...] = ()


class Authority(Model):
    """The bearer of a name, with its identifiers in authority files such as GeoNames or VIAF.

    ``name`` matches an author, place or holder in the definition. ``source`` is where the
    identifiers were looked up.
    """

    name: NonEmptyText
    kind: Literal["person", "organization", "place"]
    ids: tuple[Address, ...] = ()
    source: NonEmptyText | None = None

    def _check(self) -> None:
        if self.ids and not self.source:
            raise ValueError("source: say where the ids were looked up")
