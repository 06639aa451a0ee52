"""What this wing adds: sheets and faces, and the printers for them."""

from pnp.make.wing import MAKE, PLAY, ChosenJob, CommandEntry, Wing

WING = Wing(
    "sheets",
    order=10,
    check="pnp.jobs.check_faces:check_pieces",
    commands=(
        CommandEntry(
            "build",
            "pnp.cli.sheets:build",
            "Check games and make their sheets and faces.",
            PLAY,
            40,
        ),
        CommandEntry(
            "deck", "pnp.cli.sheets:deck", "Make a game's deck of cards and its box.", PLAY, 50
        ),
        CommandEntry(
            "chips", "pnp.cli.sheets:chips", "Make a game's chips and their box.", PLAY, 60
        ),
        CommandEntry(
            "board", "pnp.cli.sheets:board", "Make a game's boards and place mats.", PLAY, 70
        ),
        CommandEntry(
            "calibrate",
            "pnp.cli.printer:calibrate",
            "Make test sheets to calibrate your machines.",
            MAKE,
            20,
        ),
        CommandEntry(
            "printer",
            "pnp.cli.printer:printer",
            "Manage the measurements of your printers.",
            MAKE,
            70,
        ),
    ),
    job=ChosenJob(
        "build",
        "make",
        "pnp.jobs.sheet_options:SheetOptions",
        "pnp.jobs.laid_out_build:LaidOutBuild",
        ("for", "paper", "duplex", "ink", "lang"),
    ),
)
