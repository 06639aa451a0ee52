"""The record of a game: all the metadata of a package, gathered once."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pnp.archive.rights import DepositRights, rights_of
from pnp.audit.check import evidence_faults
from pnp.base.errors import AuditError, UsageError
from pnp.base.languages import language
from pnp.components.registry import draw_component
from pnp.game.component import Measure, measured
from pnp.game.deposit import Deposit
from pnp.game.evidence import Source
from pnp.game.game import Game
from pnp.game.rights import IN_COPYRIGHT, address_of
from pnp.game.translation import translated
from pnp.render.pdfa import NOT_EVALUATED, NOT_EVALUATED_URI
from pnp.rulebook.book import book_title

UNKNOWN = "unknown"


class DateSpan(NamedTuple):
    """The earliest and the latest possible date of an event, both inclusive.

    Dates may stop at the year or month. ISO 8601 has a year 0, so -0499 is 500 BC. Either end may
    be unknown.
    """

    earliest: str | None
    latest: str | None

    def __bool__(self) -> bool:
        """Return whether an end is known."""
        return bool(self.earliest or self.latest)

    @property
    def exact(self) -> str | None:
        """The date, if both ends agree."""
        return self.earliest if self.earliest == self.latest else None

    @property
    def edtf(self) -> str:
        """The span in EDTF: ``[..1924]``, ``[1970..1979]``, ``1924`` (ISO 8601-2, annex A)."""
        return self.exact or f"[{self.earliest or ''}..{self.latest or ''}]"

    @property
    def interval(self) -> str:
        """The span as an interval, for formats without sets: ``../1924`` (ISO 8601-2, 4.4)."""
        return self.exact or f"{self.earliest or '..'}/{self.latest or '..'}"


class LocalText(NamedTuple):
    """A text and the code of its language."""

    lang: str
    text: str


LocalTexts = tuple[LocalText, ...]


class EvidencePlace(NamedTuple):
    """A place of evidence, with latitude and longitude in degrees."""

    name: str
    coordinates: tuple[float, float] | None


class RecordPart(NamedTuple):
    """A component: its names, the number of its pieces, and the measures of one piece."""

    id: str
    names: LocalTexts
    kind: str
    pieces: int
    measures: tuple[Measure, ...]


class ArchiveRecord(NamedTuple):
    """A game as an archive describes it.

    ``identifier`` is globally unique, ``number`` is the number within the institution. ``editions``
    maps the languages of the rulebooks to the game, and sets the order of all texts. Data in only
    one language, such as the evidence, is in ``definition``. ``created`` is the date of the game;
    ``created_words`` states it in words, followed in brackets by the definition's own words if they
    say more. ``date`` is the package's. ``identifiers`` are those of the evidence in other
    databases. ``deposit`` holds the archive's own facts. ``rights_texts`` and ``rights_uri`` are
    the rights in this edition. ``version`` is the number of the package.
    """

    identifier: str
    number: str
    titles: LocalTexts
    summaries: LocalTexts
    authors: tuple[str, ...]
    created: DateSpan
    created_words: LocalTexts
    date: str | None
    rights_texts: LocalTexts
    rights_uri: str
    other_rights: DepositRights
    holder: str | None
    record_url: str | None
    identifiers: tuple[str, ...]
    book_titles: LocalTexts
    places: tuple[EvidencePlace, ...]
    parts: tuple[RecordPart, ...]
    deposit: Deposit
    definition: Game
    editions: Mapping[str, Game]
    version: int = 1

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the rulebooks' languages."""
        return tuple(self.editions)

    @property
    def iri(self) -> str:
        """The identifier as an IRI: one without a scheme gets ``pnp:``."""
        scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:\S+$", self.identifier)
        if scheme:
            return self.identifier
        house, number = self.deposit.isil, quote(self.number, safe="")
        return f"pnp:{house}/{number}" if house else f"pnp:{number}"

    @property
    def edition_iri(self) -> str:
        """The IRI of this version of the edition, which differs from that of the game."""
        return f"{self.iri}#edition-{self.version}"

    @property
    def replaced_iri(self) -> str | None:
        """The IRI of the version that this one replaces, or None."""
        return f"{self.iri}#edition-{self.version - 1}" if self.version > 1 else None

    @property
    def title(self) -> str:
        """The title in the definition's language, else the first title."""
        return self._main(self.titles)

    @property
    def rights(self) -> str:
        """The rights in the definition's language, else the first."""
        return self._main(self.rights_texts)

    @property
    def contributors(self) -> tuple[str, ...]:
        """Authors of rule sets who are not authors of the game."""
        named = (rule_set.author for rule_set in self.definition.rule_sets.values())
        return tuple(dict.fromkeys(name for name in named if name and name not in self.authors))

    @property
    def sources_read(self) -> frozenset[str]:
        """The keys of the sources that the editors have read themselves."""
        return frozenset(one.source for one in self.definition.evidence.values() if one.verified)

    @property
    def players(self) -> tuple[int, int] | None:
        """The fewest and the most players over all rule sets, or None."""
        numbers = [rule_set.players for rule_set in self.definition.rule_sets.values()]
        if not numbers:
            return None
        return min(one.least for one in numbers), max(one.most for one in numbers)

    def _main(self, texts: LocalTexts) -> str:
        main = [text for lang, text in texts if lang == self.definition.language]
        return (main or [texts[0].text])[0]


