"""Builds rule sheets and rulebooks from rule texts, the game's definition and drawn figures."""

from pnp.rulebook.blocks import Figure, figures_in
from pnp.rulebook.book import Rulebook, rulebook
from pnp.rulebook.figures import FigureDrawings, on_screen
from pnp.rulebook.html import render_html
from pnp.rulebook.neighbours import Neighbour, PageNeighbours
from pnp.rulebook.sheet import RuleSheet, rule_sheet
from pnp.rulebook.write_markdown import figure_file, icon_files, render_markdown
from pnp.rulebook.write_text import render_text

__all__ = [
    "Figure",
    "FigureDrawings",
    "Neighbour",
    "PageNeighbours",
    "RuleSheet",
    "Rulebook",
    "figure_file",
    "figures_in",
    "icon_files",
    "on_screen",
    "render_html",
    "render_markdown",
    "render_text",
    "rule_sheet",
    "rulebook",
]
