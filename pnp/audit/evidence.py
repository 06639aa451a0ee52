"""The evidence behind every rule, and rules without any."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.game.evidence import Derived, Disputed, Evidence, Fact, Reconstructed
from pnp.game.game import Game
from pnp.game.rules import RuleSet


class RuleEvidence(NamedTuple):
    """A rule of a rule set, with the ids of its evidence; a reconstructed rule has none."""

    rule_set: str
    fact: Fact
    evidence: tuple[str, ...]


def rule_evidence(game: Game) -> tuple[RuleEvidence, ...]:
    """Return every rule of every rule set with its evidence."""
    return tuple(
        RuleEvidence(key, fact, tuple(_behind(game, rule_set, fact)))
        for key, rule_set in game.rule_sets.items()
        for fact in (*rule_set.facts, *((rule_set.setup.known,) if rule_set.setup else ()))
    )


def evidence_faults(game: Game) -> tuple[str, ...]:
    """Return a line for each rule set without a kind, and for each rule without evidence.

    A reconstructed rule needs none, and a derived rule rests on its arithmetic.
    """
    unknown = [
        f"rule_sets.{key}.kind: is missing; write how its rules came down to us"
        for key, rule_set in game.rule_sets.items()
        if rule_set.kind is None
    ]
    bare = [
        f"rule_sets.{one.rule_set}: {statement_of(one.fact)!r} has no evidence; "
        f"write [evidence.ID] for {', '.join(one.fact.sources)}"
        for one in rule_evidence(game)
        if not one.evidence and not isinstance(one.fact, Reconstructed | Derived)
    ]
    return (*unknown, *bare)


def evidence_of(game: Game, source: str) -> Iterator[tuple[str, Evidence]]:
    """Yield the pieces of evidence from a source, with their ids."""
    return ((key, one) for key, one in game.evidence.items() if one.source == source)


def statement_of(fact: Fact) -> str:
    """Return the statement of a fact, or the disputed question."""
    return fact.question if isinstance(fact, Disputed) else fact.says


def _behind(game: Game, rule_set: RuleSet, fact: Fact) -> Iterator[str]:
    for source in dict.fromkeys(fact.sources):
        for key, _ in evidence_of(game, source):
            if not rule_set.evidence or key in rule_set.evidence:
                yield key
