"""What this wing adds: sheets and faces, and the printers for them."""

from pnp.make.wing import MAKE, PLAY, ChosenJob, CommandEntry, Wing

WING = Wing(
    "sheets",
    order=10,
    check="pnp.sheets.check_faces:check_pieces",
    commands=(
        CommandEntry(
            "build",
            "pnp.sheets.commands:build",
            "Check games and make their sheets and faces.",
            PLAY,
            40,
        ),
        CommandEntry(
            "deck", "pnp.sheets.commands:deck", "Make a game's deck of cards and its box.", PLAY, 50
        ),
        CommandEntry(
            "chips", "pnp.sheets.commands:chips", "Make a game's chips and their box.", PLAY, 60
        ),
        CommandEntry(
            "board", "pnp.sheets.commands:board", "Make a game's boards and place mats.", PLAY, 70
        ),
        CommandEntry(
            "calibrate",
            "pnp.sheets.printer_command:calibrate",
            "Make test sheets to calibrate your machines.",
            MAKE,
            20,
        ),
        CommandEntry(
            "printer",
            "pnp.sheets.printer_command:printer",
            "Manage the measurements of your printers.",
            MAKE,
            70,
        ),
    ),
    job=ChosenJob(
        "build",
        "make",
        "pnp.sheets.options:SheetOptions",
        "pnp.sheets.laid_out:LaidOutBuild",
        ("for", "paper", "duplex", "ink", "lang"),
    ),
)
