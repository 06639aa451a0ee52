"""The command that this package adds to pnp."""

from pnp.api import CommandEntry, Wing

COUNT = CommandEntry(
    "count", "pnp_medals.count:app", "Count a game's pieces.", panel="Your own game", order=90
)
WING = Wing("medals", commands=(COUNT,))
