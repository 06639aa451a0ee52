"""The audit: does the box satisfy every rule set? Pure functions, no drawing."""

from pnp.audit.check import box_of, check_game, scope_of
from pnp.audit.evidence import (
    RuleEvidence,
    evidence_faults,
    rule_evidence,
    statement_of,
)
from pnp.audit.report import CheckedClaim, CheckedNeed, GameReport, RuleSetReport
from pnp.audit.setup import check_position, too_small

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
