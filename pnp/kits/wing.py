"""What this wing adds: everything for one evening in one file."""

from pnp.make.wing import PLAY, ChosenJob, CommandEntry, Wing

WING = Wing(
    "kits",
    commands=(
        CommandEntry(
            "kit", "pnp.cli.kit:kit", "Make one PDF with the rules and pieces of a game.", PLAY, 30
        ),
    ),
    job=ChosenJob(
        "kit",
        "make",
        "pnp.jobs.kit_options:KitOptions",
        "pnp.jobs.laid_out_kit:LaidOutKit",
        ("for", "players", "paper", "duplex", "cut", "ink", "lang"),
    ),
)
