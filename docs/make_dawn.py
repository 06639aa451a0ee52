"""Paint the sky of the example Bird Clock: python docs/make_dawn.py.

It shows how a picture of pixels is used, so it is a PNG, as large as a poker card with its bleed
at 220 dpi.
"""

from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
SKY = ROOT / "templates" / "games" / "examples" / "bird-clock" / "art" / "dawn.png"
SIZE = 602, 822
COLORS = ("#141b38", "#232f58", "#4f4f86", "#94709f", "#dd9a8a", "#f6cf7d")
STARS = 90
LARGEST = 2.2  # radius of a star, in pixels


def dawn() -> Image.Image:
    """Return a sky that is night above and morning below, with stars that grow faint."""
    width, height = SIZE
    column = Image.new("RGB", (1, len(COLORS)))
    for row, color in enumerate(COLORS):
        column.paste(color, (0, row, 1, row + 1))
    sky = column.resize(SIZE, Image.Resampling.BICUBIC)
    paint = ImageDraw.Draw(sky, "RGBA")
    for star in range(1, STARS + 1):
        # Golden-ratio steps: spread evenly, in no rows, and alike on every day.
        across, down = star * 0.6180339887 % 1, star * 0.7548776662 % 1 * 0.55
        x, y, radius = across * width, down * height, LARGEST * (0.4 + star * 0.4142 % 0.6)
        light = round(230 * (1 - down / 0.6))
        paint.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(255, 248, 220, light))
    return sky


if __name__ == "__main__":
    dawn().save(SKY, optimize=True)
