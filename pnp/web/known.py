"""The evidence about a game, prepared for a page, a map and a time line."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.audit.evidence import evidence_of
from pnp.game.evidence import Derived, Disputed, Evidence, Fact, Reading, Stated
from pnp.game.game import Game
from pnp.rulebook.languages import LanguageWords
from pnp.rulebook.sheet import facts_of
from pnp.rulebook.signs import SIGNS
from pnp.web.place_map import MapSpot
from pnp.web.timeline import TimelineRow


class Cited(NamedTuple):
    """A source under its display name, with the place in it."""

    id: str
    name: str
    at: str = ""


class KnownFact(NamedTuple):
    """A fact, or the answer to a question that is disputed."""

    status: str
    sign: str
    says: str
    grounds: str
    sources: tuple[Cited, ...]


class Subject(NamedTuple):
    """The subject of facts: the game, its components, or a rule set."""

    id: str
    name: str
    facts: tuple[KnownFact, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of facts by status."""
        statuses = [fact.status for fact in self.facts]
        return {status: statuses.count(status) for status in dict.fromkeys(statuses)}


class ShownReading(NamedTuple):
    """A reading of a disputed question."""

    source: Cited
    says: str
    followed: bool


class Dispute(NamedTuple):
    """A disputed question, the reading of each source, and why one is followed."""

    about: str
    question: str
    sides: tuple[ShownReading, ...]
    because: str


class ShownEvidence(NamedTuple):
    """The evidence of one source: when and where, and the language of the place's name."""

    id: str
    source: Cited
    evidence: Evidence
    when: str | None
    place: str
    place_lang: str


def subjects(game: Game, words: LanguageWords) -> tuple[Subject, ...]:
    """Return all facts except disputes, grouped by subject."""
    parts = tuple(fact for part in game.components.values() for fact in part.facts)
    named = [("game", game.name, game.facts), ("parts", words.chapters["parts"], parts)]
    named += [(key, one.name, facts_of(one)) for key, one in game.rule_sets.items()]
    found = (Subject(key, name, tuple(_known(game, facts))) for key, name, facts in named)
    return tuple(one for one in found if one.facts)


def disputes(game: Game) -> tuple[Dispute, ...]:
    """Return each disputed question once, with its subject."""
    asked: dict[str, Dispute] = {}
    for about, fact in game.all_facts():
        if isinstance(fact, Disputed):
            sides = tuple(_side(game, fact, one) for one in fact.readings)
            asked.setdefault(fact.question, Dispute(about, fact.question, sides, fact.because))
    return tuple(asked.values())


def shown(game: Game, words: LanguageWords) -> tuple[ShownEvidence, ...]:
    """Return all evidence."""
    return tuple(
        ShownEvidence(
            key,
            cited(game, one.source),
            one,
            words.span(one.start, one.end),
            game.place_name(one.place or ""),
            place_language(game, (one.place or "",)),
        )
        for key, one in game.evidence.items()
    )


def place_language(game: Game, places: Iterable[str]) -> str:
    """Return the language of place names: the game's if all places have names in it."""
    known = all(place in game.place_names for place in places)
    return game.language if known else game.translated_from or game.language


def cited(game: Game, source: str, at: str = "") -> Cited:
    """Return a source in the form for a page."""
    return Cited(source, game.source_name(source), at)


def spots(game: Game) -> tuple[MapSpot, ...]:
    """Return the places of evidence that have coordinates, merging those at the same point.

    Their names are in the language of the game if available.
    """
    names: dict[tuple[float, float], dict[str, None]] = {}
    for one in game.evidence.values():
        if one.place and one.coordinates:
            names.setdefault(one.coordinates, {})[one.place] = None
    return tuple(
        MapSpot(", ".join(map(game.place_name, named)), *where, places=tuple(named))
        for where, named in names.items()
    )


def rows(game: Game) -> tuple[TimelineRow, ...]:
    """Return the rows of a time line: the game, each piece of evidence, and other sources."""
    dated = game.earliest or game.latest
    earliest, latest = (game.earliest, game.latest) if dated else (game.date, game.date)
    found = [TimelineRow(game.name, earliest, latest, is_game=True)]
    for one in game.evidence.values():
        date = game.sources[one.source].date
        written = (date,) if date else ()
        found.append(TimelineRow(game.source_name(one.source), one.start, one.end, written))
    for key, source in game.sources.items():
        if source.date and not any(evidence_of(game, key)):
            found.append(TimelineRow(game.source_name(key), written=(source.date,)))
    return tuple(one for one in found if one.dates)


def _known(game: Game, facts: tuple[Fact, ...]) -> Iterator[KnownFact]:
    """Yield facts without duplicates."""
    seen = set()
    for fact in facts:
        if not isinstance(fact, Disputed) and fact.says not in seen:
            seen.add(fact.says)
            located = fact.at if isinstance(fact, Stated | Derived) else {}
            sources = tuple(cited(game, key, located.get(key, "")) for key in fact.sources)
            grounds = "" if isinstance(fact, Stated) else fact.grounds
            yield KnownFact(fact.status, SIGNS.get(fact.status, ""), fact.says, grounds, sources)


def _side(game: Game, dispute: Disputed, reading: Reading) -> ShownReading:
    followed = any(reading is one for one in dispute.followed)
    return ShownReading(cited(game, reading.source, reading.at or ""), reading.says, followed)
