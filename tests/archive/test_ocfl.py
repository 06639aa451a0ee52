"""Packages in OCFL storage roots, validated by ocfl-py."""

import errno
import json
import runpy
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from helpers.command import files_of, run
from helpers.injected import KILL, each_fault
from helpers.sample_archive import EPOCH, options, write_game

from pnp.archive import ocfl as storing
from pnp.archive.job import archive_game
from pnp.archive.ocfl import start_root, store
from pnp.base.errors import OutputError, UsageError

pytest.importorskip("ocfl", reason="ocfl-py is not installed: pip install -e '.[ocfl]'")


@pytest.fixture
def root(tmp_path) -> Path:
    folder = tmp_path / "root"
    start_root(folder)
    return folder


@pytest.fixture
def pond(tmp_path) -> Path:
    return write_game(tmp_path)


def the_object(root: Path) -> Path:
    (found,) = (path.parent for path in root.rglob("0=ocfl_object_1.1"))
    return found


def _status_of(program: str) -> object:
    """Run a Python program in this process and return with what it exits."""
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        return end.code
    return 0


def judged(root: Path) -> str:
    """Return ocfl-py's report on the object in a root, which must be valid."""
    said = ""
    for program, *words in (
        ("ocfl-root.py", "validate", "--root", root),
        ("ocfl-validate.py", the_object(root)),
    ):
        file, told = str(Path(sys.executable).with_name(program)), StringIO()
        with (
            patch.object(sys, "argv", [file, *map(str, words)]),
            redirect_stdout(told),
            redirect_stderr(told),
        ):
            status = _status_of(file)
        assert not status, told.getvalue()
        said += told.getvalue()
    return said


def test_a_package_is_the_first_version_of_a_valid_object(pond, root, tmp_path):
    made = archive_game(str(pond), options(tmp_path / "out", ocfl=root))
    assert made.notes[-1] == "stored as v1 of pnp:pond in the storage root"
    assert "is VALID" in judged(root)
    stored = files_of(the_object(root) / "v1" / "content")
    assert set(stored.values()) == set(files_of(made.folder).values())
    inventory = json.loads((the_object(root) / "inventory.json").read_bytes())
    assert inventory["id"] == "pnp:pond"
    assert inventory["versions"]["v1"]["created"] == "2026-11-20T00:00:00Z"


def test_stores_only_changes_as_new_versions(pond, root, tmp_path):
    chosen = options(tmp_path / "out", ocfl=root)
    archive_game(str(pond), chosen)
    before = files_of(root)
    assert archive_game(str(pond), chosen).notes[-1].startswith("is v1 of pnp:pond")
    assert files_of(root) == before
    (pond / "rules" / "history.en.md").write_text("There was a pond.\n", encoding="utf-8")
    assert archive_game(str(pond), chosen).notes[-1].startswith("stored as v2")
    judged(root)
    second = files_of(the_object(root) / "v2" / "content")
    assert "data/definition/rules/history.en.md" in second
    assert "data/definition/game.toml" not in second  # it is that of the first version
    assert {name: files_of(root)[name] for name in before if "/v1/" in name} == {
        name: content for name, content in before.items() if "/v1/" in name
    }


def test_the_same_packages_are_stored_as_the_same_bytes(pond, tmp_path):
    roots = tmp_path / "one" / "root", tmp_path / "other" / "root"
    for number, root in enumerate(roots):
        start_root(root)
        archive_game(str(pond), options(tmp_path / f"out-{number}", ocfl=root))
    assert files_of(roots[0]) == files_of(roots[1])


def test_an_interrupted_version_is_taken_out_again(pond, root, tmp_path, monkeypatch):
    chosen = options(tmp_path / "out", ocfl=root)
    archive_game(str(pond), chosen)
    (pond / "rules" / "history.en.md").write_text("There was a pond.\n", encoding="utf-8")
    settle = storing._repair
    calls = []

    def killed(target, place):
        calls.append(target)
        if len(calls) == 2:  # the version's folder is in its place, the inventory is not
            raise KeyboardInterrupt
        settle(target, place)

    monkeypatch.setattr(storing, "_repair", killed)
    with pytest.raises(KeyboardInterrupt):
        archive_game(str(pond), chosen)
    monkeypatch.undo()
    inventory = the_object(root) / "inventory.json"
    assert json.loads(inventory.read_bytes())["head"] == "v1"
    judged(root)
    assert archive_game(str(pond), chosen).notes[-1].startswith("stored as v2")
    assert json.loads(inventory.read_bytes())["head"] == "v2"
    judged(root)


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what is stored")
def test_a_disk_fails_or_a_process_is_killed_while_a_version_is_stored(pond, root, tmp_path):
    chosen = options(tmp_path / "out", ocfl=root)
    archive_game(str(pond), chosen)
    (pond / "rules" / "history.en.md").write_text("There was a pond.\n", encoding="utf-8")
    bag = archive_game(str(pond), options(tmp_path / "out")).folder
    shutil.copytree(root, tmp_path / "before")
    before = files_of(root)
    for one in each_fault(lambda: store(bag, root), tmp_path, errno.EIO, "os.rename"):
        assert one.raised.startswith("cannot write in"), one
        assert files_of(root) == before, one
    store(bag, root)
    after = files_of(root)
    shutil.rmtree(root)
    shutil.copytree(tmp_path / "before", root)
    for one in each_fault(lambda: store(bag, root), tmp_path, KILL, "os.rename"):
        store(bag, root)
        assert files_of(root) == after, one
        assert not list(tmp_path.glob(".*")), one
        shutil.rmtree(root)
        shutil.copytree(tmp_path / "before", root)


def test_names_what_is_damaged_in_an_object(pond, root, tmp_path):
    chosen = options(tmp_path / "out", ocfl=root)
    archive_game(str(pond), chosen)
    stored = the_object(root) / "v1" / "content" / "data" / "README.txt"
    stored.write_bytes(stored.read_bytes() + b"x")
    with pytest.raises(OutputError, match=r"pnp:pond is not a valid .*README\.txt"):
        archive_game(str(pond), chosen)


def test_completes_a_root_without_a_layout_and_refuses_one_with_objects(pond, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "0=ocfl_1.1").write_text("ocfl_1.1\n")
    start_root(root)
    archive_game(str(pond), options(tmp_path / "out", ocfl=root))
    judged(root)
    (root / "ocfl_layout.json").unlink()
    with pytest.raises(OutputError, match=r"has no ocfl_layout\.json"):
        start_root(root)


def test_a_package_without_a_date_cannot_be_a_version(pond, root, tmp_path):
    chosen = options(tmp_path / "out", ocfl=root, date=None)
    with pytest.raises(UsageError, match="say --date"):
        archive_game(str(pond), chosen)


def test_refuses_a_folder_that_is_not_a_storage_root(tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "letter.txt").write_text("x")
    with pytest.raises(OutputError, match="is not an OCFL storage root"):
        start_root(tmp_path / "root")


def test_the_command_reports_what_it_stored(pond, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)
    out, root = tmp_path / "out", tmp_path / "root"
    told = run("archive", pond, "--out", out, "--ocfl", root)
    assert told.stderr == ""
    assert "stored as v1 of pnp:pond" in told.stdout
    judged(root)
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith(".")) == []
