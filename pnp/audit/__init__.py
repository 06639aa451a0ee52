"""The audit: does the box satisfy every rule set? Pure functions, no drawing."""

from pnp.audit.check import (
    RuleEvidence,
    box_of,
    check_game,
    check_position,
    evidence_faults,
    rule_evidence,
    scope_of,
    statement_of,
    too_small,
)
from pnp.audit.report import CheckedClaim, CheckedNeed, GameReport, RuleSetReport

__all__ = [
    "CheckedClaim",
    "CheckedNeed",
    "GameReport",
    "RuleEvidence",
    "RuleSetReport",
    "box_of",
    "check_game",
    "check_position",
    "evidence_faults",
    "rule_evidence",
    "scope_of",
    "statement_of",
    "too_small",
]
