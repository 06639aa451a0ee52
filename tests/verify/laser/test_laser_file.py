"""Laser files are verified with their report, and by themselves without one."""

import shutil
from pathlib import Path

import pytest
from verify.conftest import faults_of, findings
from verify.laser.conftest import MADE
from verify.laser.laser_edits import EACH, EDITORS, saved

from pnp.verify import Status, verify_paths


@pytest.mark.parametrize("kind", MADE)
def test_laser_files_have_no_faults_and_nothing_unchecked(once, kind):
    (report,) = verify_paths([once(kind)])
    assert {file.kind for file in report.files} == {"laser", "svg", "document"}
    for file in report.files:
        faults = [one for one in file.findings if one.status is Status.WRONG]
        assert faults == [], file.path
        unsure = [one.what for one in file.findings if one.status is Status.UNCHECKED]
        drawn = file.kind == "document" or file.path.endswith("-tray.svg")  # to read or look at
        assert drawn or unsure == [], file.path
    assert report.ok


def test_a_report_measures_what_a_file_burns(once):
    (report,) = verify_paths([once("in-place") / "laser/tiles-lightburn-fronts.svg"])
    lengths = report.files[0].measured["lengths_mm"]
    assert lengths["cut"] == pytest.approx(9 * (2 * 26 + 2 * 41 + 2.1 * 2 * 3.14159265), abs=0.01)


def test_a_changed_file_is_reported_by_its_checksum(editor):
    one = editor("svg")
    one.save()
    assert set(faults_of(one.file)) == {one.file.name}
    assert "so it was changed" in faults_of(one.file)[one.file.name]["checksum"]


@EACH
def test_without_a_report_a_file_is_checked_by_itself(once, tmp_path, form):
    file = Path(shutil.copy(once("flip") / f"laser/tiles-lightburn-backs.{form}", tmp_path))
    found = findings(file)
    missing = {what for what, (status, _) in found.items() if status == "not checked"}
    assert {"checksum", "steps", "parts", "kerf", "backs", "features"} <= missing
    assert {found[what][0] for what in ("misread", "closed", "burnt twice")} == {"ok"}
    one = EDITORS[form](file)
    one.double("outer", one.paths("outer")[0])
    assert set(saved(one)) == {"burnt twice"}


def test_a_preview_is_a_picture_and_the_sheet_of_steps_a_document(once):
    folder = once("jig") / "laser"
    (report,) = verify_paths([folder / "tiles-lightburn-jig-preview.svg"])
    assert report.files[0].kind == "svg"
    (report,) = verify_paths([folder / "tiles-lightburn-steps.pdf"])
    assert report.files[0].kind == "document"
