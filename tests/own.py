"""A game of one's own in a folder: written, read, drawn and built."""

from pathlib import Path

import pytest

from pnp.build import Built, Options, build_game
from pnp.definitions import load_game
from pnp.draw import Piece, draw_component
from pnp.errors import DefinitionError, LayoutError
from pnp.model.game import Game

RIVER = """
name = "River"
summary = "A card game about a river."

[components.events]
kind = "cards"
name = "Events"
"""


class Own:
    """A folder with a game whose one component, ``events``, is a deck of cards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)

    def write(self, name: str, content: str | bytes) -> Path:
        """Put a file into the folder."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def deck(
        self,
        *frames: str,
        rows: str | bytes | None = None,
        more: str = "",
        ground: str = "#ffffff",
        head: str = "",
    ) -> "Own":
        """Write the definition: frames are TOML between braces, ``more`` keys of the component.

        ``head`` are keys of the game.
        """
        text = head + RIVER + more
        if rows is not None:
            self.write("events.csv", rows)
            text += '\nrows = "events.csv"'
        listed = ", ".join(f"{{ {frame} }}" for frame in frames)
        text += f'\nfront = {{ ground = "{ground}", frames = [{listed}] }}\n'
        self.write("game.toml", text)
        return self

    def load(self, lang: str | None = None) -> Game:
        """Read the definition."""
        return load_game(self.folder / "game.toml", lang=lang).game

    def faults(self, lang: str | None = None) -> list[str]:
        """Return what is said of the definition, with names of files as they are in the folder."""
        with pytest.raises(DefinitionError) as refusal:
            self.load(lang)
        return str(refusal.value).replace(f"{self.folder}/", "").splitlines()

    def pieces(self, lang: str | None = None) -> tuple[Piece, ...]:
        """Draw the deck."""
        return draw_component(self.load(lang), "events")

    def refusal(self) -> list[str]:
        """Return what is said of cards that cannot be drawn."""
        with pytest.raises(LayoutError) as refusal:
            self.pieces()
        return str(refusal.value).splitlines()

    def build(self, **options: object) -> Built:
        """Build into a folder beside the game's."""
        chosen = Options(out=self.folder.parent / "out", formats=("pdf",))._replace(**options)
        return build_game(str(self.folder), chosen, lambda done, total, what: None)

    def made(self, path: str = "print/events-a4.pdf", **options: object) -> Path:
        """Build, and return the path of a file that is made."""
        return self.build(**options).folder / path
