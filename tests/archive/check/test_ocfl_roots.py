"""Storage roots and their objects, verified by ocfl-py; what a kill left half stored is told."""

import os
import shutil
from pathlib import Path

import pytest
from helpers.sample_archive import POND, options, write_game
from verify.conftest import faults_of, verified

from pnp.archive.job import archive_game
from pnp.archive.ocfl import start_root

pytest.importorskip("ocfl", reason="ocfl-py is not installed: pip install -e '.[ocfl]'")


@pytest.fixture(scope="module")
def stored(tmp_path_factory) -> Path:
    """A storage root with an object of two versions."""
    place = tmp_path_factory.mktemp("stored")
    root = place / "root"
    start_root(root)
    game = write_game(place)
    archive_game(str(game), options(place / "out", ocfl=root))
    (game / "game.toml").write_text(POND.replace("A pond.", "A lake."), encoding="utf-8")
    archive_game(str(game), options(place / "out", ocfl=root))
    return root


@pytest.fixture
def root(stored, tmp_path) -> Path:
    return Path(shutil.copytree(stored, tmp_path / "root"))


def the_object(root: Path) -> Path:
    (found,) = (path.parent for path in root.rglob("0=ocfl_object_1.1"))
    return found


def test_a_root_and_its_objects_are_verified_each_by_itself(root):
    declared, stored = verified(root)
    assert declared.ok
    assert stored.ok
    assert (Path(declared.path), Path(stored.path)) == (root, the_object(root))
    assert stored.findings[0].found == "valid, by ocfl-py"


def test_a_changed_byte_in_an_object_is_found(root):
    file = next((the_object(root) / "v1/content").rglob("game.toml"))
    content = bytearray(file.read_bytes())
    content[100] ^= 1
    file.write_bytes(content)
    assert "E092" in faults_of(root)[""]["object"]  # a file and its checksum differ


def test_a_root_without_its_declaration_is_wrong_and_its_objects_are_verified(root):
    (root / "0=ocfl_1.1").unlink()
    declared, stored = verified(root)
    assert not declared.ok
    assert stored.ok


def test_a_file_between_objects_is_reported(root):
    (root / "stray").mkdir()
    (root / "stray/letter.txt").touch()
    assert "stray" in faults_of(root)[""]["storage root"]


def test_an_object_that_was_half_stored_is_reported_as_such(root):
    place = the_object(root)
    for name in ("inventory.json", "inventory.json.sha512"):
        shutil.copy(place / "v1" / name, place / name)
    fault = faults_of(root)[""]["object"]
    assert fault.startswith("is half stored: v2 is there, and inventory.json still of v1; ")
    assert "pnp archive --ocfl" in fault


def test_pipes_and_links_in_an_object_are_not_opened(root):
    os.mkfifo(the_object(root) / "v1/content/pipe")
    assert "v1/content/pipe" in faults_of(root)[""]["file"]
