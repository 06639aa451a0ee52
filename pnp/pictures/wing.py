"""What this wing adds: pictures of a game for a shop's page or a README."""

from pnp.make.wing import OWN, CommandEntry, Wing

WING = Wing(
    "pictures",
    commands=(
        CommandEntry(
            "picture",
            "pnp.pictures.command:picture",
            "Make pictures that show a game.",
            OWN,
            70,
        ),
    ),
)
