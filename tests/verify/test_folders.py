"""Files that were just built have no faults, whatever the paper and the layout."""

import os
from dataclasses import replace

import pytest
from helpers.requirements import needs_cairo
from verify.conftest import faults_of, findings, verified

from pnp.base.errors import UsageError
from pnp.definitions import built_in_games
from pnp.game.paper import parse_paper
from pnp.jobs.build import build_game
from pnp.jobs.calibrate import make_calibration
from pnp.jobs.calibrate_options import PrinterTestOptions
from pnp.jobs.selection import read_pieces
from pnp.jobs.sheet_options import SheetOptions
from pnp.records.printer_profile import PrinterProfile
from pnp.sheets.layout.crop_marks import MarkSides
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.scheme import Orientation
from pnp.verify import Status

# One of each kind and form: the others are printed on both sides of A4 alone.
SOME = ("tiles", "hexagon", "pawns", "loop-mat", "deck-36", "box-36")


@pytest.mark.parametrize(
    ("paper", "duplex"),
    [*(("a4", duplex) for duplex in Duplex), ("letter", Duplex.SHORT_EDGE), ("a3", Duplex.FOLD)],
)
def test_every_sheet_is_measured_and_ok(tmp_path, duplex, paper):
    options = SheetOptions(out=tmp_path, paper=parse_paper(paper), duplex=duplex, formats=("pdf",))
    if duplex is Duplex.LONG_EDGE:
        for game in built_in_games():
            build_game(game, options)
    else:
        build_game("turno", replace(options, only=SOME))
        build_game("tawula", options)
    reports = verified(tmp_path)
    assert all(report.ok for report in reports)
    files = [file for report in reports for file in report.files]
    assert len(files) >= 4
    for file in files:
        unchecked = {f.what for f in file.findings if f.status is Status.UNCHECKED}
        assert unchecked <= {"backs"}, (file.path, file.findings)


@pytest.mark.parametrize(
    ("game", "only", "paper", "fit", "trim"),
    [
        ("tawula", "board", "a5", False, "248.00 x 190.00 mm joined"),
        ("punt-match", "hex-board", "a5", False, "194.00 x 175.66 mm joined"),
        ("turno", "loop-mat", "105x148mm", False, "454.81 x 395.22 mm joined"),
        ("punt-match", "square-board", "a5", True, "131.92 x 131.92 mm"),
    ],
)
def test_boards_are_measured_joined_or_made_smaller(tmp_path, game, only, paper, fit, trim):
    options = SheetOptions(
        out=tmp_path, paper=parse_paper(paper), formats=("pdf",), only=(only,), fit=fit
    )
    (file,) = build_game(game, options).files
    found = findings(tmp_path / game / file.path)
    assert {what: f for what, f in found.items() if f[0] != "ok"} == {}
    assert found["trim"] == ("ok", trim)


@pytest.mark.parametrize("sides", ["both", "fronts", "backs"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_folded_sheets_are_ok_even_with_marks_on_only_one_side(tmp_path, sides, orientation):
    options = SheetOptions(
        out=tmp_path,
        duplex=Duplex.FOLD,
        formats=("pdf",),
        only=("deck-36",),
        pieces=read_pieces("1-9"),
        orientation=Orientation(orientation),
        mark_sides=MarkSides(sides),
        printer=PrinterProfile("attic", "a4", dx=1, dy=0.5),
    )
    (file,) = build_game("turno", options).files
    found = findings(tmp_path / "turno" / file.path)
    assert [what for what, (status, _) in found.items() if status == "WRONG"] == []
    assert found["pieces"][1].startswith("9 (")
    if sides == "both":
        assert found["backs"] == ("ok", "behind their fronts within 0.00 mm")
    else:
        assert found["backs"] == ("not checked", "no marks on both sides to measure them by")


def test_calibration_sheets_are_left_to_be_checked_by_hand(tmp_path):
    make_calibration(PrinterTestOptions(out=tmp_path))
    build_game("tawula", SheetOptions(out=tmp_path, formats=("pdf",), only=("dice",)))
    tests, game = verified(tmp_path)
    assert tests.ok
    assert [f.status for f in tests.findings] == [Status.UNCHECKED]
    assert game.game == "tawula"
    assert verified(tmp_path / "calibration") == [tests]


def test_an_unreadable_folder_is_reported(tmp_path, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refuse)
        (report,) = verified(tmp_path)
    (fault,) = report.findings
    assert (fault.what, fault.found) == ("folder", "cannot be read: permission denied")


def test_pieces_are_counted_on_every_page(once):
    found = findings(once / "print/deck-36-a4.pdf")
    assert found["pieces"] == ("ok", "36 (16 + 16 + 4)")
    assert found["trim"] == ("ok", "44.00 x 68.00 mm")
    assert found["backs"] == ("ok", "behind their fronts within 0.00 mm")


def test_pieces_to_cut_with_scissors_are_measured_by_their_outlines(once):
    assert findings(once / "print/pawns-a4.pdf")["trim"] == ("ok", "16.00 x 89.00 mm")
    assert findings(once / "print/pawns-a4.pdf")["pieces"] == ("ok", "6")
    assert findings(once / "print/box-36-a4.pdf")["pieces"] == ("ok", "1")


def test_backs_without_marks_are_unchecked(once):
    status, why = findings(once / "print/hexagon-a4.pdf")["backs"]
    assert (status, why) == ("not checked", "no marks on both sides to measure them by")


def test_a_single_file_is_compared_with_the_manifest_above_it(once):
    found = findings(once / "svg/hexagon/hexagon-front.svg")
    assert found["checksum"][0] == found["definition"][0] == found["size"][0] == "ok"


@needs_cairo
def test_a_png_is_reported_in_pixels(once):
    assert findings(once / "png/hexagon/hexagon-front.png")["size"] == (
        "ok",
        "614 x 709 px at 300 dpi",
    )


def test_a_file_without_a_manifest_is_measured_and_the_rest_is_unchecked(once, tmp_path):
    lost = tmp_path / "lost.pdf"
    lost.write_bytes((once / "print/deck-36-a4.pdf").read_bytes())
    found = findings(lost)
    assert found["ruler"] == ("ok", "50.00 mm")
    assert found["trim"] == ("not checked", "44.00 x 68.00 mm, with no manifest to compare")
    assert found["pieces"][1].startswith("36 (16 + 16 + 4)")
    assert found["checksum"] == ("not checked", "no manifest lists this file")
    assert {status for status, _ in found.values()} == {"ok", "not checked"}


def test_a_missing_path_is_reported(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere does not exist"):
        faults_of(tmp_path / "nowhere")
