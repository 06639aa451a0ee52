"""The evening at the makerspace, as it stands: every command run, every answer compared."""

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
EVENING = (DOCS / "tutorials" / "laser-evening.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    """The folder in which all was done that the document says, and how many commands it took."""
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        patch.setenv("PNP_CONFIG_DIR", str(folder / "settings"))
        import walk

        way = walk.Walk(folder)
        way.go(walk.steps(EVENING))
    return folder, way.commands


def test_every_command_prints_what_the_evening_shows(walked):
    _, commands = walked
    assert commands == len(re.findall(r"^\$ ", EVENING, re.MULTILINE)) > 2


def test_every_file_that_is_opened_is_there(walked):
    named = set(re.findall(r"`((?:laser|loop)-[\w-]+\.\w+)`", EVENING))
    made = {file.name for file in walked[0].rglob("*")}
    assert len(named) > 5
    assert named <= made


def test_the_times_that_are_reported_are_those_of_the_beds(walked):
    text = (walked[0] / "output/turno/manifest.json").read_text(encoding="utf-8")
    files = [one for one in json.loads(text)["files"] if one["path"].startswith("laser/loop-")]
    times = {one["path"]: one["laser"]["seconds"] for one in files}
    whole = times["laser/loop-meerk40t-steps.pdf"]
    fronts = sum(time for path, time in times.items() if path.endswith("-fronts.svg"))
    (told,) = re.findall(r"(\d+) minutes at these speeds, of which the fronts take (\d+)", EVENING)
    assert [round(whole / 60), round(fronts / 60)] == [int(minutes) for minutes in told]
