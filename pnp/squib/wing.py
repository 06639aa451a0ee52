"""What this wing adds: games from projects of Squib."""

from pnp.make.wing import Importer, Wing

WING = Wing(
    "squib",
    importer=Importer(
        "--from-squib",
        "Squib",
        "Convert a Squib project: its tables, layouts and pictures. No Ruby code is run.",
        "pnp.squib.project:convert",
    ),
)
