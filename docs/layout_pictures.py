"""Make the pictures of layouts in docs/how-to/cards.md: ``make pictures``."""

# ruff: noqa: E501 (inline tables of TOML have no line breaks)

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from pnp.components.piece import FramedFace, cut_out, overlaid_face
from pnp.components.registry import draw_component, frames_on
from pnp.definitions import load_game
from pnp.render import png

PICTURES = Path(__file__).parent / "pictures"
DPI, GAP, TABLE = 92, 18, "#e4e6e3"
HEAD = 'name = "River"\nsummary = "Layouts."\n'
DECK = '[components.{id}]\nkind = "cards"\nname = "Cards"\nsize = "{size}"\ncards = [{cards}]\n'
PLACES = """
ground = "#f4f1e6"
frames = [
  { name = "0mm, -3mm · bleed, 17mm", kind = "shape", fill = "#3d5a80", at = "0mm, -3mm", area = "bleed, 17mm" },
  { name = "right 5mm, top 18mm", kind = "shape", fill = "#e9c46a", at = "right 5mm, top 18mm", area = "12x8mm" },
  { name = "center, middle · 60%, 20%", kind = "shape", fill = "#a8c3a0", at = "center, middle", area = "60%, 20%" },
  { name = "6mm, bottom 5mm · 100% - 12mm, 14mm", kind = "shape", fill = "#d9c8a9", at = "6mm, bottom 5mm", area = "100% - 12mm, 14mm" },
]
"""
FLOW = """
ground = "#f4f1e6"
frames = [
  { kind = "shape", fill = "#3d5a80", at = "0mm, -3mm", area = "bleed, 17mm" },
  { kind = "text", text = "{title}", at = "center, 3mm", area = "100% - 12mm, 8mm", bold = true, size = "16pt", color = "#ffffff" },
  { kind = "text", name = "rules", text = "{text}", at = "6mm, 20mm", area = "100% - 12mm, 60mm", size = "11pt", least = "8pt" },
  { kind = "shape", name = "line", below = "rules", fill = "#8a8467", at = "0x3mm", area = "30%, 0.3mm", when = "text and flavour" },
  { kind = "text", name = "flavour", below = "line", text = "{flavour}", at = "0x3mm", font = "serif", italic = true, size = "10pt", least = "8pt" },
]
"""
CARDS = (
    ("Flood", "The river takes **one** card of each player.", "Nobody had asked it to."),
    (
        "Harvest",
        "Draw two cards. Whoever has fewest cards draws three, and gives one away to the left. Then "
        "all put the cards that they do not want on the pile, and take as many from it.",
        "What the water leaves, the fields keep.",
    ),
    ("Silence", "", "For a day and a night the mill stood still."),
)


def main() -> None:
    """Write both pictures."""
    rows = ", ".join(
        f'{{ title = "{title}", text = "{text}", flavour = "{flavour}" }}'
        for title, text, flavour in CARDS
    )
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "river" / "game.toml"
        file.parent.mkdir()
        sizes = {"poker": "poker", "small": "44x68mm"}
        text = HEAD + "".join(
            f"{DECK.format(id=key, size=size, cards='{}')}[components.{key}.front]{PLACES}"
            for key, size in sizes.items()
        )
        text += f"{DECK.format(id='flow', size='poker', cards=rows)}[components.flow.front]{FLOW}"
        file.write_text(text, encoding="utf-8")
        game = load_game(file).game
    _save("places", [_framed(game, key) for key in sizes])
    flow = draw_component(game, "flow")
    _save("flow", [_drawn(cut_out(piece.front)) for piece in flow])


def _framed(game, key):
    (piece,) = draw_component(game, key)
    frames = tuple(
        one._replace(name=one.name.partition(" ")[2])
        for one in frames_on(game, key, piece, "front")
    )
    return _drawn(overlaid_face(FramedFace(piece, "front", frames), ("bleed", "frames")))


def _drawn(scene):
    pixels = tuple(round(side / 25.4 * DPI) for side in scene.size)
    return Image.open(BytesIO(png.render(scene, "", DPI, pixels=pixels))).convert("RGB")


def _save(name: str, faces: list[Image.Image]) -> None:
    width = sum(face.width + GAP for face in faces) + GAP
    row = Image.new("RGB", (width, max(face.height for face in faces) + 2 * GAP), TABLE)
    x = GAP
    for face in faces:
        row.paste(face, (x, GAP))
        x += face.width + GAP
    row.quantize(128, Image.Quantize.MAXCOVERAGE).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
