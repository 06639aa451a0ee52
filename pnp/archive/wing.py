"""What this wing adds: packages for an archive."""

from pnp.make.wing import MUSEUMS, CommandEntry, Wing

WING = Wing(
    "archive",
    order=30,
    check="pnp.archive.needs:check_archive",
    commands=(
        CommandEntry(
            "archive", "pnp.cli.archive:archive", "Make packages for an archive.", MUSEUMS, 10
        ),
    ),
    verified={
        "package": "pnp.verify.bag:verify_package",
        "zip": "pnp.verify.bags.zips:verify_zip",
        "submission package": "pnp.verify.submission:verify_submission",
        "storage root": "pnp.verify.ocfl:verify_root",
        "object": "pnp.verify.ocfl:verify_object",
    },
)
