"""Files stay whole whatever fails at whichever change to the disk, and whoever writes as well."""

import errno
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from time import sleep

import pytest
from helpers.command import files_of
from helpers.injected import KILL, each_fault
from helpers.sample_archive import write_game

from pnp.base.errors import OutputError
from pnp.base.locks import locked
from pnp.definitions import load_game
from pnp.make.made_files import read_manifest
from pnp.make.pipeline import Job, OutputFile, write
from pnp.verify import verify_paths

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what is stored")

BEFORE = {"print/a.pdf": b"old a", "print/b.pdf": b"b", "laser/c.svg": b"old c", "d.svg": b"old d"}
AFTER = {"print/a.pdf": b"new a", "print/b.pdf": b"b", "svg/e/e.svg": b"new e", "d.svg": b"new d"}


class Few(Job):
    """A job with a few files."""

    def __init__(self, loaded, contents):
        super().__init__(loaded)
        self.contents = contents
        self.cleans = ("laser",)

    def files(self, cache=None):
        for path, content in self.contents.items():
            yield OutputFile.of(content, path, "sheets", "a", path.rpartition(".")[2])


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "out" / "pond"


@pytest.fixture
def states(jobs, folder, tmp_path):
    """Return the files after a change and before it, and a function that brings the latter back."""
    jobs(AFTER)
    after = files_of(folder)
    jobs(BEFORE)
    shutil.copytree(folder, tmp_path / "before")

    def restore():
        shutil.rmtree(folder)
        shutil.copytree(tmp_path / "before", folder)

    return after, files_of(folder), restore


@pytest.fixture
def jobs(tmp_path, folder):
    """Return a function that writes the files before or after a change."""
    loaded = load_game(write_game(tmp_path) / "game.toml")

    def made(contents):
        return write(Few(loaded, contents), folder.parent)

    return made


def is_tidy(folder):
    """Whether there is nothing beside the folder but an empty file of a lock."""
    return {path.name for path in folder.parent.iterdir()} <= {folder.name, f".{folder.name}.lock"}


def test_a_process_is_killed_while_it_replaces_files(jobs, folder, states):
    after, before, restore = states
    halves = 0
    for change, _ in each_fault(lambda: jobs(AFTER), folder.parent, KILL):
        found = files_of(folder)
        assert before.keys() & after.keys() <= found.keys(), change
        if found not in (before, after):
            assert read_manifest(folder).half_changed, change
            halves += 1
        for path in found.keys() - {"manifest.json"}:
            assert found[path] in (before.get(path), after.get(path)), change
        jobs(AFTER)
        assert files_of(folder) == after, change
        assert is_tidy(folder), change
        restore()
    assert halves > 5


def test_a_disk_is_full_while_files_are_replaced(jobs, folder, states):
    after, before, restore = states
    for change, raised in each_fault(lambda: jobs(AFTER), folder.parent, errno.ENOSPC):
        if raised:
            assert re.fullmatch(r"cannot write in .*: no space left .*", raised), (change, raised)
            assert files_of(folder) == before, change
        else:  # it was not necessary, or there was another way
            assert files_of(folder) == after, change
            restore()


def test_what_a_killed_run_left_half_changed_stays_known_until_it_is_made_again(jobs, folder):
    jobs(BEFORE)
    for change, _ in each_fault(lambda: jobs(AFTER), folder.parent, KILL):
        if "print/a.pdf" in change and "rename" in change:
            break
    half = read_manifest(folder).half_changed
    assert half == ("d.svg", "laser/c.svg", "print/a.pdf", "svg/e/e.svg")
    jobs({"other.svg": b"other"})
    assert set(read_manifest(folder).half_changed) == {"d.svg", "print/a.pdf", "svg/e/e.svg"}
    (report,) = verify_paths([folder])
    told = [one.found for one in report.findings if one.what == "files"]
    assert told == ["3 half changed: d.svg, print/a.pdf, svg/e/e.svg"]
    jobs(AFTER)
    assert not read_manifest(folder).half_changed


def test_a_process_is_killed_while_it_makes_a_folder(jobs, folder):
    jobs(AFTER)
    after = files_of(folder)
    shutil.rmtree(folder)
    for change, _ in each_fault(lambda: jobs(AFTER), folder.parent, KILL):
        assert files_of(folder) in ({}, after), change
        shutil.rmtree(folder, ignore_errors=True)
    jobs(AFTER)
    assert files_of(folder) == after
    assert is_tidy(folder)


def test_runs_that_write_in_one_folder_do_not_mix_their_files(jobs, folder):
    sets = [{f"{name}.svg": content for name in "abcdefgh"} for content in (b"1", b"2", b"3")]
    for _ in range(3):
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(jobs, sets))
        found = {path: content for path, content in files_of(folder).items() if "svg" in path}
        assert found in sets
        assert {file.sha256 for file in read_manifest(folder).files} == {
            sha256(content).hexdigest() for content in found.values()
        }


def test_nothing_is_written_into_a_package_that_appeared_while_a_run_waited(jobs, folder):
    folder.parent.mkdir()
    with ThreadPoolExecutor(1) as pool:
        with locked(folder):
            run = pool.submit(jobs, BEFORE)
            sleep(0.1)
            folder.mkdir()
            (folder / "bagit.txt").touch()
        with pytest.raises(OutputError, match="is a package for an archive"):
            run.result()
    assert files_of(folder) == {"bagit.txt": b""}


def test_a_folder_that_is_now_a_link_is_refused_though_its_files_are_the_same(
    jobs, folder, tmp_path
):
    jobs(AFTER)
    (folder / "print").rename(tmp_path / "elsewhere")
    (folder / "print").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="print: it is a link"):
        jobs(AFTER)
