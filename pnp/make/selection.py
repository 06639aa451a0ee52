"""Select components of a game, and pieces of one by number or by name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.messages import Message
from pnp.base.units import closest, did_you_mean, quoted

if TYPE_CHECKING:
    from pnp.components.piece import Piece
    from pnp.game.game import Game

NAMED = "name:"  # before a name that looks like a range


class Pick(NamedTuple):
    """Pieces from ``first`` to ``last``, counted from 1, or all with a ``name``."""

    first: int = 0
    last: int = 0
    name: str = ""

    @property
    def word(self) -> str:
        """The pick as part of a file's name, distinct from every other pick."""
        if self.name:
            return f"name-{self.name}" if self.name[0].isdecimal() else self.name
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


def read_pieces(text: str) -> tuple[Pick, ...]:
    """Parse ranges such as ``"1-6,9"`` as numbers, and any other word as a name.

    ``name:`` marks a name that looks like a range.

    Raises:
        UsageError: If a word is empty or a range runs backwards.
    """
    return tuple(dict.fromkeys(_read_pick(word.strip(), text) for word in text.split(",")))


def pick_pieces(
    pieces: Sequence["Piece"], picks: Sequence[Pick], where: str
) -> tuple["Piece", ...]:
    """Return the picked pieces in the component's order, each once.

    Numbers count single pieces, including copies, in printing order.

    Raises:
        UsageError: If a picked piece does not exist: a line for each.
    """
    total = sum(piece.copies for piece in pieces)
    names = [piece.name for piece in pieces]
    faults = [_missing(pick, names, total) for pick in picks]
    if any(faults):
        raise UsageError("\n".join(f"--pieces: {where}: {fault}" for fault in faults if fault))
    chosen: list[Piece] = []
    before = 0
    for piece in pieces:
        places = range(before + 1, before + piece.copies + 1)
        before += piece.copies
        copies = sum(any(_covers(pick, place, piece) for pick in picks) for place in places)
        if copies:
            chosen.append(piece._replace(copies=copies))
    return tuple(chosen)


def _read_pick(word: str, text: str) -> Pick:
    name = word.removeprefix(NAMED).strip()
    if not name:
        raise UsageError(
            '--pieces: write places or names with commas between them, such as "1-6,9", '
            f"not {quoted(text)}"
        )
    first, dash, last = word.partition("-")
    ends = [first, last if dash else first]
    if not all(end.isdecimal() and len(end) < 7 for end in ends):
        return Pick(name=name.lower())
    low, high = map(int, ends)
    if low < 1 or high < low:
        raise UsageError(
            f'--pieces: write places from 1, the smaller first, such as "1-6", not {word} '
            f"(or {NAMED}{word} for a piece of that name)"
        )
    return Pick(low, high)


def _covers(pick: Pick, place: int, piece: "Piece") -> bool:
    return piece.name.lower() == pick.name if pick.name else pick.first <= place <= pick.last


def _missing(pick: Pick, names: Sequence[str], total: int) -> str:
    """Return the fault of a pick; "" if the pieces exist."""
    if pick.name and pick.name not in map(str.lower, names):
        few = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
        return f"has no piece {pick.name!r}{did_you_mean(pick.name, names)} (it has: {few})"
    if pick.last > total:
        there = "1 piece" if total == 1 else f"{total} pieces, 1 to {total}"
        called = f"; write {NAMED}{pick.last} for the one of that name"
        return f"has {there}, and none is number {pick.last}" + (
            called if str(pick.last) in names else ""
        )
    return ""


def parts_of(game: "Game", rule_set: str | None, *, aids: bool) -> tuple[str, ...]:
    """Return the components that a rule set needs; without one, all of the game."""
    if rule_set is None:
        return tuple(game.components)
    chosen = game.rule_sets[rule_set]
    parts = {part.component for part in (chosen.parts if aids else chosen.needs)}
    return tuple(key for key in game.components if key in parts)


def check_components(option: str, named: Sequence[str], there: Sequence[str], owner: str) -> None:
    """Raise UsageError if an option names missing components: a line for each."""
    known: dict[str, Any] = {"owner": owner, "known": tuple(there)}
    faults = [
        Message("no_component", option, written=key, close=closest(key, there), **known)
        for key in named
        if key not in there
    ]
    if faults:
        raise UsageError(*faults)
