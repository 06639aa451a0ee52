"""What this wing adds: packages for an archive."""

from pnp.make.wing import MUSEUMS, CommandEntry, Wing

WING = Wing(
    "archive",
    order=30,
    check="pnp.archive.needs:check_archive",
    commands=(
        CommandEntry(
            "archive", "pnp.archive.command:archive", "Make packages for an archive.", MUSEUMS, 10
        ),
    ),
    verified="pnp.archive.check.kinds:ARCHIVED",
)
