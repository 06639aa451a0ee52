"""What this wing adds: rule sheets and rulebooks."""

from pnp.make.wing import PLAY, CommandEntry, Wing

WING = Wing(
    "rulebook",
    order=20,
    check="pnp.rulebook.texts:check_texts",
    commands=(
        CommandEntry(
            "rules", "pnp.rulebook.command:rules", "Make rule sheets and rulebooks.", PLAY, 80
        ),
    ),
)
