"""A user's game in a folder: write it, load it, draw it and build it."""

import ctypes
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
import pytest

from helpers.reading import POINTS_PER_MM, Sheet, sheets
from pnp.base.errors import DefinitionError, LayoutError
from pnp.components.piece import Piece
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.make.pipeline import Written
from pnp.render import pdf
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

RIVER = """
name = "River"
summary = "A card game about a river."

[components.events]
kind = "cards"
name = "Events"
"""


def component_of(folder: Path, definition: str, file: str, content: str) -> Component:
    """Return the one component of a game that reads a file beside its definition."""
    folder.mkdir()
    (folder / "game.toml").write_text(definition, encoding="utf-8")
    (folder / file).write_text(content, encoding="utf-8")
    (component,) = load_game(folder / "game.toml").game.components.values()
    return component


class GameFolder:
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
        size: str = "poker",
    ) -> "GameFolder":
        """Write the definition: frames are TOML between braces, ``more`` keys of the component.

        ``head`` are keys of the game.
        """
        text = f'{head}{RIVER}size = "{size}"\n{more}'
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

    def build(self, **options: object) -> Written:
        """Build into a folder beside the game's."""
        chosen = SheetOptions(**{"out": self.folder.parent / "out", "formats": ("pdf",)} | options)
        return build_game(str(self.folder), chosen)

    def made(self, path: str = "print/events-a4.pdf", **options: object) -> Path:
        """Build, and return the path of a file that is made."""
        return self.build(**options).folder / path

    def face(self, number: int = 1, side: str = "front", lang: str | None = None) -> "Face":
        """Return the face of a row's card, made into a PDF of just its size and read back."""
        piece = self.pieces(lang)[number - 1]
        (scene,) = (scene for name, scene in piece.faces if name == side)
        return Face(pdf.render((scene,), pdf.PrintHints("face")))


class Letter(NamedTuple):
    """A letter as it is seen, in mm from the card's top left."""

    character: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    font: str


class Box(NamedTuple):
    """What is seen of a colour, in mm from the card's top left; ``area`` in square mm."""

    left: float
    top: float
    right: float
    bottom: float
    area: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Face:
    """A page of a PDF through a reader that is not ours: its letters, and its colours."""

    PER_MM = 16

    def __init__(self, data: bytes) -> None:
        self.data = data
        document = pypdfium2.PdfDocument(data)
        page = document[0]
        words = page.get_textpage()
        height = page.get_height()
        self.letters: list[Letter] = []
        self.lines: list[str] = []
        """What each line says, from the top."""
        baseline = None
        for index in range(words.count_chars()):
            letter, y = _letter(words, index, height)
            if raw.FPDFText_IsGenerated(words.raw, index) == 1:  # a space between two texts
                self.lines[-1] += letter.character
                continue
            if baseline is None or abs(y - baseline) > 0.5:
                self.lines.append("")
                baseline = y
            self.lines[-1] += letter.character
            if letter.character != " ":
                self.letters.append(letter)
        self.lines = [line.rstrip() for line in self.lines]
        document.close()

    @cached_property
    def sheet(self) -> Sheet:
        """It as a picture."""
        return sheets(self.data, self.PER_MM)[0]

    def of(self, text: str) -> list[Letter]:
        """Return the letters of some words, without spaces."""
        wanted = text.replace(" ", "")
        start = "".join(letter.character for letter in self.letters).index(wanted)
        return self.letters[start : start + len(wanted)]

    def seen(self, color: str, slack: int = 40) -> Box | None:
        """Return where a colour is seen, if it is."""
        pixels = self.sheet.pixels
        found = np.ones(pixels.shape[:2], bool)
        for channel, wanted in enumerate(bytes.fromhex(color[1:])):
            shade = pixels[:, :, channel]
            found &= (shade >= max(wanted - slack, 0)) & (shade <= min(wanted + slack, 255))
        if not found.any():
            return None
        rows, columns = (np.flatnonzero(found.any(axis=axis)) for axis in (1, 0))
        edges = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
        return Box(*(edge / self.PER_MM for edge in edges), found.sum() / self.PER_MM**2)

    def color_at(self, x: float, y: float) -> str:
        """Return the colour of a point."""
        pixel = self.sheet.pixels[int(y * self.PER_MM), int(x * self.PER_MM)]
        return "#" + "".join(f"{value:02x}" for value in pixel)


def _letter(words: pypdfium2.PdfTextPage, index: int, height: float) -> tuple[Letter, float]:
    """Return a letter, and where its baseline is; a hyphen that ends a line is told from others."""
    left, bottom, right, top = words.get_charbox(index)
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(words.raw, index, x, y)
    name = ctypes.create_string_buffer(100)
    raw.FPDFText_GetFontInfo(words.raw, index, name, 100, None)
    letter = Letter(
        chr(raw.FPDFText_GetUnicode(words.raw, index)).replace("\x02", "-"),
        left / POINTS_PER_MM,
        (height - top) / POINTS_PER_MM,
        right / POINTS_PER_MM,
        (height - bottom) / POINTS_PER_MM,
        raw.FPDFText_GetFontSize(words.raw, index),
        name.value.decode().rpartition("+")[2],
    )
    return letter, (height - y.value) / POINTS_PER_MM
