"""The choices that an address has for each job: declared options, and ids that they may name.

Requests are untrusted, so these choices are only ids and numbers. Where a command takes a path, an
address takes the name of something that comes with pnp.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

from pnp.base.extensions import at_place
from pnp.definitions.data_files import all_presets, built_in
from pnp.definitions.laser_files import TARGETS
from pnp.definitions.theme import built_in_themes
from pnp.game.paper import CARD_SIZES, PAPERS
from pnp.jobs.defaults import setting_name
from pnp.jobs.options import KnownWords, Option, declared
from pnp.make.wing import chosen_jobs

JOBS: Mapping[str, type[Any]] = {key: at_place(job.options) for key, job in chosen_jobs().items()}
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
IDS: Mapping[str, Callable[[], tuple[str, ...]]] = {  # by the name in the address
    "theme": built_in_themes,
    "template": lambda: built_in("pages"),
    "cutter": lambda: built_in("cutters"),
    "preset": lambda: tuple(all_presets()),
    "client": lambda: built_in(TARGETS),
    "material": lambda: built_in("laser/materials"),
    "inlay": lambda: built_in("laser/materials"),
}
MACHINES = "laser/machines"
SIMPLE = frozenset(  # the choices that most people make
    ("for", "players", "paper", "duplex", "ink", "cut", "theme", "lang", "size")
) | {"component", "material", "client", "bed"}


class OfferedOption(NamedTuple):
    """An option under its name in addresses, its flag without the leading hyphens."""

    name: str
    option: Option

    @property
    def is_switch(self) -> bool:
        """Whether it is a switch."""
        return bool in (self.option.written, *get_args(self.option.written))

    @property
    def is_repeated(self) -> bool:
        """Whether each of its values is a separate parameter."""
        return list in (getattr(k, "__origin__", None) for k in get_args(self.option.written))

    @property
    def is_listed(self) -> bool:
        """Whether its value is a list with commas."""
        several = isinstance(self.option.read, KnownWords) and self.option.read.several
        return several or self.name in ("only", "with")


def offered(job: str) -> dict[str, OfferedOption]:
    """Return the options of a job that an address may choose, by name."""
    options = (one for one in declared(JOBS[job]) if one.name not in NOT_OFFERED)
    return {setting_name(one): OfferedOption(setting_name(one), one) for one in options}


def known_values(one: OfferedOption) -> tuple[str, ...]:
    """Return the values that an option may have in any game, if they are words."""
    if one.name in IDS:
        return IDS[one.name]()
    if isinstance(one.option.read, KnownWords):
        return tuple(map(str, one.option.read.known))
    metavar = one.option.metavar or ""
    if "|" in metavar:  # read by a function of its own
        return tuple(metavar.split("|"))
    if one.name == "bed":
        return built_in(MACHINES)
    named = {"paper": PAPERS, "[COMPONENT=]SIZE": CARD_SIZES}
    return tuple(named.get(metavar, named.get(one.name, ())))
