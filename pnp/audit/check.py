"""Check a game's needs, claims and set-ups against its components."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial

from pnp.audit.example_figures import figures_of
from pnp.audit.report import CheckedClaim, CheckedNeed, GameReport, RuleSetReport
from pnp.audit.setup import check_examples, check_fit, check_setup
from pnp.base.errors import ExpressionError, first_faults
from pnp.base.expressions import Named, Number, Scope
from pnp.base.units import join_words
from pnp.game.component import Component
from pnp.game.evidence import Disputed
from pnp.game.game import Game
from pnp.game.resolve import resolve
from pnp.game.rules import Aid, Claim, Need, RuleSet
from pnp.game.setup import Example


class _Scope(Mapping[str, Number | Named]):
    """Numbers by their names; figures are counted when first used, and then cached."""

    def __init__(self, known: Mapping[str, Number | Named | Callable[[], Named]]) -> None:
        self.known = known

    def __getitem__(self, name: str) -> Number | Named:
        known = self.known[name]
        return known() if callable(known) else known

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def check_game(game: Game, *, positions: bool = True) -> GameReport:
    """Return a report on every need and claim of a game, and on its set-ups and examples of play.

    Without ``positions``, the last two are left out.
    """
    box = box_of(game)
    facts = game.facts + tuple(f for c in game.components.values() for f in c.facts)
    return GameReport(
        game.id,
        game.name,
        (*(_claim(claim, box) for claim in game.claims), *check_fit(game)),
        tuple(fact for fact in facts if isinstance(fact, Disputed)),
        tuple(_rule_set(key, one, game, box, positions) for key, one in game.rule_sets.items()),
    )


def scope_of(game: Game, rule_set: RuleSet) -> Scope:
    """Return the names that a rule set's claims may use, with their values."""
    return _rule_set_scope(game, rule_set, box_of(game))


def _rule_set_scope(game: Game, rule_set: RuleSet, box: _Scope) -> _Scope:
    names: Scope = {
        "players_least": rule_set.players.least,
        "players_most": rule_set.players.most,
        "needs": _counts(rule_set.needs),
        "aids": _counts(rule_set.aids),
    }
    written = {"age": rule_set.age, "minutes": rule_set.minutes}
    known = {name: value for name, value in written.items() if value is not None}
    examples = {
        f"example_{key.replace('-', '_')}": cache(partial(_example, game, example, rule_set))
        for key, example in rule_set.examples.items()
    }
    return _Scope({**box.known, **rule_set.numbers, **names, **known, **examples})


def _counts(parts: Sequence[Need | Aid]) -> Named:
    counts = {part.component.replace("-", "_"): part.count for part in parts}
    return Named(sum(counts.values()), counts)


def _example(game: Game, example: Example, rule_set: RuleSet) -> Named:
    """Return the number of pieces in an example, and its other figures.

    Both are empty if the example shows an impossible position.
    """
    try:
        position = resolve(game, example, rule_set)
        pieces = sum(len(piece.names) for piece in position.laid)
        return Named(pieces, figures_of(game, example, position))
    except (ValueError, KeyError):
        return Named(0, {})


def box_of(game: Game) -> _Scope:
    """Return the names that a game's own claims may use, with their values."""
    components = {
        component_id.replace("-", "_"): cache(partial(_figures, component, game))
        for component_id, component in game.components.items()
    }
    return _Scope({**components, **game.numbers})


def _figures(component: Component, game: Game) -> Named:
    return Named(component.count, component.claim_figures(game))


def _rule_set(
    rule_set_id: str, rule_set: RuleSet, game: Game, box: _Scope, positions: bool
) -> RuleSetReport:
    scope = _rule_set_scope(game, rule_set, box)
    needs = tuple(
        CheckedNeed(need.component, need.count, game.components[need.component].count, need.source)
        for need in rule_set.needs
    )
    claims = (
        *(_claim(claim, scope) for claim in rule_set.claims),
        *(_pieces(need, game) for need in rule_set.needs if need.pieces),
        *(_aid(aid, game) for aid in rule_set.aids),
    )
    setup: tuple[CheckedClaim, ...] = ()
    if positions:
        setup = check_setup(game, rule_set) + check_examples(game, rule_set)
    return RuleSetReport(rule_set_id, rule_set.name, needs, claims, rule_set.disputes, setup)


def _claim(claim: Claim, scope: Scope) -> CheckedClaim:
    try:
        ok, shown = claim.check.work_out(scope)
    except ExpressionError as error:
        ok, shown = False, str(error)
    return CheckedClaim(claim.says, ok, shown, claim.status, claim.source)


def _pieces(need: Need, game: Game) -> CheckedClaim:
    """Check the pieces that a need names against the box."""
    box = game.components[need.component].pieces
    faults = [
        f"there is no piece {name!r}; its pieces: {join_words(box) or 'none has a name'}"
        if name not in box
        else f"{count} {name} are needed, the box has {box[name]}"
        for name, count in need.pieces.items()
        if count > box.get(name, 0)
    ]
    named = join_words(f"{count} {name}" for name, count in need.pieces.items())
    text = f"{need.component}: {named}"
    return CheckedClaim(
        text, not faults, "; ".join(first_faults(faults, most=20)) or named, "stated", need.source
    )


def _aid(aid: Aid, game: Game) -> CheckedClaim:
    """Check that the box has an aid."""
    there = game.components[aid.component].count
    text = f"{aid.component}: an aid"
    status = "stated" if aid.source else "reconstructed"
    return CheckedClaim(text, aid.count <= there, f"{aid.count} of {there}", status, aid.source)
