"""Whether every rule rests on evidence, and which."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.game.evidence import Derived, Disputed, Evidence, Fact, Reconstructed
from pnp.game.game import Game
from pnp.game.rules import RuleSet


class RuleEvidence(NamedTuple):
    """A rule set's rule and the evidence for it by its ids; none for what is reconstructed."""

    rule_set: str
    fact: Fact
    evidence: tuple[str, ...]


def rule_evidence(game: Game) -> tuple[RuleEvidence, ...]:
    """Return each rule of each rule set with its evidence."""
    return tuple(
        RuleEvidence(key, fact, tuple(_behind(game, rule_set, fact)))
        for key, rule_set in game.rule_sets.items()
        for fact in (*rule_set.facts, *((rule_set.setup.known,) if rule_set.setup else ()))
    )


def evidence_faults(game: Game) -> tuple[str, ...]:
    """Return a line for each rule set whose kind is not said, and each rule without evidence.

    A rule that was reconstructed needs none, and one that was derived rests on its arithmetic.
    """
    unknown = [
        f"rule_sets.{key}.kind: is missing; write how its rules came down to us"
        for key, rule_set in game.rule_sets.items()
        if rule_set.kind is None
    ]
    bare = [
        f"rule_sets.{one.rule_set}: {said_of(one.fact)!r} has no evidence; "
        f"write [evidence.ID] for {', '.join(one.fact.sources)}"
        for one in rule_evidence(game)
        if not one.evidence and not isinstance(one.fact, Reconstructed | Derived)
    ]
    return (*unknown, *bare)


def evidence_of(game: Game, source: str) -> Iterator[tuple[str, Evidence]]:
    """Yield the evidence that a source gives, by its ids."""
    return ((key, one) for key, one in game.evidence.items() if one.source == source)


def said_of(fact: Fact) -> str:
    """Return what a fact says, or which question is disputed."""
    return fact.question if isinstance(fact, Disputed) else fact.says


def _behind(game: Game, rule_set: RuleSet, fact: Fact) -> Iterator[str]:
    for source in dict.fromkeys(fact.sources):
        for key, _ in evidence_of(game, source):
            if not rule_set.evidence or key in rule_set.evidence:
                yield key
