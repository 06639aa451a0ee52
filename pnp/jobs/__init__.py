"""From definitions to files: the only part that knows every step."""

from pnp.jobs.choice import games_to_build
from pnp.jobs.game import build_game
from pnp.jobs.manifest import MadeFile
from pnp.jobs.options import Options, Progress, read_options
from pnp.jobs.result import Built

__all__ = [
    "Built",
    "MadeFile",
    "Options",
    "Progress",
    "build_game",
    "games_to_build",
    "read_options",
]
