"""Write the texts that a language lacks into a game's folder, ready to be translated."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import OutputError, UsageError, reason
from pnp.definitions import Loaded, built_in_games, load_named


class SkeletonFile(NamedTuple):
    """A file, and how many lines were written to it; ``is_new`` if it did not exist."""

    path: Path
    lines: int
    is_new: bool

    @property
    def how(self) -> str:
        """The suffix " added" if lines are added to an existing file, else ""."""
        return "" if self.is_new else " added"


def write_skeleton(name: str, languages: tuple[str, ...]) -> tuple[SkeletonFile, ...]:
    """Write every text that a game lacks in these languages, and every sentence of its definition.

    Existing texts stay as they are; sentences are appended to their table.

    Raises:
        UsageError: If the game comes with pnp, or a language is its own.
        RulesError: If a text or a table cannot be read.
        OutputError: If a file cannot be written.
    """
    loaded, _ = load_named(name)
    if loaded.game.id in built_in_games() and loaded.file.parent.name == loaded.game.id:
        _refuse_built_in(name, loaded)
    if loaded.game.language in languages:
        raise UsageError(f"--lang: {loaded.game.id} is written in {loaded.game.language!r}")
    return tuple(file for lang in languages for file in _written(loaded, lang))


def _refuse_built_in(name: str, loaded: Loaded) -> None:
    from pnp.base.files import templates

    if loaded.file.is_relative_to(templates()):
        raise UsageError(
            f"--skeleton: {name} comes with pnp; make a copy of your own: "
            f"pnp new NAME --from {loaded.game.id}"
        )


def _written(loaded: Loaded, lang: str) -> Iterator[SkeletonFile]:
    from pnp.rulebook.source import HISTORY
    from pnp.rulebook.untranslated import missing_files

    folder, game = loaded.file.parent, loaded.game
    for file, text in missing_files(folder, game, lang, (*game.rule_sets, HISTORY)).items():
        try:
            file.parent.mkdir(exist_ok=True)
            is_new = not file.exists()
            with file.open("x" if is_new else "a", encoding="utf-8", newline="\n") as written:
                written.write(text if is_new else _after(file, text))
        except OSError as error:
            raise OutputError(f"{file}: cannot be written: {reason(error)}") from None
        yield SkeletonFile(file, text.count("\n"), is_new)


def _after(file: Path, text: str) -> str:
    """Return lines to append to a file, whose last line may lack its line break."""
    ended = file.read_bytes()[-1:] in (b"\n", b"")
    return ("" if ended else "\n") + text
