"""Packages and storage roots that a stranger prepared, where a game is archived into them."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.bags import sign
from helpers.sample_archive import options
from larder_game import LarderGame
from test_attacks import guarded
from typer.testing import CliRunner, Result

from pnp.archive.job import archive_game
from pnp.archive.ocfl import LAYOUT
from pnp.base.errors import VerifyError
from pnp.cli import app


@pytest.fixture(scope="module")
def sent(tmp_path_factory) -> Path:
    """Return a folder with a game, its package and a storage root, as a stranger sends it."""
    pytest.importorskip("ocfl")
    place = tmp_path_factory.mktemp("sent")
    game = LarderGame(place).folder
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(game)
        patch.setenv("SOURCE_DATE_EPOCH", "1790000000")
        assert archive("--ocfl", "root").exit_code == 0
    for file in game.glob("archive/larder/tagmanifest-*.txt"):
        file.unlink()
    return place


@pytest.fixture
def prepared(sent, tmp_path, monkeypatch) -> Path:
    """Return the game's folder, whose package is as whole as one without lists of tag files is."""
    shutil.copytree(sent, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path / "larder")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    return tmp_path / "larder"


def archive(*options: str) -> Result:
    with guarded():
        return CliRunner().invoke(app, ("archive", ".", *options))


def refused(*options: str) -> str:
    done = archive(*options)
    assert done.exit_code == 1, done.output
    assert done.stderr.startswith("error: ")
    return done.stderr


def in_turn(place: Path) -> Iterator[str]:
    """Put what leads out, or waits for ever, in one place after another."""
    secret = Path("../outside/secret.csv").absolute()
    for target in (secret, secret.parent, Path("/dev/zero")):
        place.symlink_to(target)
        yield f"a link to {target.name}"
        place.unlink()
    place.symlink_to(place.name)
    yield "a loop"
    place.unlink()
    os.mkfifo(place)
    yield "a pipe"
    place.unlink()
    hole(place)
    yield "a hole"
    place.unlink()


