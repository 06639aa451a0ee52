"""The choices that an address has for each job: most of the declared options."""

from collections.abc import Mapping
from typing import Any

from pnp.base.extensions import at_place
from pnp.jobs.options import Option, declared
from pnp.make.wing import chosen_jobs

JOBS: Mapping[str, type[Any]] = {key: at_place(job.options) for key, job in chosen_jobs().items()}
LANG = "lang"  # an address has one
NOT_OFFERED = {
    "out": "a browser chooses the folder",
    "clean": "nothing is left of earlier runs",
    "pdfx": "takes a file of the user's",
    "cmyk": "takes a file of the user's",
    "tts_url": "is known only once the images lie somewhere",
    "changed_since": "takes a file of the user's",
    "proof": "a game's page shows its faces",
    "proof_lines": "a game's page shows its faces",
    "draft": "a game with faults is looked at on the desk of pnp serve",
    "one_file": "kit.pdf is one file, kit.zip all of them",
}


def offered(job: str) -> dict[str, Option]:
    """Return the options of a job that an address may choose, by name."""
    options = (one for one in declared(JOBS[job]) if one.name not in NOT_OFFERED)
    return {one.key: one._replace(several=one.several and one.key != LANG) for one in options}
