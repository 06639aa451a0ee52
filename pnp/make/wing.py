"""The protocol of a wing, and how wings are found.

A wing is a folder with everything that one use of a game needs. It declares itself in its module
``wing.py``, in a constant ``WING``; nothing lists the folders. A wing of another package is found
by its entry point in the group ``pnp.wings``, unless this process reads untrusted files: those must
not reach code that is not ours.

A declaration names what it refers to as a place, "module:name", which is imported when it is
needed. So a list of commands loads no wing, and a command only its own.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.base.extensions import WINGS, Extension, at_place, extensions, loaded
from pnp.base.messages import quoted

PRINTING = "make"  # the page of the jobs that print
PLAY, MAKE, OWN, MUSEUMS, SETTINGS = "Play", "Make", "Your own game", "Museums", "Settings"
PANELS = (PLAY, MAKE, OWN, MUSEUMS, SETTINGS)  # of a list of commands, in order


class CommandEntry(NamedTuple):
    """A command in a list: a line of help in a panel, and the place of its Typer app.

    A name of two words is that of a command in a group, such as "calibrate laser". The commands in
    a panel are listed by ``order``.
    """

    name: str
    place: str
    help: str
    panel: str
    order: int


class WingFindings(NamedTuple):
    """What a wing finds in a game for ``pnp check``: a line for each fault, and for each note."""

    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class ChosenJob(NamedTuple):
    """A job that is chosen on a page in the browser, below the address of a game.

    ``options`` is the place of its options, ``laid_out`` that of a subclass of ``LaidOutGame``,
    whose ``of`` takes the choices, the game and a cache. ``first`` names the choices that are open
    on the page, in order; the others are for a closer look. ``extra`` is what it needs beside the
    core.
    """

    name: str
    page: str
    options: str
    laid_out: str
    first: tuple[str, ...]
    extra: str = ""


class BuildFormat(NamedTuple):
    """A format of ``pnp build``, by the program that it is for.

    At its ``place`` is a class that takes a game, the plan of a build and its options, and has
    ``images``, ``saves()``, ``absent`` components and ``problems``.
    """

    name: str
    program: str
    place: str


class Importer(NamedTuple):
    """An option of ``pnp new`` that reads projects of another program.

    At its ``place`` is a function that takes the project's folder and the game's name, and returns
    the new ``files`` by path, and ``notes`` on what it left out.
    """

    flag: str
    program: str
    help: str
    place: str


class Wing(NamedTuple):
    """What a wing adds to the rest, which knows no wing by its name.

    ``check`` is the place of a function that takes a named game, and the game by language, and
    returns :class:`WingFindings`. ``verified`` is the place of the kinds of packages that the wing
    makes, each with its check (:class:`pnp.verify.items.CheckedKind`). ``views`` are the places of
    views in the browser, by their addresses below that of a game. Wings are asked by ``order``.
    ``steps`` is the place of a function that takes a game, the plan of a build and its options, and
    yields files that say how to make the pieces.
    """

    name: str
    commands: tuple[CommandEntry, ...] = ()
    check: str = ""
    verified: str = ""
    formats: tuple[BuildFormat, ...] = ()
    importer: Importer | None = None
    job: ChosenJob | None = None
    views: Mapping[str, str] = MappingProxyType({})
    order: int = 50
    steps: str = ""


@cache
def own_wings() -> tuple[Wing, ...]:
    """Return the wings of pnp in their order."""
    here = Path(__file__).parent
    folders = sorted(file.parent for file in here.parent.glob("*/wing.py"))
    found = [at_place(f"pnp.{one.name}.wing:WING") for one in folders if one != here]
    return tuple(sorted(found, key=lambda wing: wing.order))


def chosen_jobs() -> dict[str, ChosenJob]:
    """Return the jobs that are chosen in the browser, by name."""
    return {wing.job.name: wing.job for wing in own_wings() if wing.job is not None}


def other_pages() -> tuple[str, ...]:
    """Return the pages of jobs, below the address of a game, beside the one for printing."""
    return tuple(dict.fromkeys(one.page for one in chosen_jobs().values() if one.page != PRINTING))


def other_wings() -> dict[Extension, Wing]:
    """Return the wings of other packages; none in a worker that reads untrusted files."""
    wings, added = loaded(WINGS, _checked), extensions(WINGS)
    return {added[name]: wing for name, wing in wings.items()}


def _checked(_: str, wing: Any) -> Wing:
    """Return what another package declares as its wing.

    Raises:
        TypeError: If it is none.
    """
    if not isinstance(wing, Wing) or not isinstance(wing.importer, Importer | None):
        raise TypeError(f"it is no Wing, but {quoted(wing)}")
    for one in wing.commands:
        if not isinstance(one, CommandEntry) or one.panel not in PANELS:
            raise TypeError(
                f"{quoted(one)} is no CommandEntry with one of the panels {', '.join(PANELS)}"
            )
    return wing
