"""Sheets that were compensated for a printer are measured as that printer prints them."""

from math import cos, radians, sin

import numpy as np
import pikepdf
import pytest
from oracles.conftest import edit_manifest
from oracles.folder import found as findings
from oracles.folder import wrong

TILES = "print/tiles-a4.pdf"
TO_MM = np.array([[25.4 / 72, 0, 0], [0, -25.4 / 72, 297], [0, 0, 1]])
ATTIC = {
    "name": "Tiles",  # which the label says anyway
    "paper": "a4",
    "dx": 0.9,
    "dy": -0.6,
    "angle": 0.4,
    "scale_x": 1.008,
    "scale_y": 0.994,
}


def errors(profile: dict, back: bool) -> np.ndarray:
    """Return the transform of an A4 page by a printer, in mm, y down."""
    to_middle = np.array([[1, 0, -105], [0, 1, -148.5], [0, 0, 1]])
    scale = np.diag([profile["scale_x"], profile["scale_y"], 1])
    if not back:
        return np.linalg.inv(to_middle) @ scale @ to_middle
    a = radians(profile["angle"])
    turn = np.array([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])
    move = np.array([[1, 0, profile["dx"]], [0, 1, profile["dy"]], [0, 0, 1]])
    through = np.diag([-1, 1, 1])
    return np.linalg.inv(to_middle) @ through @ scale @ move @ turn @ through @ to_middle


def correct(folder, profile: dict) -> None:
    """Compensate every page for a printer with these errors."""
    with pikepdf.open(folder / TILES, allow_overwriting_input=True) as pdf:
        for number, page in enumerate(pdf.pages):
            undo = np.linalg.inv(TO_MM) @ np.linalg.inv(errors(profile, number % 2 == 1)) @ TO_MM
            numbers = [undo[row, column] for column in range(3) for row in range(2)]
            command = " ".join(f"{value:.8f}" for value in numbers)
            page.contents_add(f"{command} cm".encode(), prepend=True)
            for name in ("TrimBox", "BleedBox"):
                left, bottom, right, top = map(float, page[f"/{name}"])
                corners = undo @ [[left, left, right, right], [bottom, top, bottom, top], [1] * 4]
                low, high = corners.min(axis=1), corners.max(axis=1)
                page[f"/{name}"] = pikepdf.Array([*map(float, low[:2]), *map(float, high[:2])])
        pdf.save(folder / TILES)


def test_a_compensated_sheet_is_ok_if_its_manifest_names_the_printer(made):
    correct(made, ATTIC)
    edit_manifest(made, TILES, printer=ATTIC)
    assert wrong(made) == {}
    found = findings(made, TILES)
    assert {status for what, (status, _) in found.items() if what != "checksum"} == {"ok"}
    assert found["printer"] == ("ok", "measured as Tiles prints it")
    assert found["backs"] == ("ok", "behind their fronts within 0.00 mm")


def test_a_compensated_sheet_is_wrong_if_its_manifest_names_no_printer(made):
    correct(made, ATTIC)
    assert {"ruler", "trim"} <= set(wrong(made)["tiles-a4.pdf"])


@pytest.mark.parametrize(
    ("error", "value", "what"),
    [
        ("scale_x", 1.02, "trim"),
        ("scale_y", 1.0, "ruler"),
        ("dx", 0.4, "backs"),
        ("dy", 0.6, "backs"),
        ("angle", -0.4, ""),
    ],
)
def test_a_sheet_compensated_for_another_printer_is_reported(made, error, value, what):
    correct(made, ATTIC)
    edit_manifest(made, TILES, printer=ATTIC | {error: value})
    found = findings(made, TILES)
    if what:
        assert found[what][0] == "WRONG"
    else:  # its marks are not upright any more
        assert found["backs"][0] == "not checked"


def test_a_label_that_does_not_name_the_printer_is_reported(made):
    correct(made, ATTIC)
    edit_manifest(made, TILES, printer=ATTIC | {"name": "cellar"})
    assert wrong(made)["tiles-a4.pdf"] == {"printer": "differs from the label; a label with cellar"}
