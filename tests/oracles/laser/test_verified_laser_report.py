"""A report that disagrees with its files is reported, as are files that disagree."""

import json
from pathlib import Path

import pytest
from oracles.laser.laser_edits import EACH, by, first_cut, wrong


def edited(report: Path, edit) -> dict[str, str]:
    data = json.loads(report.read_text())
    edit(data)
    report.write_text(json.dumps(data))
    return wrong(report)


REPORT_FAULTS = {
    "cut": (
        lambda d: d["beds"][-1].update(cut_mm=99.0),
        "figures",
        "cut_mm of backs is 99.0; 922.752",
    ),
    "area": (lambda d: d["beds"][-2].update(engraved_mm2=9.9), "figures", "engraved_mm2 of fronts"),
    "twice": (
        lambda d: d["beds"][-2].update(burnt_twice_mm=5),
        "figures",
        "burnt_twice_mm of front",
    ),
    "parts": (
        lambda d: d["beds"][-2].update(parts=8),
        "figures",
        "8 parts on fronts; 9, one for each place",
    ),
    "unmirrored": (
        lambda d: d["beds"][-1].update(places=d["beds"][-2]["places"]),
        "places",
        "backs: 1-1 at 9, 9; 1-1 at ",
    ),
    "swapped": (lambda d: d["beds"][-1]["places"].reverse(), "places", "backs: 3-3 at"),
    "too few sheets": (lambda d: d["sheets"].update(count=2), "sheets", "2 for 1 beds; 1"),
    "on a hole": (
        lambda d: d["sheets"].update(used_mm=[[0, 0, 20, 20]]),
        "sheets",
        "1-1 lies on 20x20mm at 0, 0, which was used before; beside it",
    ),
    "no places": (lambda d: d["beds"][-2].pop("places"), "file", "is not a laser report"),
    "no part": (lambda d: d["parts"].clear(), "file", "is not a laser report"),
}


@pytest.mark.parametrize("fault", REPORT_FAULTS)
def test_a_fault_of_a_report_is_reported(copied, fault):
    edit, what, words = REPORT_FAULTS[fault]
    assert words in edited(copied("flip") / "laser/tiles-lightburn.json", edit)[what]


@EACH
def test_formats_that_disagree_are_reported_by_file(editor, form):
    one = editor(form)
    one.moved(first_cut(one), by(0.1, 0))
    one.save()
    found = wrong(one.file.with_name("tiles-lightburn.json"))
    assert set(found) == {"formats"}
    assert "cut of tiles-lightburn-fronts." in found["formats"]
