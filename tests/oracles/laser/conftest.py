"""Laser files to verify, and copies of them to change."""

import shutil
from pathlib import Path

import pytest
from oracles.laser.laser_edits import EDITORS

from pnp.jobs.laser import make_laser
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.options import read_options

# A game of few pieces: a check of a pass is the same for each of them.
YARD = """
name = "Yard"
summary = "Pieces of the kinds that lasers cut."

[components.tiles]
kind = "tiles"
name = "Tiles"
size = "30x45mm"
corner = "2mm"
fronts = "1-3"
backs = "1-3"

[components.chips]
kind = "chips"
name = "Chips"
edge = "30mm"
groups = [{ circles = 1, squares = 1, copies = 1 }]

[components.discs]
kind = "counters"
name = "Discs"
diameter = "24mm"
series = [
  { id = "red", color = "#b3261e", mark = "triangle", copies = 2 },
  { id = "blue", color = "#173a75", mark = "ring", copies = 2 },
  { id = "yellow", color = "#f6d55c", mark = "star", copies = 2 },
]
"""

# Game, components, and what is asked for. All formats are made where tests change a file of each.
MADE = {
    "fronts": ("yard", "tiles", {"sides": "fronts"}),
    "in-place": ("yard", "tiles", {}),
    "flip": ("yard", "tiles", {"sides": "flip"}),
    "jig": ("yard", "tiles", {"sides": "jig"}),
    "tabs": ("yard", "tiles", {"tabs": "4x0.3mm", "sides": "fronts"}),
    "holes": ("yard", "tiles", {"holes": True, "sides": "fronts"}),
    "oval-beam": (
        "yard",
        "tiles",
        {"sides": "fronts", "kerf": "0.18x0.12", "bed": "100x150mm", "formats": "svg"},
    ),
    "full-jig": ("turno", "tiles", {"sides": "jig", "bed": "200x150mm", "formats": "dxf"}),
    "chips": ("yard", "chips", {"sides": "flip"}),
    "hexagon": ("turno", "hexagon", {"formats": "lbrn2"}),
    "hexagon-wide-kerf": ("turno", "hexagon", {"kerf": "0.3x0.1", "sides": "flip"}),
    "discs": ("yard", "discs", {"sides": "fronts", "formats": "dxf"}),
    "discs-with-tabs": ("yard", "discs", {"tabs": "3x0.4mm", "formats": "lbrn2"}),
    "board": ("tawula", "board", {"formats": "svg"}),
    "board-in-parts": ("punt-match", "square-board", {"bed": "150x150mm", "formats": "dxf"}),
    "generic": ("yard", "tiles", {"client": "generic", "sides": "fronts"}),
    "ponoko": ("yard", "tiles", {"client": "ponoko"}),
    "own": ("yard", "tiles", {"client": "school.toml", "material": "poplar.toml"}),
    "rule-set": ("turno/loop", "", {"tray": True, "bed": "400x300mm", "formats": "svg"}),
    "jig-for-two-shapes": ("yard", "tiles discs", {"sides": "jig", "formats": "svg", "gang": True}),
    "single-parts": ("yard", "tiles", {"client": "part-shop", "sides": "fronts"}),
}

OWN = {  # as the guide prints them
    "school.toml": """
name = "The laser at school"
formats = ["svg"]
stroke = "0.1pt"
steps.engrave = { color = "#000000", filled = true }
steps.score = { color = "#0000ff" }
steps.inner = { color = "#ff0000" }
steps.outer = { color = "#ff0000" }
notes = [{ says = "Red is cut.", source = "the sheet of paper above the laser" }]
""",
    "poplar.toml": """
name = "Poplar from the shop round the corner"
thickness = "3.2mm"
kerf = "0.17mm"
kerf_least = "0.15mm"
kerf_most = "0.19mm"
feature = "0.9mm"
web = "2mm"
gap = "0.5mm"
notes = [{ says = "Kerf of eleven cuts: 1.9 mm.", source = "measured with a caliper" }]
""",
}


@pytest.fixture(scope="session")
def once(tmp_path_factory):
    """Return a function that makes the files of one kind, only once."""
    made: dict[str, Path] = {}

    def make(kind: str) -> Path:
        if kind not in made:
            game, components, asked = MADE[kind]
            out = tmp_path_factory.mktemp(kind)
            for name, text in OWN.items():
                (out / name).write_text(text)
            if game == "yard":
                game = str(out / "made-of/yard/game.toml")
                Path(game).parent.mkdir(parents=True)
                Path(game).write_text(YARD)
            own = {key: str(out / name) for key, name in asked.items() if name in tuple(OWN)}
            written = {"out": out, "components": components.split()} | asked | own
            made[kind] = make_laser(game, read_options(LaserOptions, written)).folder
        return made[kind]

    return make


@pytest.fixture
def copied(once, tmp_path):
    """Return a function that copies the files of one kind, to change them."""

    def copy(kind: str) -> Path:
        return Path(shutil.copytree(once(kind), tmp_path / once(kind).name))

    return copy


@pytest.fixture
def editor(copied):
    """Return a function that opens an editor for a file of a pass."""

    def open_file(form: str, kind: str = "in-place", one: str = "-fronts"):
        file = copied(kind) / "laser" / f"tiles-lightburn{one}.{form}"
        return EDITORS[form](file)

    return open_file
