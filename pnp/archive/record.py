"""All that the metadata of a package say, said once."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pnp.archive.measures import Measure, measures
from pnp.archive.rights import NOT_EVALUATED, NOT_EVALUATED_URI
from pnp.archive.span import Span, span
from pnp.audit.evidence import evidence_faults
from pnp.base.errors import AuditError, UsageError
from pnp.base.units import quoted
from pnp.game.game import Game
from pnp.rulebook.book import book_title
from pnp.rulebook.languages import language
from pnp.rulebook.translation import translated


class Choices(NamedTuple):
    """What whoever makes a package says of it.

    ``identifier`` is ``pnp:<game id>`` if none is given; ``holder`` is the institution that holds
    or makes the package; ``record_url`` is the online record of a collection, that of the
    definition's first source of kind ``record`` with an address if none is given; ``date`` is
    that of the package, an ISO date, the definition's ``edition_date`` if none is given.
    """

    identifier: str | None = None
    holder: str | None = None
    record_url: str | None = None
    date: str | None = None


class Said(NamedTuple):
    """A text and the language that it is in."""

    lang: str
    text: str


class Place(NamedTuple):
    """Where evidence is from; coordinates are latitude and longitude in degrees."""

    name: str
    coordinates: tuple[float, float] | None


class Part(NamedTuple):
    """A component: what it is called, how many pieces it has, and how large one of them is."""

    id: str
    names: tuple[Said, ...]
    kind: str
    pieces: int
    measures: tuple[Measure, ...]


class Record(NamedTuple):
    """A game as an archive describes it.

    Texts in several languages are in the order of ``languages``, those of the rulebooks.
    ``created`` is when the game came to be, ``created_words`` the same in words, with the
    definition's own in brackets where they say more; ``date`` is that of the package.
    ``identifiers`` are those of the evidence in other databases. ``editions`` are the game in
    each language; what is said in one language alone, such as the evidence, is in the
    ``definition``.
    """

    identifier: str
    languages: tuple[str, ...]
    titles: tuple[Said, ...]
    summaries: tuple[Said, ...]
    authors: tuple[str, ...]
    created: Span | None
    created_words: tuple[Said, ...]
    date: str | None
    rights_texts: tuple[Said, ...]
    rights_uri: str
    holder: str | None
    record_url: str | None
    identifiers: tuple[str, ...]
    book_titles: tuple[Said, ...]
    places: tuple[Place, ...]
    parts: tuple[Part, ...]
    definition: Game
    editions: tuple[Game, ...]

    @property
    def iri(self) -> str:
        """The identifier where an address is wanted: one that is none follows ``pnp:``."""
        scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:\S+$", self.identifier)
        return self.identifier if scheme else f"pnp:{quote(self.identifier, safe='')}"

    @property
    def title(self) -> str:
        """The title in the definition's language, or the first one."""
        return self._main(self.titles)

    @property
    def summary(self) -> str:
        """The summary in the same language."""
        return self._main(self.summaries)

    @property
    def rights(self) -> str:
        """The rights in the same language."""
        return self._main(self.rights_texts)

    @property
    def contributors(self) -> tuple[str, ...]:
        """Authors of ways to play who did not make the game."""
        named = (rule_set.author for rule_set in self.definition.rule_sets.values())
        return tuple(dict.fromkeys(one for one in named if one and one not in self.authors))

    @property
    def players(self) -> tuple[int, int] | None:
        """The fewest and the most who can play, by any of the rule sets."""
        numbers = [rule_set.players for rule_set in self.definition.rule_sets.values()]
        if not numbers:
            return None
        return min(one.least for one in numbers), max(one.most for one in numbers)

    def _main(self, texts: tuple[Said, ...]) -> str:
        own = [said.text for said in texts if said.lang == self.definition.language]
        return (own or [texts[0].text])[0]


def record_of(folder: Path, game: Game, languages: tuple[str, ...], choices: Choices) -> Record:
    """Say all that is known of a game, in these languages.

    Raises:
        UsageError: If a choice cannot be written into metadata.
        AuditError: If a rule rests on no evidence, a line for each.
        RulesError: If sentences of the definition are not translated.
    """
    _must_be_sound(game, languages, choices)
    editions = tuple(translated(folder, game, lang) for lang in languages)

    def each(text: Callable[[Game], str | None]) -> tuple[Said, ...]:
        said = zip(languages, map(text, editions), strict=True)
        return tuple(Said(lang, one) for lang, one in said if one)

    return Record(
        identifier=choices.identifier or f"pnp:{game.id}",
        languages=languages,
        titles=each(lambda edition: edition.name),
        summaries=each(lambda edition: edition.summary),
        authors=(game.author,) if game.author else (),
        created=span(game.earliest, game.latest) or span(game.date, game.date),
        created_words=tuple(_created_words(languages, editions)),
        date=choices.date or game.edition_date,
        rights_texts=each(lambda edition: edition.rights) or (Said("en", NOT_EVALUATED),),
        rights_uri=game.rights_uri or NOT_EVALUATED_URI,
        holder=choices.holder,
        record_url=choices.record_url or _record_of_a_collection(game),
        identifiers=tuple(one.external for one in game.evidence.values() if one.external),
        book_titles=tuple(
            Said(lang, book_title(edition, language(lang)))
            for lang, edition in zip(languages, editions, strict=True)
        ),
        places=_places(game),
        parts=tuple(_parts(game, languages, editions)),
        definition=game,
        editions=editions,
    )


def _must_be_sound(game: Game, languages: tuple[str, ...], choices: Choices) -> None:
    if not languages:
        raise UsageError(f"--lang: {game.id} has no texts in any language")
    for flag, given in (("--id", choices.identifier), ("--holder", choices.holder)):
        if given is not None and not (given.strip() and given.isprintable()):
            raise UsageError(f"{flag}: write a line of text, not {quoted(given)}")
    url = choices.record_url
    if url is not None and not re.match(r"https?://\S+$", url):
        raise UsageError(f'--record: write an address, such as "https://…", not {quoted(url)}')
    if faults := evidence_faults(game):
        raise AuditError("\n".join(f"{game.id}: {fault}" for fault in faults))


def _created_words(languages: tuple[str, ...], editions: tuple[Game, ...]) -> Iterator[Said]:
    for lang, edition in zip(languages, editions, strict=True):
        when = span(edition.earliest, edition.latest) or span(edition.date, edition.date)
        bounds = language(lang).span(*when) if when else None
        own = edition.dated if edition.dated != bounds else None
        if bounds or own:
            yield Said(lang, f"{bounds} ({own})" if bounds and own else bounds or own or "")


def _record_of_a_collection(game: Game) -> str | None:
    records = (source.url for source in game.sources.values() if source.kind == "record")
    return next(filter(None, records), None)


def _places(game: Game) -> tuple[Place, ...]:
    """Return each place that evidence is from once, in the order of the evidence."""
    named = (Place(one.place, one.coordinates) for one in game.evidence.values() if one.place)
    return tuple(dict.fromkeys(named))


def _parts(game: Game, languages: tuple[str, ...], editions: tuple[Game, ...]) -> Iterator[Part]:
    for key, component in game.components.items():
        names = zip(languages, (edition.components[key].name for edition in editions), strict=True)
        said = tuple(Said(*one) for one in names)
        yield Part(key, said, component.kind, component.count, measures(game, key))
