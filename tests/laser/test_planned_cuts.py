"""What MeerK40t's own planner makes of our cuts: nothing comes loose before its inside is cut."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds, rectangle
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.passes import plan_passes
from pnp.laser.presets import load_target
from pnp.laser.scheme import Kerf, LaserScheme
from pnp.laser.settings import bed_look, render_bed
from pnp.scene.laser_bed import Step

COUNTS = (9, 36)
TIMES = 6  # its plans of one file differ
SIDE = 20
BED = Size(230, 160)
CASES = [(count, share, "svg") for count in COUNTS for share in (False, True)]
CASES += [(16, False, "dxf"), (16, True, "dxf")]

if importlib.util.find_spec("meerk40t") is None and "CI" not in os.environ:
    pytest.skip("MeerK40t is not installed: make test installs it", allow_module_level=True)


def tile_with_holes():
    holes = tuple(rectangle(Rect(x, y, 3, 3)) for x, y in ((3, 3), (14, 14)))
    return Artwork(rectangle(Rect(0, 0, SIDE, SIDE)), holes=holes)


def tiles_on_a_bed(count, share):
    parts = [LaserPart("tiles", f"tile {n}", tile_with_holes()) for n in range(count)]
    (planned,) = plan_passes(parts, LaserScheme(BED, Kerf(0.15, 0.15), 1.0, share=share))
    return planned


@pytest.fixture(scope="module")
def plans(tmp_path_factory):
    """The plans of all files, made in one run of the program."""
    folder = tmp_path_factory.mktemp("plans")
    client = load_target("meerk40t")
    files = {}
    for number, (count, share, kind) in enumerate(CASES):
        files[count, share, kind] = folder / f"{number}.{kind}"
        content = render_bed(kind, tiles_on_a_bed(count, share).bed, bed_look(client, kind))
        files[count, share, kind].write_bytes(content)
    script = Path(__file__).with_name("meerk40t_plans.py")
    run = subprocess.run(
        [sys.executable, script, str(TIMES), *files.values()],
        env={**os.environ, "HOME": str(folder)},  # where it would keep its settings
        capture_output=True,
        text=True,
        check=True,
    )
    read = json.loads(run.stdout.splitlines()[-1])
    return {case: read[str(file)] for case, file in files.items()}


def boxes(plan, planned, kind):
    """Return the bounds of each cut on our bed, in the order of burning."""
    ends = [cut[1:] for cut in plan]
    lower = 0.0
    if kind == "dxf":  # it lies at the lower edge of the program's own bed
        cuts = [path for one in planned.bed.operations for path in one.paths]
        lower = max(y for end in ends for y in end[1::2]) - max(path_bounds(c).bottom for c in cuts)
    return [
        Rect(min(x0, x1), min(y0, y1) - lower, abs(x1 - x0), abs(y1 - y0))
        for x0, y0, x1, y1 in ends
    ]


def loose_too_early(planned, cuts):
    """Return the parts whose outline is cut before the last of their holes."""
    found = []
    for place in planned.placements:
        part = Rect(place.x, place.y, SIDE, SIDE)
        holes = [n for n, cut in enumerate(cuts) if part.inset(1).contains(cut)]
        near = [n for n, cut in enumerate(cuts) if part.inset(-0.2).overlaps(cut)]
        assert len(holes) == 8
        outline = set(near) - set(holes)
        assert len(outline) >= 4
        if max(holes) > max(outline):
            found.append(place.part)
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_part_comes_loose_before_its_holes_are_cut(plans, case):
    count, share, kind = case
    planned = tiles_on_a_bed(count, share)
    early = [loose_too_early(planned, boxes(plan, planned, kind)) for plan in plans[case]]
    assert early == [[]] * TIMES


@pytest.mark.parametrize("case", [case for case in CASES if case[1]], ids=str)
def test_the_frame_is_cut_last(plans, case):
    (frame,) = tiles_on_a_bed(*case[:2]).bed.operations[-1:]
    assert frame.step is Step.FRAME
    color = load_target("meerk40t").steps["frame"].color
    for plan in plans[case]:
        colors = [cut[0] for cut in plan]
        last = colors.index(color)
        assert last >= len(colors) - 8
        assert {*colors[last:]} == {color}
