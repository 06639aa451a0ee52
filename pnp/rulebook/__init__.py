"""Rules to read: texts, numbers from the definition and drawn figures, as sheets and books."""

from pnp.rulebook.blocks import Figure
from pnp.rulebook.book import Rulebook, rulebook
from pnp.rulebook.html import render_html
from pnp.rulebook.plain import figure_file, render_markdown
from pnp.rulebook.sheet import RuleSheet, rule_sheet

__all__ = [
    "Figure",
    "RuleSheet",
    "Rulebook",
    "figure_file",
    "render_html",
    "render_markdown",
    "rule_sheet",
    "rulebook",
]
