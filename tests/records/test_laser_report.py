"""Laser reports are validated when they are read, and written in a stable layout."""

import json

import pytest

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.records.laser_report import LaserReport, Moments, read_laser_report

REPORT = {
    "name": "tiles",
    "client": {
        "id": "lightburn",
        "name": "LightBurn",
        "stroke_mm": 0.1,
        "steps": {
            "inner": {"color": "#ff0000", "layer": 2, "filled": False, "formats": ["svg"]},
            "outer": {"color": "#00e000", "layer": None, "filled": False, "formats": ["svg"]},
        },
    },
    "material": {
        "id": "plywood-3",
        "name": "Plywood of 3 mm",
        "thickness_mm": 3.0,
        "feature_mm": 1.0,
        "gap_mm": 0.5,
    },
    "kerf_mm": [0.2, 0.2],
    "bed_mm": [600.0, 400.0],
    "sheets": {
        "size_mm": [600.0, 400.0],
        "count": 1,
        "sawn": None,
        "used_mm": [[180.0, 0.0, 120.0, 80.0]],
        "left_mm": [300.0, 200.0],
        "taken_mm": [[0.0, 0.0, 600.0, 200.0]],
    },
    "sides": "flip",
    "share": True,
    "single": False,
    "tabs": {"count": 4, "bridge_mm": 0.3},
    "parts": [{"component": "tiles", "name": "1", "shape": 0, "front": 0, "back": 1}],
    "left_out": [{"component": "tiles", "what": "backs", "faces": 6}],
    "shapes": [
        {
            "size_mm": [30.0, 45.0],
            "area_mm2": 1346.5624,
            "outline": "M0 0L30 0L30 45L0 45Z",
            "thin": False,
            "holes": [
                {
                    "size_mm": [5.7, 5.7],
                    "area_mm2": 25.5,
                    "outline": "M0 0L5.7 0L5.7 5.7Z",
                    "at_mm": [12.0, 19.0],
                }
            ],
        }
    ],
    "faces": [
        {"engraved": [25.5, 15.0, 22.5, -0.5], "scored": [], "picture": "iVBO"},
        {"engraved": [], "scored": [1.0, 2.0, 3.0, 0.0], "picture": ""},
    ],
    "pockets": [
        {
            "size_mm": [30.2, 45.2],
            "area_mm2": 1365.0,
            "outline": "M0 0L30.2 0L30.2 45.2L0 45.2Z",
            "at_mm": [-0.1, -0.1],
        }
    ],
    "beds": [
        {
            "name": "fronts",
            "pass": "fronts",
            "files": ["tiles-lightburn-fronts.svg"],
            "sheet": 1,
            "round": 0,
            "size_mm": [600.0, 400.0],
            "bounds_mm": [0.6, 0.6, 598.8, 398.8],
            "places": [[0, 3.0, 3.0, 90]],
            "parts": 1,
            "cut_mm": 150.0,
            "score_mm": 0.0,
            "engrave_mm": 255.0,
            "engraved_mm2": 25.5,
            "travel_mm": 12.5,
            "burnt_twice_mm": 0.0,
            "utilisation": 0.006,
            "seconds": None,
        }
    ],
}


def edited(edit) -> bytes:
    report = json.loads(json.dumps(REPORT))
    edit(report)
    return json.dumps(report).encode()


def test_a_report_is_written_as_it_was_read():
    report = read_laser_report(json.dumps(REPORT).encode())
    assert json.loads(report.to_json()) == REPORT
    assert read_laser_report(report.to_json()) == report


def test_values_are_typed():
    report = LaserReport.model_validate_json(json.dumps(REPORT))
    assert report.bed_mm == Size(600, 400)
    assert report.faces[0].engraved == Moments(25.5, 15, 22.5, -0.5)
    assert report.faces[0].scored == ()
    (one,) = report.passes
    assert (one.kind, one.bounds_mm) == ("fronts", Rect(0.6, 0.6, 598.8, 398.8))
    assert one.places[0].turn == 90


def test_a_flat_list_takes_one_line():
    lines = read_laser_report(json.dumps(REPORT).encode()).to_json().decode().splitlines()
    assert ' "kerf_mm": [0.2, 0.2],' in lines
    assert '  {"component": "tiles", "name": "1", "shape": 0, "front": 0, "back": 1}' in lines


def test_keys_of_later_versions_are_ignored():
    assert read_laser_report(edited(lambda d: d.update(new=1))).name == "tiles"


def test_a_report_that_is_too_large_is_not_read(monkeypatch):
    monkeypatch.setenv("PNP_LIMITS", "laser_kb=1")
    with pytest.raises(VerifyError, match="is too large: at most 1 kB"):
        read_laser_report(json.dumps(REPORT).encode())


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"\xff", "Invalid JSON"),
        (b"[" * 100_000, "recursion limit"),
        (b"[]", "should be an object"),
        (edited(lambda d: d.pop("sides")), "sides: Field required"),
        (edited(lambda d: d.update(sides="both")), "sides: Input should be 'fronts'"),
        (edited(lambda d: d.update(share="yes")), "share: Input should be a valid boolean"),
        (edited(lambda d: d.update(kerf_mm=[0.2])), "kerf_mm.1: Field required"),
        (edited(lambda d: d.update(kerf_mm=[0.2, float("nan")])), "kerf_mm.1: .* finite"),
        (edited(lambda d: d["client"]["steps"].pop("outer")), "steps must be inner, outer"),
        (edited(lambda d: d["client"]["steps"].update(drill={})), "client.steps.drill"),
        (edited(lambda d: d.update(bed_mm=[1e9, 400.0])), "bed_mm: is larger than any bed"),
        (
            edited(lambda d: d["shapes"][0].update(size_mm=[30.0, -1e9])),
            "shapes.0.size_mm: is larger",
        ),
        (edited(lambda d: d["tabs"].update(bridge_mm=1e9)), "less than or equal to 20"),
        (edited(lambda d: d.update(kerf_mm=[0.2, -0.2])), "greater than or equal to 0"),
        (edited(lambda d: d["beds"][0].update(places=[[0, 3e6, 3.0, 0]])), "less than or equal"),
        (edited(lambda d: d["parts"].clear()), "part 0 does not exist, the report has 0"),
        (edited(lambda d: d["parts"][0].update(back=2)), "face 2 does not exist"),
        (edited(lambda d: d["parts"][0].update(shape=-1)), "greater than or equal to 0"),
        (edited(lambda d: d["beds"][0]["places"][0].pop()), "beds.0.places.0"),
        (edited(lambda d: d["beds"][0]["places"].append([0, 1e999, 0, 0])), "finite"),
    ],
)
def test_an_invalid_report_is_refused_with_its_first_fault(content, fault):
    with pytest.raises(VerifyError, match=rf"is not a laser report \(.*{fault}"):
        read_laser_report(content)
