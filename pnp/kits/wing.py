"""What this wing adds: everything for one evening in one file."""

from pnp.make.wing import PLAY, ChosenJob, CommandEntry, Wing

WING = Wing(
    "kits",
    commands=(
        CommandEntry(
            "kit",
            "pnp.kits.command:kit",
            "Make one PDF with the rules and pieces of a game.",
            PLAY,
            30,
        ),
    ),
    steps="pnp.kits.steps:step_files",
    job=ChosenJob(
        "kit",
        "make",
        "pnp.kits.options:KitOptions",
        "pnp.kits.laid_out:LaidOutKit",
        ("for", "players", "paper", "duplex", "cut", "ink", "lang"),
    ),
)
