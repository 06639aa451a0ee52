"""Submission packages read back: what was changed, removed, added or listed wrongly."""

import os
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers.sample_archive import options, write_game

from pnp.archive.job import archive_game
from pnp.verify import verify_paths
from pnp.verify.findings import Status

DATA = "representations/edition/data"


@pytest.fixture(scope="module")
def once(tmp_path_factory) -> Path:
    """A folder with a submission package, made once; do not change it."""
    place = tmp_path_factory.mktemp("submission")
    said = options(place / "out", holder="A Museum", sip=place / "sip")
    archive_game(str(write_game(place)), said)
    return place / "sip"


@pytest.fixture
def sip(once, tmp_path) -> Path:
    (made,) = once.iterdir()
    with ZipFile(made) as archive:
        archive.extractall(tmp_path)
    return tmp_path / made.stem


def faults(folder: Path) -> list[tuple[str, str]]:
    (report,) = verify_paths([folder])
    return [(one.what, one.found) for one in report.findings if one.status is Status.WRONG]


def test_a_package_zipped_or_not_and_a_folder_of_packages_are_whole(once, sip):
    for folder in (once, next(once.iterdir()), sip):
        (report,) = verify_paths([folder])
        assert report.ok
        assert "all as METS lists them" in report.findings[0].found


def test_finds_what_was_changed_removed_and_added(sip):
    (sip / DATA / "definition/game.toml").write_text("x")
    (sip / "metadata/descriptive/lido.xml").unlink()
    (sip / DATA / "more.exe").write_text("x")
    assert faults(sip) == [
        ("missing", "metadata/descriptive/lido.xml"),
        ("changed", f"{DATA}/definition/game.toml"),
        ("added", f"{DATA}/more.exe"),
    ]


def test_one_changed_letter_of_the_same_length_is_found(sip):
    file = sip / DATA / "rules/rulebook.en.html"
    file.write_bytes(file.read_bytes().replace(b"hop", b"hip", 1))
    assert faults(sip) == [("changed", f"{DATA}/rules/rulebook.en.html")]


def test_a_part_without_its_list_is_not_passed_over(sip):
    (sip / "representations/edition/METS.xml").write_text("<mets/>")
    found = faults(sip)
    assert ("changed", "representations/edition/METS.xml") in found
    assert ("added", f"{DATA}/definition/game.toml") in found


@pytest.mark.parametrize(
    "place", ["../secret.txt", "/etc/passwd", "metadata/../../secret.txt", "", ".", "a" * 5000]
)
def test_no_file_outside_the_package_is_read(sip, place):
    (sip.parent / "secret.txt").write_text("secret")
    mets = sip / "METS.xml"
    mets.write_text(mets.read_text().replace("metadata/descriptive/lido.xml", place))
    assert [what for what, _ in faults(sip)] == ["missing", "added"]


@pytest.mark.parametrize("text", ["", "<x/>", "<!DOCTYPE x [<!ENTITY e 'x'>]><x>&e;</x>", "\0"])
def test_what_is_not_mets_is_reported_in_a_line(sip, text):
    (sip / "METS.xml").write_text(text)
    assert faults(sip)[0][0] == "METS.xml"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_pipes_and_links_are_reported_and_never_opened(sip):
    file = sip / DATA / "definition/game.toml"
    file.unlink()
    os.mkfifo(file)
    (sip / "link").symlink_to("/etc/passwd")
    told = [found for what, found in faults(sip) if what == "file"]
    assert [line.split()[0] for line in told] == ["link", f"{DATA}/definition/game.toml"]


def test_a_file_without_a_known_checksum_is_reported(sip):
    mets = sip / "METS.xml"
    mets.write_text(mets.read_text().replace('CHECKSUMTYPE="SHA-256"', 'CHECKSUMTYPE="CRC32"', 1))
    assert faults(sip)[0][0] == "without a known checksum"
