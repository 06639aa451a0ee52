"""Squib's own samples look as Squib draws them, or a note says what does not.

The table has what becomes of each; the samples themselves are in a checkout of Squib.
"""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from helpers.squib_samples import Sample, converted, difference, differences, faces, samples
from PIL import Image

from pnp.base.errors import UsageError
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions

TABLE = samples()
MANUAL = Path(__file__).parents[2] / "docs" / "how-to" / "from-squib.md"
needs_squib = pytest.mark.skipif(
    "PNP_SQUIB" not in os.environ, reason="PNP_SQUIB names no checkout of andymeneely/squib"
)
RIVER = """\
name = "River"
summary = "A card that shows each kind of thing."

[components.cards]
kind = "cards"
name = "Cards"
size = "63.5x88.9mm"
cards = [{{ shown = "yes" }}]

[components.cards.front]
ground = "#ffffff"

[[components.cards.front.frames]]
kind = "text"
text = "River trade"
at = "{x}x8mm"
area = "50x12mm"
size = "{size}pt"
font = "{font}"

[[components.cards.front.frames]]
kind = "shape"
fill = "{color}"
at = "{x}x30mm"
area = "{side}x20mm"

[[components.cards.front.frames]]
kind = "text"
text = "Take two goods."
at = "{x}x60mm"
area = "50x20mm"
size = "{size}pt"
font = "{font}"
when = "{when}"

"""


@needs_squib
@pytest.mark.parametrize("sample", TABLE, ids=lambda sample: sample.script)
def test_a_sample_becomes_what_the_table_says(sample: Sample, tmp_path: Path) -> None:
    if sample.verdict == "refused":
        with pytest.raises(UsageError, match=re.escape(sample.remark)):
            converted(sample.script, tmp_path)
        return
    made, game = converted(sample.script, tmp_path)
    job = BuildJob.of(str(game), SheetOptions(formats=("pdf",)))
    assert all(file.made() for file in job.files())
    assert not job.problems
    found = differences(sample, faces(game))
    notes = [note.what for note in made.notes if "is not needed" not in note.what]
    assert (
        notes
        or sample.verdict in ("same", "wrong")
        or (sample.verdict == "nearly" and sample.remark)
    ), "what is not the same is said"
    if not found:
        pytest.skip("Squib has no picture of its cards, and PNP_SQUIB_FACES names none")
    measured = max(one.share for one in found), max(one.spot for one in found)
    recorded = pytest.approx(sample.share, abs=0.03), pytest.approx(sample.spot, rel=0.2, abs=4)
    assert measured == recorded, "look at the pictures, and write what you see into the table"
    assert sample.verdict != "same" or all(one.looks_the_same for one in found)


@needs_squib
def test_the_table_has_every_sample() -> None:
    folder = Path(os.environ["PNP_SQUIB"]) / "samples"
    scripts = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.rb"))
    assert scripts == sorted(sample.script for sample in TABLE)


def test_the_manual_counts_the_samples_as_the_table_does() -> None:
    count = Counter(sample.verdict for sample in TABLE)
    assert set(count) <= {"same", "nearly", "note", "refused", "wrong"}
    manual = " ".join(MANUAL.read_text(encoding="utf-8").split())
    assert f"Of its {len(TABLE)} sample scripts, {count['same']} look the same" in manual
    assert f"and {count['nearly']} differ in a detail" in manual
    possible = Counter(sample.by_hand for sample in TABLE)
    assert set(possible) <= {"yes", "part", "nothing"}
    assert f"all of {possible['yes']} can be made by hand" in manual


def river(folder: Path, **changes: object) -> Image.Image:
    """Draw the card of a small game, with some of its values changed."""
    values = {"x": 6, "size": 14, "font": "sans", "color": "#ff6600", "side": 30, "when": "shown"}
    folder.mkdir()
    (folder / "game.toml").write_text(RIVER.format(**{**values, **changes}))
    ((face,),) = faces(folder)
    return face


def test_cards_in_another_font_look_the_same(tmp_path: Path) -> None:
    truth = river(tmp_path / "sans")
    assert difference(truth, river(tmp_path / "serif", font="serif")).looks_the_same
    assert difference(truth, river(tmp_path / "moved", x=6.5)).looks_the_same


@pytest.mark.parametrize(
    "change",
    [
        {"size": 14 / 3.125},
        {"size": 18},
        {"x": 9},
        {"color": "#ffa500"},
        {"side": 40},
        {"when": "not shown"},
    ],
    ids=str,
)
def test_a_wrong_conversion_does_not_look_the_same(change, tmp_path: Path) -> None:
    truth = river(tmp_path / "right")
    found = difference(truth, river(tmp_path / "wrong", **change))
    assert not found.looks_the_same, found
