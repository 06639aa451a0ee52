"""Watch a game's files and make its output again whenever they change."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

from pnp.base.errors import PnpError, UsageError
from pnp.base.files import is_within
from pnp.base.workplace import hide, unhurried
from pnp.definitions import find_game
from pnp.definitions.find import split_rule_set
from pnp.definitions.watch import Watch
from pnp.make.command.console import few, print_error, say

ended: float | None = None  # when that began for which a worker before this one was ended
PATIENCE = 0.25  # seconds: do not report the faults of a half-saved file


def watch(games: tuple[str, ...], out: Path | None, make: Callable[[str, bool], None]) -> None:
    """Make a game, and again whenever its files change, until the user stops it.

    ``make`` takes the path of the definition, with the rule set if one was named, and whether this
    is the first time. Faults are printed once the files no longer change; earlier output stays.
    Output in ``out`` is not watched.

    Raises:
        UsageError: If the games are not exactly one, or its folder is too large.
    """
    if len(games) != 1:
        raise UsageError(f"--watch: watches one game, not {len(games)}; name it")
    gc.enable()  # see pnp.program: here the process lasts
    rule_set = split_rule_set(games[0])[1]
    file = find_game(games[0])
    name = f"{file}/{rule_set}" if rule_set else str(file)
    watched = Watch(file.parent, _apart(file.parent, out), ended)
    try:
        _go_on(watched, file.parent, name, make)
    except KeyboardInterrupt:
        say()
        say("stopped")


def _go_on(watched: Watch, folder: Path, name: str, make: Callable[[str, bool], None]) -> None:
    first = ended is None
    if first:
        watched.changed()
        say(f"watching {folder}: save a file in it; Ctrl-C ends")
    else:
        _wait(watched)
    while True:
        try:
            make(name, first)
            first = False
        except PnpError as error:
            if watched.wait(PATIENCE):
                watched.changed()
                continue
            report_error(error, first=first)
        _wait(watched)


def _wait(watched: Watch) -> None:
    """Wait, indefinitely, until the user saves something."""
    sys.stdout.flush()
    hide()
    with unhurried():
        watched.wait()
    say(f"changed: {few(watched.changed(), most=4)}")


def report_error(error: PnpError, *, first: bool = False) -> None:
    """Print an error and continue watching."""
    print_error(error)
    stays = "" if first else "; earlier output stays"
    say(f"nothing was made{stays}")
    sys.stdout.flush()


def _apart(folder: Path, out: Path | None) -> tuple[Path, ...]:
    """Return the output folders, which may be inside the game's folder."""
    if out is None:
        return ()
    made = out / Path(os.path.realpath(folder)).name
    return (made, out) if is_within(folder, out) else (made,)
