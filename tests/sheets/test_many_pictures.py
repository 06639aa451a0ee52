"""Hundreds of cards with different pictures: memory and progress."""

import json
import struct
import subprocess
import sys
import zlib
from hashlib import shake_128
from pathlib import Path

import pytest
from helpers.picture_files import chunk
from helpers.requirements import needs_cairo

import pnp

COUNT = 500
PICTURE = 200, 280  # pixels: kept unpacked in its file, and of noise, 168 kB in every other
STAMP = 20, 28  # a hundredth of that
FRAMES = (
    'kind = "image", file = "art/{file}.png", at = "3x3mm", area = "16.9x23.7mm", fit = "fill"',
    'kind = "text", text = "{title}", at = "3x30mm", area = "34x9mm"',
)
BUILD = """
import json, sys
from pathlib import Path
from pnp.base.workplace import report_to
from pnp.sheets.options import SheetOptions
from pnp.sheets.job import build_game

steps = []

def tell(name, value):
    if name == "step" and value.of > 1:
        steps.append((value.done, value.of))

report_to(tell, None)
options = SheetOptions(out=Path(sys.argv[2]), formats=(sys.argv[3],))
built = build_game(sys.argv[1], options)
status = dict(line.split(":") for line in open("/proc/self/status"))
size = sum((built.folder / made.path).stat().st_size for made in built.files)
print(json.dumps([int(status["VmHWM"].split()[0]), steps, size, built.notes]))
"""

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the memory of a process is read from /proc"
)


@pytest.fixture
def hundreds(own):
    """A deck of so many cards, each with a picture of its own."""

    def paint(count: int, sides: tuple[int, int]) -> None:
        width, height = sides
        header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        noise = shake_128().digest(3 * width * height)
        starts = range(0, len(noise), 3 * width)
        rows = bytearray(b"".join(b"\0" + noise[n : n + 3 * width] for n in starts))
        for n in range(count):
            rows[1:3] = divmod(n, 256)
            pixels = chunk(b"IDAT", zlib.compress(rows, 0))
            content = b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")
            own.write(f"art/{n:03}.png", content)

    def deck(count: int, format: str, sides: tuple[int, int] = PICTURE):
        """Build so many; return the peak of memory in MB, steps, size and notes."""
        paint(count, sides)
        table = "title,file\n" + "".join(f"Card {n},{n:03}\n" for n in range(count))
        own.deck(*FRAMES, rows=table, size="44x44mm")
        out = own.folder.parent / f"{format}-{count}-{sides[0]}"
        done = subprocess.run(
            [sys.executable, "-c", BUILD, own.folder, out, format],
            env={"PYTHONPATH": str(Path(pnp.__file__).parent.parent)},
            check=True,
            capture_output=True,
        )
        peak, steps, size, notes = json.loads(done.stdout)
        return peak / 1000, steps, size, notes

    return deck


@needs_proc
def test_memory_does_not_grow_with_the_pictures_of_a_deck(hundreds):
    few, _, _, _ = hundreds(100, "pdf")
    many, steps, size, notes = hundreds(COUNT, "pdf")
    assert size > COUNT * 160_000, "every picture is in the file"
    assert many - few < 15, "less than a fourth of what the pictures have"
    assert notes == []
    pages = -(-COUNT // 24)
    assert steps == [[page, pages] for page in range(pages)]


@needs_proc
@needs_cairo
@pytest.mark.parametrize("format", ["svg", "png"])
def test_faces_with_pictures_are_streamed(hundreds, format):
    small, _, _, _ = hundreds(100, format, STAMP)
    large, steps, size, _ = hundreds(100, format)
    assert size > 100 * 150_000, "every picture is in its face's file"
    assert large - small < 8, "half of what the pictures have"
    assert steps[-1] == [99, 100]
