"""From definitions to files: the only part that knows every step."""

from pnp.build.choice import games_to_build
from pnp.build.game import build_game
from pnp.build.manifest import MadeFile
from pnp.build.options import Options, Progress, read_options
from pnp.build.result import Built

__all__ = [
    "Built",
    "MadeFile",
    "Options",
    "Progress",
    "build_game",
    "games_to_build",
    "read_options",
]
