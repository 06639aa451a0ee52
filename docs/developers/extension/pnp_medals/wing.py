"""What this package adds to pnp besides a kind: a command."""

from pnp.make.wing import OWN, CommandEntry, Wing

WING = Wing(
    "medals",
    commands=(CommandEntry("count", "pnp_medals.count:app", "Count a game's pieces.", OWN, 90),),
)
