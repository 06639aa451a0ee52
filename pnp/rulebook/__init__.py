"""Rules to read: texts, numbers from the definition and drawn figures, as sheets and books."""

from pnp.rulebook.sheet import RuleSheet, rule_sheet

__all__ = ["RuleSheet", "rule_sheet"]
