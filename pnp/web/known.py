"""What is known of a game and how: for a page, a map and a time line."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.archive.record import created_of
from pnp.audit.evidence import evidence_of
from pnp.game.evidence import Derived, Disputed, Evidence, Fact, Reading, Stated
from pnp.game.game import Game
from pnp.rulebook.languages import LanguageWords
from pnp.rulebook.sheet import facts_of
from pnp.rulebook.signs import SIGNS
from pnp.web.place_map import MapSpot
from pnp.web.timeline import TimelineRow


class Cited(NamedTuple):
    """A source by the name that readers know, and where in it."""

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
    """What facts are about: the game, its parts, or a rule set."""

    id: str
    name: str
    facts: tuple[KnownFact, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many facts there are of each status."""
        statuses = [fact.status for fact in self.facts]
        return {status: statuses.count(status) for status in dict.fromkeys(statuses)}


class ShownReading(NamedTuple):
    """A reading of a disputed question."""

    source: Cited
    says: str
    followed: bool


class Dispute(NamedTuple):
    """A disputed question, what each source says, and why one is followed."""

    about: str
    question: str
    sides: tuple[ShownReading, ...]
    because: str


class ShownEvidence(NamedTuple):
    """What one source shows, of when and where, and the language of the name of that place."""

    id: str
    source: Cited
    evidence: Evidence
    when: str | None
    place: str
    place_lang: str


def subjects(game: Game, words: LanguageWords) -> tuple[Subject, ...]:
    """Return all facts but disputes, by what they are about."""
    parts = tuple(fact for part in game.components.values() for fact in part.facts)
    named = [("game", game.name, game.facts), ("parts", words.chapters["parts"], parts)]
    named += [(key, one.name, facts_of(one)) for key, one in game.rule_sets.items()]
    found = (Subject(key, name, tuple(_known(game, facts))) for key, name, facts in named)
    return tuple(one for one in found if one.facts)


def disputes(game: Game) -> tuple[Dispute, ...]:
    """Return each disputed question once, with what it is about."""
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
    """Return the language of the names of places: the game's if all have names in it."""
    known = all(place in game.place_names for place in places)
    return game.language if known else game.translated_from or game.language


def cited(game: Game, source: str, at: str = "") -> Cited:
    """Return a source as a page cites it."""
    return Cited(source, game.source_name(source), at)


def spots(game: Game) -> tuple[MapSpot, ...]:
    """Return the places of evidence that have coordinates; places at the same point are one.

    Their names are in the language of the game as far as that has them.
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
    """Return a time line: the game, what each piece of evidence is of, and other sources."""
    created = created_of(game)
    found = [TimelineRow(game.name, created.earliest, created.latest, is_game=True)]
    for one in game.evidence.values():
        date = game.sources[one.source].date
        written = (date,) if date else ()
        found.append(TimelineRow(game.source_name(one.source), one.start, one.end, written))
    for key, source in game.sources.items():
        if source.date and not any(evidence_of(game, key)):
            found.append(TimelineRow(game.source_name(key), written=(source.date,)))
    return tuple(one for one in found if one.dates)


def _known(game: Game, facts: tuple[Fact, ...]) -> Iterator[KnownFact]:
    """Yield equal facts once."""
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