def hole(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(10**12)


def many(place: Path) -> None:
    place.mkdir()
    for number in range(20):
        (place / str(number)).touch()


@pytest.mark.parametrize("name", ["notes.txt", "data/notes.txt", "tagmanifest-sha256.txt"])
def test_what_a_package_links_to_is_neither_read_nor_packed(prepared, name):
    bag = prepared / "archive" / "larder"
    if name.startswith("data/"):
        with (bag / "manifest-sha256.txt").open("a") as listed:
            listed.write(f"{'0' * 64}  {name}\n")
    for what in in_turn(bag / name):
        told = refused("--zip")
        assert f"{name}: it is " in told, what
        assert not bag.with_name("larder.zip").exists()


@pytest.mark.parametrize(
    ("limit", "fault"),
    [
        ("pnp.base.files.MOST_ENTRIES", "cannot be read: it holds more than 19 files"),
        ("pnp.archive.job.LARGEST", "bytes, more than 19"),
    ],
)
def test_a_package_with_too_much_in_it_is_not_read(prepared, monkeypatch, limit, fault):
    many(prepared / "archive" / "larder" / "data" / "many")
    monkeypatch.setattr(limit, 19)
    with pytest.raises(VerifyError, match=fault):
        archive_game(".", options(Path("archive")))


def test_a_version_that_is_a_link_is_not_a_package(prepared):
    bag, outside = prepared / "archive" / "larder", prepared.parent / "outside"
    bag.rename(outside / "larder")
    bag.with_name("larder-v2").symlink_to(outside / "larder")
    assert "is not a package" in refused("--zip")


def test_a_zip_that_is_a_link_is_replaced(prepared):
    secret = prepared.parent / "outside" / "secret.csv"
    before = secret.read_bytes()
    zipped = prepared / "archive" / "larder.zip"
    zipped.symlink_to(secret)
    assert archive("--zip").exit_code == 0
    assert not zipped.is_symlink()
    assert secret.read_bytes() == before


def test_a_zip_of_holes_is_in_the_way(prepared):
    hole(prepared / "archive" / "larder.zip")
    assert "larder.zip is in the way: it is too large: at most 4,000,000,000 b" in refused("--zip")


def test_what_a_storage_root_links_to_is_neither_read_nor_copied(prepared):
    (version,) = (file.parent for file in Path("root").rglob("v1/inventory.json"))
    for what in in_turn(version / "content" / "notes.txt"):
        assert "notes.txt: it is " in refused("--ocfl", "root"), what


def test_a_storage_root_does_not_lead_out(prepared):
    (stored,) = (file.parent for file in Path("root").rglob("0=ocfl_object_1.1"))
    stored.rename(prepared.parent / "outside" / "object")
    stored.symlink_to(prepared.parent / "outside" / "object")
    assert "is a link out of the storage root" in refused("--ocfl", "root")


def test_a_storage_root_holds_no_endless_files(prepared):
    """ocfl-py reads these files whole, and as they are."""
    (stored,) = (file.parent for file in Path("root").rglob("0=ocfl_object_1.1"))
    for place in (
        *(Path("root/ocfl_layout.json"), Path("root/0=ocfl_1.1")),
        Path(f"root/extensions/{LAYOUT}/config.json"),
        *(stored / "inventory.json", stored / "v1" / "inventory.json"),
    ):
        before = place.read_bytes()
        place.unlink()
        for put in (os.mkfifo, hole):
            put(place)
            told = refused("--ocfl", "root").splitlines()
            assert len(told) == 1, place
            assert place.name in told[0], place
            place.unlink()
        place.write_bytes(before)
    assert archive("--ocfl", "root").exit_code == 0


@pytest.mark.parametrize(
    "written",
    ["[]", "{}", '{"manifest": 3}', '{"versions": {"v1": {"state": {"x": ["y"]}}}}', "[" * 200_000],
    ids=["list", "empty", "number", "unknown", "deep"],
)
def test_an_odd_inventory_is_a_fault_of_the_object(prepared, written):
    (stored,) = (file.parent for file in Path("root").rglob("0=ocfl_object_1.1"))
    for name in ("v1/inventory.json", "inventory.json"):
        (stored / name).write_text(written)
        assert len(refused("--ocfl", "root").splitlines()) == 1


@pytest.mark.parametrize("name", ["ocfl_layout.json", f"extensions/{LAYOUT}/config.json"])
@pytest.mark.parametrize("written", ["[" * 200_000, "[]", '{"extension": 3}'], ids=len)
def test_an_odd_layout_is_a_fault_of_the_root(prepared, name, written):
    Path("root", name).write_text(written)
    assert len(refused("--ocfl", "root").splitlines()) == 1


@pytest.mark.parametrize("name", ["metadata/provenance.json", "validation-report.json"])
@pytest.mark.parametrize("written", [b"[" * 200_000, b"{}", b"[]", b"\xff"])
def test_odd_metadata_of_a_package_is_not_submitted(prepared, name, written):
    assert archive("--holder", "Me").exit_code == 0
    bag = prepared / "archive" / "larder-v2"
    (bag / "data" / name).write_bytes(written)
    sign(bag)
    told = refused("--sip", "sip", "--holder", "Me")
    assert "is not as pnp makes packages" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("name", ["External-Identifier", "External-Description"])
def test_a_package_without_what_pnp_says_in_each_is_not_submitted(prepared, name):
    assert archive("--holder", "Me").exit_code == 0
    bag = prepared / "archive" / "larder-v2"
    lines = (bag / "bag-info.txt").read_text().splitlines(keepends=True)
    (bag / "bag-info.txt").write_text("".join(line for line in lines if name not in line))
    sign(bag)
    assert f"is not as pnp makes packages: '{name}'" in refused("--sip", "sip", "--holder", "Me")
