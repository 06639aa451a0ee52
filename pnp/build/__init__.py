"""From definitions to files: the only part that knows every step."""

from pnp.build.choice import games_to_build
from pnp.build.game import build_game
from pnp.build.manifest import MadeFile
from pnp.build.options import Options, Progress, read_options
from pnp.build.result import Built
from pnp.build.rules import MadeRules, RuleOptions, make_rules, read_rule_options

__all__ = [
    "Built",
    "MadeFile",
    "MadeRules",
    "Options",
    "Progress",
    "RuleOptions",
    "build_game",
    "games_to_build",
    "make_rules",
    "read_options",
    "read_rule_options",
]
