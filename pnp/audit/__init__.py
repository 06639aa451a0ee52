"""Proof that the components in the box satisfy every rule set: pure functions, no drawing."""

from pnp.audit.check import box_of, check_game, scope_of
from pnp.audit.fit import too_small
from pnp.audit.report import CheckedClaim, CheckedNeed, GameReport, RuleSetReport

__all__ = [
    "CheckedClaim",
    "CheckedNeed",
    "GameReport",
    "RuleSetReport",
    "box_of",
    "check_game",
    "scope_of",
    "too_small",
]
