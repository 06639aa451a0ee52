"""Files for lasers, opened by a real client, MeerK40t: what it would do, where, and how far."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.beds import BED, MEASURES

from pnp.laser import lbrn2
from pnp.laser.presets import load_target
from pnp.laser.settings import bed_look
from pnp.render import bed_svg, dxf

WITHIN = 0.02  # mm
MADE = [
    ("meerk40t", "svg"),
    ("meerk40t", "dxf"),
    ("generic", "svg"),
    ("generic", "dxf"),
    ("xtool", "svg"),
    ("lightburn", "svg"),
    ("lightburn", "dxf"),
    ("lightburn", "lbrn2"),
    ("part-shop", "dxf"),
]
BACK_ENDS = {"svg": bed_svg, "dxf": dxf, "lbrn2": lbrn2}
RED = [pair for pair in MADE if pair[0] in ("meerk40t", "generic")]
OPERATIONS = {
    "engrave": "raster",
    "score": "engrave",
    "inner": "cut",
    "outer": "cut",
    "frame": "cut",
}

if importlib.util.find_spec("meerk40t") is None and "CI" not in os.environ:
    pytest.skip("MeerK40t is not installed: make test installs it", allow_module_level=True)


@pytest.fixture(scope="module")
def readings(tmp_path_factory):
    """Every file as the client reads it, all in one run, as it takes a while to start."""
    folder = tmp_path_factory.mktemp("clients")
    files = {pair: folder / f"{pair[0]}.{pair[1]}" for pair in MADE}
    for (client, kind), file in files.items():
        look = bed_look(load_target(client), kind)
        file.write_bytes(BACK_ENDS[kind].render(BED, look))
    files |= {size: f"{files['meerk40t', 'dxf']}@{size}" for size in ("200x160", "100x80")}
    script = Path(__file__).with_name("meerk40t_reads.py")
    run = subprocess.run(
        [sys.executable, script, *files.values()],
        env={**os.environ, "HOME": str(folder)},  # where it would keep its settings
        capture_output=True,
        text=True,
        check=True,
    )
    read = json.loads(run.stdout.splitlines()[-1])
    return {pair: read[str(file)] for pair, file in files.items()}


def expected(client):
    """Return each path that a file tells of: its step and what it measures."""
    steps = {*load_target(client).steps, "frame"}  # a cut like others where it is not told apart
    return [(name, path) for name, paths in MEASURES.items() if name in steps for path in paths]


@pytest.mark.parametrize("pair", MADE, ids="-".join)
def test_sizes_lengths_and_closed_paths_are_ours(readings, pair):
    elements = readings[pair]["elements"]
    wanted = [path for _, path in expected(pair[0])]
    if pair == ("lightburn", "lbrn2"):
        wanted.append((0, 0, 200, 160, 720, True))  # the guide, on a layer that is not burnt
    assert len(elements) == len(wanted)
    for element, (_, _, width, height, length, closed) in zip(elements, wanted, strict=True):
        assert element["size"] == pytest.approx((width, height), abs=WITHIN)
        assert element["length"] == pytest.approx(length, abs=WITHIN)
        assert element["closed"] == closed


@pytest.mark.parametrize("pair", [p for p in MADE if p[1] == "svg"], ids="-".join)
def test_an_svg_lies_on_the_bed_where_we_put_it(readings, pair):
    for element, (_, path) in zip(readings[pair]["elements"], expected(pair[0]), strict=True):
        assert element["place"] == pytest.approx(path[:2], abs=WITHIN)


@pytest.mark.parametrize("pair", [p for p in MADE if p[1] == "dxf"], ids="-".join)
def test_a_dxf_is_the_svg_at_another_height(readings, pair):
    found = readings[pair]["elements"]
    wanted = [path for _, path in expected(pair[0])]
    lower = found[0]["place"][1] - wanted[0][1]  # the client counts from its own bed's lower edge
    for element, (x, y, *_) in zip(found, wanted, strict=True):
        assert element["place"] == pytest.approx((x, y + lower), abs=WITHIN)


def test_a_dxf_fits_the_bed_of_the_client_and_is_the_svg_if_that_is_as_large(readings):
    svg = readings["meerk40t", "svg"]["elements"]
    alike, shrunk = readings["200x160"]["elements"], readings["100x80"]["elements"]
    for one, other in zip(svg, alike, strict=True):
        assert other["place"] == pytest.approx(one["place"], abs=WITHIN)
    assert sum(e["length"] for e in shrunk) < 0.6 * sum(e["length"] for e in svg)


def test_a_lightburn_project_has_y_up(readings):
    found = readings["lightburn", "lbrn2"]["elements"][:-1]
    for element, (_, (x, y, _, height, *_)) in zip(found, expected("lightburn"), strict=True):
        assert element["place"] == pytest.approx((x, 160 - y - height), abs=WITHIN)


@pytest.mark.parametrize("pair", MADE, ids="-".join)
def test_no_path_is_burnt_by_two_operations(readings, pair):
    assert [e for e in readings[pair]["elements"] if len(e["in"]) != 1] == []


@pytest.mark.parametrize("pair", RED, ids="-".join)
def test_every_path_is_in_the_right_operation(readings, pair):
    kinds = [kind for kind, _ in readings[pair]["operations"]]
    for element, (step, _) in zip(readings[pair]["elements"], expected(pair[0]), strict=True):
        assert [kinds[index] for index in element["in"]] == [OPERATIONS[step]]


def test_a_shop_for_parts_gets_lines_alone(readings):
    assert not any(e["filled"] for e in readings["part-shop", "dxf"]["elements"])


@pytest.mark.parametrize("pair", [p for p in MADE if p[1] == "svg"], ids="-".join)
def test_what_is_engraved_is_an_area_in_an_svg_and_nothing_else_is(readings, pair):
    for element, (step, _) in zip(readings[pair]["elements"], expected(pair[0]), strict=True):
        assert element["filled"] == (step == "engrave")


def test_a_lightburn_project_names_its_layers_and_burns_them_in_order(readings):
    read = readings["lightburn", "lbrn2"]
    assert read["operations"] == [
        ["raster", "Engrave"],
        ["cut", "Score"],
        ["cut", "Inner"],
        ["cut", "Outer"],
        ["cut", "Frame"],
        ["engrave", "Guide"],  # this client knows no tool layers
    ]
    wanted = [step.capitalize() for step, _ in expected("lightburn")]
    names = [read["operations"][index][1] for e in read["elements"] for index in e["in"]]
    assert names == [*wanted, "Guide"]


def test_the_frame_is_burnt_after_all_other_cuts(readings):
    for kind in ("svg", "dxf"):
        *others, frame = readings["meerk40t", kind]["elements"]
        assert max(index for e in others for index in e["in"]) < frame["in"][0]
