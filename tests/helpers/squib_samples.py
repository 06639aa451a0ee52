"""Squib's own samples: convert each, draw its cards, and compare them with Squib's pictures.

Nothing of Squib is here: PNP_SQUIB names the folder of a checkout. Where Squib has no picture of a
sample's cards, they are compared with those that ``squib_faces.rb`` saved into the folder that
PNP_SQUIB_FACES names.
"""

import os
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.definitions.new import ConvertedProject
from pnp.render.png import draw, pixel_size
from pnp.squib.project import convert

TABLE = Path(__file__).parents[1] / "squib" / "samples.toml"
DPI = 300  # at which a pixel of Squib is one of ours
NEAR = 1  # mm by which a thing may lie elsewhere, as letters of other fonts do
ALIKE = 0.2  # of the range of a channel: letters of other fonts are lighter or darker
SHARE, PART, AREA, SPOT = 0.18, 0.005, 5, 20  # what may differ: see looks_the_same


class Expected(NamedTuple):
    """A picture of Squib: of one card, or of a sheet with ``columns`` of cards from ``first`` on.

    Lengths are in pixels. Cards share the sheet evenly unless they have a ``size``.
    """

    file: str
    deck: int = 1
    first: int = 1
    count: int = 1
    columns: int = 1
    size: Sequence[int] = ()
    gap: int = 0
    margin: int = 0
    turned: bool = False

    def cards(self, folder: Path) -> Iterator[Image.Image]:
        """Yield the cards in it."""
        with Image.open(folder / self.file) as opened:
            sheet = on_white(opened)
        rows = -(-self.count // self.columns)
        across, down = self.size or (sheet.width // self.columns, sheet.height // rows)
        for number in range(self.count):
            x = self.margin + number % self.columns * (across + self.gap)
            y = self.margin + number // self.columns * (down + self.gap)
            card = sheet.crop((x, y, x + across, y + down))
            yield card.transpose(Image.Transpose.ROTATE_90) if self.turned else card


class Sample(NamedTuple):
    """A script, and what becomes of it: ``same``, ``nearly``, ``note``, ``refused`` or ``wrong``.

    ``share`` and ``spot`` are how much differs at most: the part of the ink, and mm² in one place.
    ``by_hand`` says whether a definition can show all of it: ``yes``, ``part`` or ``nothing``, if
    there is nothing to show.
    """

    script: str
    verdict: str
    remark: str = ""
    share: float = 0.0
    spot: int = 0
    by_hand: str = "yes"
    pictures: tuple[Expected, ...] = ()


class Difference(NamedTuple):
    """How two pictures of a card differ: in what part of the ink, and in mm².

    ``area`` is all that differs, of a ``card`` of that size, ``spot`` the most in one place.
    """

    share: float
    area: int
    spot: int
    card: int

    @property
    def looks_the_same(self) -> bool:
        """Whether it is no more than that of other fonts."""
        little = self.area <= min(PART * self.card, AREA)
        return self.spot <= SPOT and (self.share <= SHARE or little)


def samples() -> list[Sample]:
    """Return the table of the samples."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))["sample"]
    return [
        Sample(**{**row, "pictures": tuple(Expected(**one) for one in row.get("pictures", ()))})
        for row in rows
    ]


def converted(script: str, folder: Path) -> tuple[ConvertedProject, Path]:
    """Convert a sample alone, with the files of its own folder; return the folder of the game."""
    whole = Path(os.environ["PNP_SQUIB"]) / "samples"
    file = whole / script
    top = whole / "project" if script.startswith("project/") else file.parent
    project = folder / "project"
    if top == whole:
        project.mkdir()
        for one in whole.iterdir():
            if one.is_file():
                shutil.copy(one, project)
    else:
        shutil.copytree(top, project)
    for other in project.rglob("*.rb"):
        if other != project / file.relative_to(top):
            other.unlink()
    made = convert(project, "Sample")
    game = folder / "sample"
    for path, content in made.files.items():
        (game / path).parent.mkdir(parents=True, exist_ok=True)
        (game / path).write_bytes(content)
    return made, game


def faces(game: Path) -> list[list[Image.Image]]:
    """Return the fronts of the cards of each deck, copies too."""
    loaded = load_game(game / "game.toml").game
    decks: list[list[Image.Image]] = []
    for key in loaded.components:
        fronts = [(piece.front, piece.copies) for piece in draw_component(loaded, key)]
        decks.append(
            [
                face
                for front, copies in fronts
                for face in copies * [draw(front, *pixel_size(front, DPI)).convert("RGB")]
            ]
        )
    return decks


def differences(sample: Sample, drawn: Sequence[Sequence[Image.Image]]) -> list[Difference]:
    """Compare the cards of a sample with Squib's; one that is missing differs in everything."""
    found: list[Difference] = []
    for deck, number, truth in _expected(sample):
        there = deck <= len(drawn) and number <= len(drawn[deck - 1])
        blank = Image.new("RGB", truth.size, "white")
        found.append(difference(truth, drawn[deck - 1][number - 1] if there else blank))
    return found


def _expected(sample: Sample) -> Iterator[tuple[int, int, Image.Image]]:
    """Yield deck, number and Squib's picture of cards."""
    folder = Path(os.environ["PNP_SQUIB"]) / "samples"
    for picture in sample.pictures:
        for number, card in enumerate(picture.cards(folder), start=picture.first):
            yield picture.deck, number, card
    if sample.pictures or "PNP_SQUIB_FACES" not in os.environ:
        return
    saved = Path(os.environ["PNP_SQUIB_FACES"]) / sample.script.removesuffix(".rb")
    for file in sorted(saved.glob("*.png")):
        deck, card = map(int, re.findall(r"\d+", file.stem))
        with Image.open(file) as opened:
            yield deck, card + 1, on_white(opened)


def on_white(picture: Image.Image) -> Image.Image:
    """Return a picture on white paper."""
    seen = picture.convert("RGBA")
    paper = Image.new("RGB", seen.size, "white")
    paper.paste(seen, mask=seen)
    return paper


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """Compare two pictures of a card in squares of 1 mm, where they overlap if they are centred.

    A square is alike if its colour lies within those of the squares around its place.
    """
    size = min(one.width, other.width), min(one.height, other.height)
    first, second = (_squares(_middle(picture, size)) for picture in (one, other))
    differs = _unlike(first, second) | _unlike(second, first)
    ground = np.median(first.reshape(-1, 3), axis=0)
    inked = (np.abs(np.stack([first, second]) - ground) > ALIKE).any(axis=(0, 3)) | differs
    area = int(differs.sum())
    return Difference(area / max(int(inked.sum()), 1), area, _largest(differs), inked.size)


def _middle(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    left, top = (picture.width - size[0]) // 2, (picture.height - size[1]) // 2
    return picture.crop((left, top, left + size[0], top + size[1]))


def _squares(picture: Image.Image) -> np.ndarray:
    size = [max(1, round(side / DPI * 25.4)) for side in picture.size]
    return np.asarray(picture.resize(size, Image.Resampling.BOX)) / 255


def _unlike(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the squares of a picture that have no like in the other."""
    padded = np.pad(other, ((NEAR, NEAR), (NEAR, NEAR), (0, 0)), mode="edge")
    around = np.lib.stride_tricks.sliding_window_view(padded, (2 * NEAR + 1, 2 * NEAR + 1), (0, 1))
    low, high = around.min(axis=(3, 4)) - ALIKE, around.max(axis=(3, 4)) + ALIKE
    return ((one < low) | (one > high)).any(axis=2)


def _largest(squares: np.ndarray) -> int:
    """Return the size of the largest group of touching squares."""
    left = {(int(y), int(x)) for y, x in np.argwhere(squares)}
    most = 0
    while left:
        group = [left.pop()]
        for y, x in group:
            near = {(y + down, x + across) for down in (-1, 0, 1) for across in (-1, 0, 1)} & left
            left -= near
            group += near
        most = max(most, len(group))
    return most
