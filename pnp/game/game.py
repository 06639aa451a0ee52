"""A game: its components, rule sets, sources and history."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any

from pydantic import Field

from pnp.base.font_files import Font, FontName, Typefaces
from pnp.base.messages import Location, within
from pnp.base.picture import PictureFile
from pnp.base.units import Mm
from pnp.game.board import Board
from pnp.game.component import Component, OfKind
from pnp.game.deposit import Deposit
from pnp.game.evidence import Address, Authority, Evidence, Fact, OpenQuestion, Source
from pnp.game.faces import GameFonts, IsGiven
from pnp.game.fields import (
    Date,
    EarlyDate,
    Id,
    LanguageCode,
    Model,
    NonEmptyText,
    Reads,
    check_order,
)
from pnp.game.livery import Livery
from pnp.game.paper import DEFAULT_STOCK, read_stock
from pnp.game.rights import address_of, check_rights
from pnp.game.rules import Claim, Numbers, RuleSet

AnyComponent = Annotated[Component, OfKind()]
AnyLayout = Annotated[Model, IsGiven("layout")]


def _found_not_written(value: object) -> Any:
    raise ValueError("is not written here; name pictures in the frames that show them")


# Rule texts are named after their rule set; these belong to all.
_NAMES_OF_TEXTS = frozenset(("history", "rulebook", "rulebook-booklet"))


class Game(Model):
    """A whole game; its id is the name of its folder.

    ``language`` is that of its texts, ``keywords`` are other words by which people search for it,
    ``stock`` the thickness of the paper of its pieces.
    ``rights``, ``edition_date`` and ``version`` are those of this edition; ``rights_uri``
    identifies the rights for programs. ``deposit`` holds what the archive states. The game itself
    dates from ``date``, or from between ``earliest`` and ``latest``. ``layouts`` are shared by
    components, into which they have been merged. ``pictures`` are the files that its cards show, by
    path within the folder, ``livery_pictures`` those of its livery. ``fonts`` are its own as the
    definition names them, ``typefaces`` the same with their files. ``cover`` is the position on the
    cover of the rulebook, "rule-set/example" or "rule-set/setup"; ``livery`` is the look of its
    box, boards and covers. ``translated_from`` is the definition's language if the game has been
    translated; ``untranslated`` lists the sentences that were not, if that is allowed;
    ``place_names`` translates the places of evidence. In a draft, ``draft`` maps each unusable
    picture to the reason.
    """

    sentences = ("name", "summary", "keywords", "dated", "rights")

    filled_in = frozenset(
        {
            "id",
            "pictures",
            "livery_pictures",
            "typefaces",
            "translated_from",
            "untranslated",
            "place_names",
            "draft",
        }
    )

    id: Id
    language: LanguageCode = "en"
    name: NonEmptyText
    summary: NonEmptyText
    keywords: tuple[NonEmptyText, ...] = ()
    author: NonEmptyText | None = None
    date: Date | None = None
    dated: NonEmptyText | None = None
    earliest: EarlyDate | None = None
    latest: EarlyDate | None = None
    rights: NonEmptyText | None = None
    rights_uri: Address | None = None
    edition_date: Date | None = None
    version: NonEmptyText | None = None
    deposit: Deposit = Field(default_factory=Deposit)
    sources: Mapping[Id, Source] = Field(default_factory=dict)
    evidence: Mapping[Id, Evidence] = Field(default_factory=dict)
    authorities: tuple[Authority, ...] = ()
    stock: Annotated[Mm, Reads(read_stock, "stock")] = DEFAULT_STOCK
    components: Annotated[Mapping[Id, AnyComponent], Field(min_length=1)]
    layouts: Mapping[Id, AnyLayout] = Field(default_factory=dict)
    numbers: Numbers = Field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()
    rule_sets: Mapping[Id, RuleSet] = Field(default_factory=dict)
    cover: NonEmptyText | None = None
    livery: Livery | None = None
    fonts: GameFonts = Field(default_factory=GameFonts)
    typefaces: Annotated[Typefaces, Reads(_found_not_written)] = Field(default_factory=Typefaces)
    pictures: Annotated[Mapping[str, PictureFile], Reads(_found_not_written)] = Field(
        default_factory=dict
    )
    livery_pictures: Annotated[Mapping[str, PictureFile], Reads(_found_not_written)] = Field(
        default_factory=dict
    )
    translated_from: LanguageCode | None = None
    untranslated: tuple[NonEmptyText, ...] | None = None
    place_names: Mapping[str, str] = Field(default_factory=dict)
    draft: Mapping[str, str] | None = None

    @property
    def rights_address(self) -> str | None:
        """Where the rights in this edition are stated: as it says, or by the licence it names."""
        return address_of(self.rights, self.rights_uri)

    def _check(self) -> None:
        check_rights(self.rights, self.rights_uri)
        check_order(("earliest", "latest"), self.earliest, self.latest)
        if taken := _NAMES_OF_TEXTS.intersection(self.rule_sets):
            raise ValueError(
                f"rule_sets.{min(taken)}: this name is reserved for a text about "
                "the whole game; choose another id"
            )
        for name, times in Counter(map(self.source_name, self.sources)).items():
            if times > 1:
                raise ValueError(f"sources: {times} of them are called {name!r}")
        for key, rule_set in self.rule_sets.items():
            for named in rule_set.evidence:
                if named not in self.evidence:
                    known = ", ".join(self.evidence) or "none"
                    raise ValueError(
                        f"rule_sets.{key}.evidence: there is no evidence {named!r}; "
                        f"there is: {known}"
                    )
        self._check_authorities()
        covers = [f"{key}/{name}" for key, one in self.rule_sets.items() for name in one.positions]
        if self.cover and self.cover not in covers:
            known = ", ".join(covers) or "none"
            raise ValueError(f"cover: {self.cover!r} is not a position; there is: {known}")
        for key, component in self.components.items():
            found = chain(component.faults_in(self), component.faults_on_faces(self))
            for place, fault in found:
                where = f"components.{key}.{place}" if place else f"components.{key}"
                raise ValueError(*within(Location(keys=where), [fault]))

    def _check_authorities(self) -> None:
        used = self._names()
        for name, times in Counter(one.name for one in self.authorities).items():
            if times > 1:
                raise ValueError(f"authorities: {times} of them are called {name!r}")
            if name not in used:
                raise ValueError(
                    f"authorities: no author, place or holder is called {name!r}; "
                    f"these are: {', '.join(used) or 'none'}"
                )

    def _names(self) -> tuple[str, ...]:
        """Return the distinct names of authors, places and holders."""
        named = (self.author, *(one.author for one in self.rule_sets.values()))
        named += tuple(one.author for one in self.sources.values())
        named += tuple(name for one in self.evidence.values() for name in (one.place, one.held_by))
        return tuple(dict.fromkeys(filter(None, named)))

    def authority(self, name: str) -> Authority | None:
        """Return the authority for a name; None if there is none."""
        return next((one for one in self.authorities if one.name == name), None)

    @property
    def places(self) -> tuple[str, ...]:
        """The distinct places of evidence, as the definition names them."""
        named = (one.place for one in self.evidence.values())
        return tuple(dict.fromkeys(filter(None, named)))

    def place_name(self, place: str) -> str:
        """Return the name of a place in the game's language, if that is known."""
        return self.place_names.get(place, place)

    def font(self, name: FontName) -> Font:
        """Return a font that pnp brings, followed by the game's fallbacks."""
        return self.typefaces.font(name, self.language)

    def label_font(self, name: FontName) -> Font:
        """Return the font for what pnp writes on pieces: ``name``, or the game's choice."""
        return self.typefaces.label_font(name, self.language)

    @property
    def boards(self) -> Mapping[str, Board]:
        """The components that are boards, by id."""
        return {key: c for key, c in self.components.items() if isinstance(c, Board)}

    def source_name(self, key: str) -> str:
        """Return the name of a source for readers: its short name, or its id."""
        return self.sources[key].short or key

    def all_facts(self) -> Iterator[tuple[str, Fact]]:
        """Yield every fact with the name of its subject: the game, a component or a rule set."""
        parts: tuple[Game | Component, ...] = (self, *self.components.values())
        for part in parts:
            yield from ((part.name, fact) for fact in part.facts)
        for rule_set in self.rule_sets.values():
            yield from ((rule_set.name, fact) for fact in rule_set.facts)
            if rule_set.setup is not None:
                yield rule_set.name, rule_set.setup.known