def record_of(
    folder: Path,
    game: Game,
    languages: tuple[str, ...],
    deposit: Deposit,
    date: str | None = None,
) -> ArchiveRecord:
    """Gather the record of a game whose texts are in ``folder``.

    Values missing from ``deposit`` come from the definition. ``date`` is that of the package, in
    ISO 8601, by default the definition's ``edition_date``.

    Raises:
        UsageError: If the game has no texts in any language.
        AuditError: If a rule rests on no evidence; one line for each.
        RulesError: If the definition has untranslated sentences.
    """
    if not languages:
        raise UsageError(f"--lang: {game.id} has no texts in any language")
    deposit = deposit.over(game.deposit)
    if faults := evidence_faults(game):
        raise AuditError("\n".join(f"{game.id}: {fault}" for fault in faults))
    editions = {lang: translated(folder, game, lang) for lang in languages}

    number = deposit.id or deposit.inventory or (game.id if deposit.isil else f"pnp:{game.id}")

    def each(text: Callable[[Game], str | None]) -> LocalTexts:
        texts = ((lang, text(edition)) for lang, edition in editions.items())
        return tuple(LocalText(lang, one) for lang, one in texts if one)

    return ArchiveRecord(
        identifier=_identifier(number, deposit),
        number=number,
        titles=each(lambda edition: edition.name),
        summaries=each(lambda edition: edition.summary),
        authors=(game.author,) if game.author else (),
        created=created_of(game),
        created_words=tuple(_created_words(editions)),
        date=date or game.edition_date,
        rights_texts=each(lambda edition: edition.rights) or (LocalText("en", NOT_EVALUATED),),
        rights_uri=game.rights_address or (IN_COPYRIGHT if game.rights else NOT_EVALUATED_URI),
        other_rights=rights_of(game, deposit),
        holder=deposit.holder,
        record_url=deposit.record or _collection_record(game),
        identifiers=tuple(one.external for one in game.evidence.values() if one.external),
        book_titles=tuple(
            LocalText(lang, book_title(edition, language(lang)))
            for lang, edition in editions.items()
        ),
        places=_places(game),
        parts=tuple(_parts(game, editions)),
        deposit=deposit,
        definition=game,
        editions=editions,
    )


def is_address(identifier: str) -> bool:
    """Return whether an identifier is globally unique, as URLs and URNs are."""
    return identifier.startswith(("https://", "http://", "urn:"))


def _identifier(number: str, deposit: Deposit) -> str:
    """Return a number prefixed with the institution's ISIL, unless it is an address."""
    return number if is_address(number) or not deposit.isil else f"{deposit.isil}/{number}"


def measures(game: Game, component_id: str) -> tuple[Measure, ...]:
    """Return the measures of one piece: those of its kind, or else of its drawn face."""
    known = game.components[component_id].measures(game)
    if known:
        return known
    size = draw_component(game, component_id)[0].front.size
    return measured(width=size.width, height=size.height)


def rights_uri_of(source: Source) -> str:
    """Return the URI of a source's rights statement.

    Unless the definition has one or names a licence, it is "In Copyright" if the source's rights
    contain ©, else "Copyright Not Evaluated".
    """
    if address := address_of(source.rights, source.rights_uri):
        return address
    return IN_COPYRIGHT if source.rights and "©" in source.rights else NOT_EVALUATED_URI


def created_of(game: Game) -> DateSpan:
    """Return the date of a game's origin, as far as it is known."""
    return DateSpan(game.earliest, game.latest) or DateSpan(game.date, game.date)


def _created_words(editions: Mapping[str, Game]) -> Iterator[LocalText]:
    for lang, edition in editions.items():
        bounds = language(lang).span(*created_of(edition))
        written = edition.dated if edition.dated != bounds else None
        if bounds and written:
            yield LocalText(lang, f"{bounds} ({written})")
        elif words := bounds or written:
            yield LocalText(lang, words)


def _collection_record(game: Game) -> str | None:
    records = (source.url for source in game.sources.values() if source.kind == "record")
    return next(filter(None, records), None)


def _places(game: Game) -> tuple[EvidencePlace, ...]:
    """Return each place of evidence once, in the order of the evidence."""
    named = ((one.place, one.coordinates) for one in game.evidence.values())
    return tuple(dict.fromkeys(EvidencePlace(name, where) for name, where in named if name))


def _parts(game: Game, editions: Mapping[str, Game]) -> Iterator[RecordPart]:
    for key, component in game.components.items():
        names = tuple(LocalText(lang, one.components[key].name) for lang, one in editions.items())
        yield RecordPart(key, names, component.kind, component.count, measures(game, key))
