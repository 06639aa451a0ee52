"""What this wing adds: games in a browser."""

from pnp.make.wing import MUSEUMS, OWN, CommandEntry, Wing

WING = Wing(
    "web",
    commands=(
        CommandEntry("serve", "pnp.web.commands:serve", "Show games in your browser.", OWN, 30),
        CommandEntry(
            "site", "pnp.web.commands:site", "Write a static website of games.", MUSEUMS, 20
        ),
    ),
)
