"""Laser jobs to judge."""

import pytest

from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.make.options import read_options

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
    "g-code": (
        "turno",
        "hexagon",
        {
            "client": "lasergrbl",
            "sides": "fronts",
            "speeds": "cut=5,score=40,engrave=100,travel=200,passes=2",
            "powers": "cut=90,score=15,engrave=30",
        },
    ),
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
def job(tmp_path_factory):
    """Return a function that lays out one kind, only once."""
    made: dict[str, LaserJob] = {}
    place = tmp_path_factory.mktemp("laser")
    for name, text in {**OWN, "yard/game.toml": YARD}.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text)

    def lay_out(kind: str) -> LaserJob:
        if kind not in made:
            game, components, asked = MADE[kind]
            own = {key: str(place / name) for key, name in asked.items() if name in tuple(OWN)}
            written = {"out": place, "components": components.split()} | asked | own
            name = str(place / "yard/game.toml") if game == "yard" else game
            made[kind] = LaserJob.of(name, read_options(LaserOptions, written))
        return made[kind]

    return lay_out
