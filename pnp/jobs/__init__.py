"""From definitions to files: the only part that knows every step."""

from pnp.jobs.choice import games_to_build
from pnp.jobs.game import build_game
from pnp.jobs.options import Options, Progress, read_options
from pnp.jobs.result import Built
from pnp.records.manifest import MadeFile

__all__ = [
    "Built",
    "MadeFile",
    "Options",
    "Progress",
    "build_game",
    "games_to_build",
    "read_options",
]
