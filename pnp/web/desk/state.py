"""The state of a desk at one moment, and which of its cards and sheets an address asks for."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pnp.base.errors import UsageError
from pnp.base.messages import Location
from pnp.base.units import quoted
from pnp.components.piece import OVERLAYS
from pnp.web.desk.faults import DeskFault

FIRST = 1  # the version with which a desk opens
MOST_LOOKS = 30  # of a page or card that are remembered

Looks = tuple[tuple[int, str], ...]
"""How something looked, each with the version since which it did; "" where it was not there."""

SHOWS = ("all", "faults", "changed")


class DeskPage(NamedTuple):
    """A page of a component: its number ``n``, its label, and a key of its look.

    ``changed`` is the version in which its look last changed.
    """

    part: str
    n: int
    key: str
    label: str
    changed: int = FIRST

    @property
    def place(self) -> str:
        """An identifier that stays the same when the page changes."""
        return f"{self.part}, page {self.n}"

    @property
    def look(self) -> str:
        """A key that changes with the look."""
        return self.key


class DeskCard(NamedTuple):
    """A distinct piece of a component, its row, and the faults in that row.

    ``row`` is a file and a line, or the place of the component if the piece has no row. ``title``
    is the first text of the piece, unless it repeats the id.
    """

    component: str
    id: str
    row: Location
    key: str
    copies: int = 1
    faults: tuple[DeskFault, ...] = ()
    changed: int = FIRST
    title: str = ""

    @property
    def called(self) -> str:
        """The id, with the title if there is one."""
        return " · ".join(
            (self.title, self.id) if self.is_numbered else filter(None, (self.id, self.title))
        )

    @property
    def is_numbered(self) -> bool:
        """Whether the id is but a number, so that the title says more."""
        return self.id.isdecimal() and bool(self.title)

    @property
    def place(self) -> str:
        """An identifier that stays the same when the card changes or its row moves."""
        return f"{self.component}/{self.id}"

    @property
    def look(self) -> str:
        """A key that changes with the look and the number of copies."""
        return f"{self.copies} {self.key}"


class DeskLook(NamedTuple):
    """The result of one look at the folder.

    ``components`` lists the ids of all components in order, or is None if the definition cannot be
    read. Those that could not be drawn are in neither ``pages`` nor ``cards``.
    """

    faults: tuple[DeskFault, ...]
    components: tuple[str, ...] | None = None
    pages: Mapping[str, tuple[DeskPage, ...]] = {}
    cards: Mapping[str, tuple[DeskCard, ...]] = {}


class DeskState(NamedTuple):
    """The contents of a desk; components in ``stale`` are shown as they were before.

    ``looks`` records the past looks of each page and card by its place, including removed ones.
    """

    version: int = 0
    faults: tuple[DeskFault, ...] = ()
    components: tuple[str, ...] = ()
    pages: tuple[DeskPage, ...] = ()
    cards: tuple[DeskCard, ...] = ()
    stale: tuple[str, ...] = ()
    looks: Mapping[str, Looks] = {}

    def of(self, component: str) -> "DeskState":
        """Return the part of the state that concerns one component."""
        return self._replace(
            faults=tuple(one for one in self.faults if one.component == component),
            components=(component,) if component in self.components else (),
            pages=tuple(one for one in self.pages if one.part == component),
            cards=tuple(one for one in self.cards if one.component == component),
            stale=(component,) if component in self.stale else (),
        )

    def changed_since(self, version: int) -> "DeskState":
        """Return the pages and cards whose look has changed since a version."""
        return self._replace(
            pages=tuple(one for one in self.pages if self._differs(one, version)),
            cards=tuple(one for one in self.cards if self._differs(one, version)),
        )

    def _differs(self, one: DeskPage | DeskCard, version: int) -> bool:
        if one.changed <= version:
            return False
        before = [look for since, look in self.looks.get(one.place, ()) if since <= version]
        return before[-1:] != [one.look]

    def faces_at(self, version: int) -> dict[str, dict[str, int]]:
        """Return the copies of each look of cards in a version, by component."""
        found: dict[str, Counter[str]] = {}
        for place, looks in self.looks.items():
            component, is_card, _ = place.partition("/")
            look = [look for since, look in looks if since <= version][-1:]
            if is_card and look != [""] and look:
                copies, _, key = look[0].partition(" ")
                found.setdefault(component, Counter())[key] += int(copies)
        return {component: dict(copies) for component, copies in found.items()}

    def faulty(self) -> "DeskState":
        """Return only the cards whose rows have faults."""
        return self._replace(cards=tuple(one for one in self.cards if one.faults))

    def with_faults(self, faults: tuple[DeskFault, ...]) -> "DeskState":
        """Return the state with other faults, also attached to the cards of their rows."""
        return self._replace(
            faults=faults, cards=tuple(_with_faults(one, faults) for one in self.cards)
        )

    def as_data(self) -> dict[str, Any]:
        """Return the state as JSON data."""
        return {
            "version": self.version,
            "faults": [{**one._asdict(), "at": one.at} for one in self.faults],
            "components": list(self.components),
            "pages": [one._asdict() for one in self.pages],
            "cards": [
                {**one._asdict(), "faults": [fault.says for fault in one.faults]}
                for one in self.cards
            ],
            "stale": list(self.stale),
        }


def next_state(before: DeskState, look: DeskLook, version: int = 0) -> DeskState:
    """Return the state after a look, or ``before`` itself if nothing has changed.

    A new state has ``version``, by default the next one.
    """
    version = version or before.version + 1
    components = before.components if look.components is None else look.components
    pages: list[DeskPage] = []
    cards: list[DeskCard] = []
    for component in components:
        known = before.of(component)
        pages += look.pages.get(component, known.pages)
        cards += look.cards.get(component, known.cards)
    seen = {page.place: page.look for page in pages} | {card.place: card.look for card in cards}
    looks = _remembered(before.looks, seen, version)
    stale = tuple(one for one in components if one not in look.cards)
    state = DeskState(
        version,
        look.faults,
        components,
        tuple(one._replace(changed=looks[one.place][-1][0]) for one in pages),
        tuple(
            _with_faults(one._replace(changed=looks[one.place][-1][0]), look.faults)
            for one in cards
        ),
        stale if before.version else (),
        looks,
    )
    return before if state._replace(version=before.version) == before else state


def _remembered(
    before: Mapping[str, Looks], now: Mapping[str, str], version: int
) -> Mapping[str, Looks]:
    """Return the past looks of everything by its place, with the current ones added."""
    looks = dict(before)
    for place in before.keys() | now.keys():
        known, look = before.get(place, ()), now.get(place, "")
        if not known or known[-1][1] != look:
            looks[place] = (*known, (version, look))[-MOST_LOOKS:]
    return looks


def _with_faults(card: DeskCard, faults: tuple[DeskFault, ...]) -> DeskCard:
    said = tuple(
        one
        for one in faults
        if one.line is not None and one.at == card.row and one.component in ("", card.component)
    )
    return card._replace(faults=said)


class DeskView(NamedTuple):
    """The part of a desk to show, as chosen in the address."""

    show: str = "all"
    since: int = 1
    over: tuple[str, ...] = ()
    start: int = 0
    lang: str = ""

    @classmethod
    def read(cls, query: Mapping[str, list[str]]) -> "DeskView":
        """Read the query of an address, ignoring other parameters.

        Raises:
            UsageError: If a value is unknown.
        """
        show = query.get("show", ["all"])[-1]
        if show not in SHOWS:
            raise UsageError(f"show: write one of {', '.join(SHOWS)}, not {quoted(show)}")
        over = query.get("over", [])
        if wrong := sorted(set(over) - set(OVERLAYS)):
            raise UsageError(f"over: write {', '.join(OVERLAYS)}, not {quoted(wrong[0])}")
        numbers = partial(_number, query)
        chosen = tuple(one for one in OVERLAYS if one in over)
        lang = query.get("lang", [""])[-1]
        return cls(show, numbers("since", 1), chosen, numbers("start", 0), lang)

    def query(self, **other: Any) -> str:
        """Return the query of an address, without default values."""
        asked, usual = self._replace(**other), DeskView()
        words = [(key, getattr(asked, key)) for key in self._fields]
        given = [(key, value) for key, value in words if value != getattr(usual, key)]
        return f"?{urlencode(given, doseq=True)}" if given else ""

    def of(self, state: DeskState) -> DeskState:
        """Return the part of a state to show."""
        if self.show == "changed":
            return state.changed_since(self.since)
        return state.faulty() if self.show == "faults" else state


def _number(query: Mapping[str, list[str]], name: str, usual: int) -> int:
    """Return a whole number from a query.

    Raises:
        UsageError: If the value is not a whole number.
    """
    text = query.get(name, [str(usual)])[-1]
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UsageError(f"{name}: write a whole number, not {quoted(text)}")
    return int(text)
