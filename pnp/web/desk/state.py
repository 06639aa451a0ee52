"""What a desk shows at one moment: faults, pages and cards, and since when each is as it is.

One look at the folder after another makes one state after another. A component that cannot be
drawn keeps the pages and cards that it had.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.web.desk.faults import DeskFault

FIRST = 1  # the version with which a desk opens


class DeskPage(NamedTuple):
    """A page of a component: number ``n``, what it is called, and a key that tells it from others.

    ``changed`` is the version since which it has looked as it does.
    """

    part: str
    n: int
    key: str
    label: str
    changed: int = FIRST


class DeskCard(NamedTuple):
    """A different piece of a component, the row that it is made of, and the faults in that.

    ``row`` is a file and a line, or the place of the component where no row makes the piece.
    """

    component: str
    id: str
    row: str
    key: str
    copies: int = 1
    faults: tuple[str, ...] = ()
    changed: int = FIRST


class DeskLook(NamedTuple):
    """What one look at the folder found.

    ``components`` are the ids of all, in their order, and None if the definition cannot be read.
    Those that could not be drawn are in neither ``pages`` nor ``cards``.
    """

    faults: tuple[DeskFault, ...]
    components: tuple[str, ...] | None = None
    pages: Mapping[str, tuple[DeskPage, ...]] = {}
    cards: Mapping[str, tuple[DeskCard, ...]] = {}


class DeskState(NamedTuple):
    """What a desk shows; ``stale`` are the components that are shown as they were before."""

    version: int = 0
    faults: tuple[DeskFault, ...] = ()
    components: tuple[str, ...] = ()
    pages: tuple[DeskPage, ...] = ()
    cards: tuple[DeskCard, ...] = ()
    stale: tuple[str, ...] = ()

    def of(self, component: str) -> "DeskState":
        """Return the part of the state that is about one component."""
        return self._replace(
            faults=tuple(one for one in self.faults if one.component == component),
            components=(component,) if component in self.components else (),
            pages=tuple(one for one in self.pages if one.part == component),
            cards=tuple(one for one in self.cards if one.component == component),
            stale=(component,) if component in self.stale else (),
        )

    def changed_since(self, version: int) -> "DeskState":
        """Return the pages and cards that have changed after a version."""
        return self._replace(
            pages=tuple(one for one in self.pages if one.changed > version),
            cards=tuple(one for one in self.cards if one.changed > version),
        )

    def faulty(self) -> "DeskState":
        """Return the cards whose rows have faults, and no others."""
        return self._replace(cards=tuple(one for one in self.cards if one.faults))

    def as_data(self) -> dict[str, Any]:
        """Return the state as JSON has it."""
        return {
            "version": self.version,
            "faults": [{**one._asdict(), "at": one.at} for one in self.faults],
            "components": list(self.components),
            "pages": [one._asdict() for one in self.pages],
            "cards": [{**one._asdict(), "faults": list(one.faults)} for one in self.cards],
            "stale": list(self.stale),
        }


def state_of(data: Mapping[str, Any]) -> DeskState:
    """Return the state that JSON describes."""
    faults = ({key: one[key] for key in DeskFault._fields} for one in data["faults"])
    cards = ({**one, "faults": tuple(one["faults"])} for one in data["cards"])
    return DeskState(
        data["version"],
        tuple(DeskFault(**one) for one in faults),
        tuple(data["components"]),
        tuple(DeskPage(**one) for one in data["pages"]),
        tuple(DeskCard(**one) for one in cards),
        tuple(data["stale"]),
    )


def next_state(before: DeskState, look: DeskLook) -> DeskState:
    """Return the state after a look: the same one if nothing is otherwise than it was."""
    version = before.version + 1
    components = before.components if look.components is None else look.components
    pages: list[DeskPage] = []
    cards: list[DeskCard] = []
    for component in components:
        known = before.of(component)
        pages += _dated_pages(look.pages.get(component), known.pages, version)
        cards += _dated_cards(look.cards.get(component), known.cards, version)
    stale = tuple(one for one in components if one not in look.cards)
    state = DeskState(
        version,
        look.faults,
        components,
        tuple(pages),
        tuple(_with_faults(one, look.faults) for one in cards),
        stale if before.version else (),
    )
    return before if state._replace(version=before.version) == before else state


def _dated_pages(
    seen: tuple[DeskPage, ...] | None, known: tuple[DeskPage, ...], version: int
) -> tuple[DeskPage, ...]:
    if seen is None:
        return known
    before = {one.n: one for one in known}
    return tuple(
        one._replace(
            changed=old.changed if (old := before.get(one.n)) and old.key == one.key else version
        )
        for one in seen
    )


def _dated_cards(
    seen: tuple[DeskCard, ...] | None, known: tuple[DeskCard, ...], version: int
) -> tuple[DeskCard, ...]:
    if seen is None:
        return known
    before = {one.id: one for one in known}
    return tuple(
        one._replace(
            changed=old.changed if (old := before.get(one.id)) and _same(old, one) else version
        )
        for one in seen
    )


def _same(old: DeskCard, new: DeskCard) -> bool:
    """Return whether a card looks as it did, however many there are in the rows above it."""
    return (old.key, old.copies) == (new.key, new.copies)


def _with_faults(card: DeskCard, faults: tuple[DeskFault, ...]) -> DeskCard:
    said = tuple(
        one.says
        for one in faults
        if one.line is not None and one.at == card.row and one.component in ("", card.component)
    )
    return card._replace(faults=said)
