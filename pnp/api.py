"""The usual starting points for Python programs that use pnp; see docs/library.md.

Importing this module lets notebooks display scenes. The laser and archive jobs need optional
libraries and are imported from their own modules.
"""

import pnp.render.svg  # noqa: F401 - registers itself with scenes
from pnp.audit import GameReport, check_game
from pnp.base.errors import PnpError
from pnp.components.registry import draw_component
from pnp.definitions import Loaded, built_in_games, find_game, load_game
from pnp.make.options import declared, read_options
from pnp.make.pipeline import BuildCache, Job, OutputFile, Written, write
from pnp.rulebook.job import RuleOptions, RulesJob
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions

__all__ = [
    "BuildCache",
    "BuildJob",
    "GameReport",
    "Job",
    "Loaded",
    "OutputFile",
    "PnpError",
    "RuleOptions",
    "RulesJob",
    "SheetOptions",
    "Written",
    "built_in_games",
    "check_game",
    "declared",
    "draw_component",
    "find_game",
    "load_game",
    "read_options",
    "write",
]
