"""Lay out a game as an address chooses: words, single pages and files, all in memory."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from pnp.base.errors import PnpError
from pnp.base.extensions import at_place
from pnp.base.extras import require
from pnp.base.files import read_sandboxed
from pnp.definitions import Loaded, load_game
from pnp.jobs.choices import Choices
from pnp.jobs.laid_out import LaidOutGame as LaidOutGame  # the type that callers name
from pnp.jobs.remembered import Keep, Remembered
from pnp.make.wing import chosen_jobs

# What choices do not change is kept, for the next page and the next choice.
_layouts, _games, _parts = Remembered(6), Remembered(12), Remembered(96)


def lay_out(loaded: Loaded, choices: Choices) -> LaidOutGame:
    """Audit and lay out a game as chosen; ``loaded`` identifies the game.

    The last layouts are cached, as is what a choice does not change, such as the pages of rules.
    The keys depend on the content of the game's files.

    Raises:
        PnpError: If the audit or the layout fails, or a choice cannot be applied.
    """
    files = _files_of(loaded)
    key = files, choices.job, choices.query(), _of_printer(choices.options)
    return _layouts.value(key, lambda: _laid_out(loaded, choices, files))


def _laid_out(loaded: Loaded, choices: Choices, files: Hashable) -> LaidOutGame:
    options = choices.options
    theme, stock = getattr(options, "theme", None), getattr(options, "stock", None)
    how = options.sizes, stock, theme, options.lang or None
    sizes = tuple(sorted(options.sizes.items()))
    under = files, sizes, stock, theme and theme.sha256, options.lang or None
    game = _games.value(under, lambda: load_game(loaded.file, *how))
    if game.sha256 != loaded.sha256:  # changed after it was read
        return _laid_out(game, choices, _files_of(game))
    job = chosen_jobs()[choices.job]
    if job.extra:
        require(job.extra, f"making {job.name} files")
    kind = at_place(job.laid_out)
    made: LaidOutGame = kind.of(choices, game, _keeping(under))
    return made


def _keeping(under: Hashable) -> Keep:
    """Return a cache for parts of a game that was loaded under some options."""

    def keep(key: Hashable, make: Callable[[], Any]) -> Any:
        return _parts.value((under, key), make)

    return keep


def _files_of(loaded: Loaded) -> Hashable:
    """Return a key for a game's files: their folder, and a checksum of their content."""
    folder = loaded.file.parent
    digest = sha256(loaded.sha256.encode())
    texts = sorted((*folder.glob("rules/*.md"), *folder.glob("rules/*.toml")))
    for file in texts:
        digest.update(f"{file.name}\0".encode())
        with suppress(OSError, PnpError):  # an error again when the text is read
            digest.update(read_sandboxed(folder, file, "text_kb"))
    return loaded.file, digest.hexdigest()


def _of_printer(options: Any) -> Hashable:
    """Return the profile of the chosen printer, since a user may measure it again."""
    return getattr(options, "printer", None)
