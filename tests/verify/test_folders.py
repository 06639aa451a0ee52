"""Files that were just built have no faults, and what cannot be checked is said."""

import os

import pytest
from helpers.games import MANY_SIDED
from verify.conftest import faults_of, findings, verified

from pnp.base.errors import UsageError
from pnp.sheets.calibrate import PrinterTestOptions, make_calibration
from pnp.sheets.job import build_game
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions
from pnp.verify import Status


@pytest.mark.parametrize("game", MANY_SIDED)
def test_everything_built_of_a_game_is_right(tmp_path, game):
    build_game(game, SheetOptions(out=tmp_path, formats=("pdf", "svg", "faces")))
    build_game(game, SheetOptions(out=tmp_path, formats=("pdf",), gang=True, duplex=Duplex.FOLD))
    (report,) = verified(tmp_path)
    assert report.ok
    assert {one.status for file in report.files for one in file.findings} == {Status.OK}


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


def test_a_single_file_is_compared_with_the_manifest_above_it(once):
    found = findings(once / "svg/hexagon/hexagon-front.svg")
    assert found["checksum"][0] == found["definition"][0] == "ok"


def test_a_file_without_a_manifest_is_measured_and_the_rest_is_unchecked(once, tmp_path):
    lost = tmp_path / "lost.pdf"
    lost.write_bytes((once / "print/deck-36-a4.pdf").read_bytes())
    found = findings(lost)
    assert found["pages"] == ("ok", "6")
    assert found["paper"] == ("ok", "210.00 x 297.00 mm")
    assert found["checksum"] == ("not checked", "no manifest lists this file")
    assert {status for status, _ in found.values()} == {"ok", "not checked"}


def test_a_missing_path_is_reported(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere does not exist"):
        faults_of(tmp_path / "nowhere")
