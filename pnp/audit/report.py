"""The report of an audit."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pnp.base.messages import Location, Message
from pnp.game.evidence import Disputed, fact_data
from pnp.game.rules import Played


class CheckedNeed(NamedTuple):
    """A need, and the number of its pieces in the box."""

    component: str
    required: int
    available: int
    source: str

    @property
    def ok(self) -> bool:
        """Whether the box holds enough."""
        return self.available >= self.required

    @property
    def missing(self) -> int:
        """The number of pieces missing."""
        return max(0, self.required - self.available)


class CheckedClaim(NamedTuple):
    """A claim, its arithmetic with the figures of the box, and whether it holds."""

    text: str
    ok: bool
    arithmetic: str
    status: str
    source: str | None


class RuleSetReport(NamedTuple):
    """The needs, claims and set-up of one rule set, checked, and its simulated games."""

    id: str
    name: str
    needs: tuple[CheckedNeed, ...]
    claims: tuple[CheckedClaim, ...]
    disputes: tuple[Disputed, ...]
    setup: tuple[CheckedClaim, ...]
    played: tuple[Played, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the box covers every need, and every claim and the set-up hold."""
        claims = (*self.claims, *self.setup)
        return all(need.ok for need in self.needs) and all(claim.ok for claim in claims)


class GameReport(NamedTuple):
    """The reports on all rule sets of a game, and the claims about its box."""

    id: str
    name: str
    claims: tuple[CheckedClaim, ...]
    disputes: tuple[Disputed, ...]
    rule_sets: tuple[RuleSetReport, ...]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(claim.ok for claim in self.claims) and all(r.ok for r in self.rule_sets)

    @property
    def verdict(self) -> str:
        """How many rule sets check out, and whether the claims about the box hold."""
        good = sum(rule_set.ok for rule_set in self.rule_sets)
        verdict = f"{good} of {len(self.rule_sets)} rule sets check out"
        if not self.rule_sets:
            verdict = "no rule sets to check"
        if all(claim.ok for claim in self.claims):
            return verdict
        return f"{verdict}, but the box is not what it is claimed to be"

    def faults(self) -> Iterator[Message]:
        """Yield a line for every failed check: where, what, and how many are missing."""
        yield from _failed("claim", Location(self.id, keys="claims"), self.claims)
        for one in self.rule_sets:
            name, keys = f"{self.id}/{one.id}", f"rule_sets.{one.id}"
            at = Location(name, keys=f"{keys}.needs")
            for need in one.needs:
                if not need.ok:
                    counts: dict[str, Any] = {
                        "n": need.required,
                        "many": need.available,
                        "missing": need.missing,
                    }
                    yield Message("need", at, component=need.component, **counts)
            yield from _failed("claim", Location(name, keys=f"{keys}.claims"), one.claims)
            yield from _failed("set_up", Location(name, keys=f"{keys}.setup"), one.setup)

    def as_data(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        return {
            "id": self.id,
            "ok": self.ok,
            "claims": [claim._asdict() for claim in self.claims],
            "disputes": [_dispute(dispute) for dispute in self.disputes],
            "rule_sets": [
                {
                    "id": f"{self.id}/{rule_set.id}",
                    "ok": rule_set.ok,
                    "needs": [
                        {
                            "component": need.component,
                            "required": need.required,
                            "available": need.available,
                            "ok": need.ok,
                            "source": need.source,
                        }
                        for need in rule_set.needs
                    ],
                    "claims": [claim._asdict() for claim in rule_set.claims],
                    "disputes": [_dispute(dispute) for dispute in rule_set.disputes],
                    "setup": [claim._asdict() for claim in rule_set.setup],
                    "played": [played.model_dump(exclude_none=True) for played in rule_set.played],
                }
                for rule_set in self.rule_sets
            ],
        }


def _failed(key: str, at: Location, claims: Sequence[CheckedClaim]) -> Iterator[Message]:
    failed = (one for one in claims if not one.ok)
    return (Message(key, at, says=one.text, shown=one.arithmetic) for one in failed)


def _dispute(dispute: Disputed) -> dict[str, Any]:
    return {key: value for key, value in fact_data(dispute).items() if key != "status"}
