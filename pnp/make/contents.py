"""The contents of a kit: the pieces that rule sets need, the requested aids, and omissions."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.base.messages import Message
from pnp.base.units import closest
from pnp.components.piece import Piece
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.game.rules import RuleSet

ALL_AIDS = "all"


class KitPart(NamedTuple):
    """Pieces of one component: any ``pieces`` of them, or the numbers in ``named`` of each piece.

    An ``aid`` helps to play but is not needed.
    """

    component_id: str
    pieces: int
    named: Mapping[str, int]
    aid: bool = False

    def chosen(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return the pieces of the component that belong to the part, with their copies."""
        return tuple(self._chosen(pieces))

    def _chosen(self, pieces: Sequence[Piece]) -> Iterator[Piece]:
        left = self.pieces
        for piece in pieces:
            wanted = self.named.get(piece.name, 0) if self.named else left
            copies = min(piece.copies, wanted, left)
            if copies:
                yield piece._replace(copies=copies)
                left -= copies


class LeftOut(NamedTuple):
    """Pieces of a component missing from a kit: ``pieces`` out of ``total``."""

    component_id: str
    pieces: int
    total: int
    aid: bool

    def __str__(self) -> str:
        some = f" ({self.pieces} of {self.total})" if self.pieces < self.total else ""
        return self.component_id + some


class KitContents(NamedTuple):
    """The parts of a kit, needs before aids, and everything of the game that is omitted."""

    parts: tuple[KitPart, ...]
    left_out: tuple[LeftOut, ...]


def kit_contents(
    game: Game, rule_sets: Sequence[str], players: int | None = None, aids: Sequence[str] = ()
) -> KitContents:
    """Choose the contents of a kit for some rule sets.

    The largest need of any rule set is enough for all. ``players`` leaves out what that many
    players do not need. ``aids`` are ids of components, or words for aids of the rule sets, such as
    ``"mat"``, ``"box"`` or ``"all"``.
    """
    chosen = [game.rule_sets[key] for key in rule_sets]
    if players is not None:
        _check_players(game, rule_sets, players)
    plain: dict[str, int] = {}
    named: dict[str, Counter[str]] = {}
    for need in (need for rule_set in chosen for need in rule_set.needs):
        count = need.count
        if players is not None and need.a_player is not None:
            count = need.a_player * players
        plain[need.component] = max(plain.get(need.component, 0), 0 if need.pieces else count)
        named[need.component] = named.get(need.component, Counter()) | Counter(need.pieces)
    parts = [_part(key, count, named[key]) for key, count in plain.items()]
    wanted = _wanted_aids(game, chosen, aids)
    parts += [KitPart(key, n, {}, aid=True) for key, n in wanted.items() if key not in plain]
    return KitContents(tuple(parts), tuple(_left_out(game, chosen, parts)))


def _part(key: str, plain: int, named: Counter[str]) -> KitPart:
    """Return a part with the ``named`` pieces if they are more, else with any ``plain`` ones."""
    return KitPart(key, named.total(), named) if named.total() > plain else KitPart(key, plain, {})


def _check_players(game: Game, rule_sets: Sequence[str], players: int) -> None:
    faults = []
    for key in rule_sets:
        allowed = game.rule_sets[key].players
        if not allowed.least <= players <= allowed.most:
            named = {"game": game.id, "rule_set": key, "allowed": str(allowed)}
            faults.append(Message("players", "--players", n=players, **named))
    if faults:
        raise UsageError(*faults)


def aid_words(component_id: str, component: Component) -> tuple[str, ...]:
    """Return the words by which a user can request a component as an aid."""
    by_kind = ("mat",) if component.is_board else ("box",) if component.contents else ()
    return (component_id, component.kind, *by_kind)


def _wanted_aids(
    game: Game, rule_sets: Collection[RuleSet], words: Sequence[str]
) -> Mapping[str, int]:
    """Return the number of pieces of every requested aid, by component."""
    offered = {aid.component: aid.count for rule_set in rule_sets for aid in rule_set.aids}
    wanted: dict[str, int] = {}
    faults = []
    for word in words:
        found = [
            key
            for key in offered
            if word == ALL_AIDS or word in aid_words(key, game.components[key])
        ]
        if not found and word in game.components:
            wanted[word] = game.components[word].count
        elif found:
            wanted |= {key: offered[key] for key in found}
        elif word != ALL_AIDS:
            known = dict.fromkeys(
                name for key in offered for name in aid_words(key, game.components[key])
            )
            close = closest(word, [*known, *game.components])
            listed = tuple(offered) or "none"
            faults.append(Message("not_aid", "--with", written=word, known=listed, close=close))
    if faults:
        raise UsageError(*faults)
    return wanted


def _left_out(
    game: Game, rule_sets: Collection[RuleSet], parts: Sequence[KitPart]
) -> Iterator[LeftOut]:
    aids = {aid.component for rule_set in rule_sets for aid in rule_set.aids}
    there = {part.component_id: part.pieces for part in parts}
    for key, component in game.components.items():
        rest = component.count - there.get(key, 0)
        if rest > 0 and not component.made_of_wood:
            yield LeftOut(key, rest, component.count, key in aids and key not in there)
