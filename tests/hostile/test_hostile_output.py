"""What lies in an output folder may be a stranger's too: it is neither followed nor waited for."""

import json
import os
from hashlib import sha256

import pytest
from helpers.sample_archive import write_game

from pnp.definitions import load_game
from pnp.make.pipeline import Job, OutputFile, write

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes are made as on POSIX")


@pytest.fixture
def run(tmp_path):
    loaded = load_game(write_game(tmp_path) / "game.toml")

    class One(Job):
        def files(self, cache=None):
            yield OutputFile.of(b"a", "a.svg", "sheets", "a", "svg")

    def made():
        written = write(One(loaded), tmp_path / "out")
        return json.loads((written.folder / "manifest.json").read_bytes())

    return made


@pytest.fixture
def folder(run, tmp_path):
    run()
    return tmp_path / "out" / "pond"


def sparse(file, size):
    with file.open("wb") as stream:
        stream.truncate(size)


def list_too(folder, path, content_sha256):
    """Have the manifest list one more file."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["files"].append(manifest["files"][0] | {"path": path, "sha256": content_sha256})
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    "make",
    [
        lambda file: sparse(file, 3 * 10**9),
        os.mkfifo,
        lambda file: file.symlink_to("/dev/zero"),
        lambda file: file.write_text("[" * 100_000),
    ],
    ids=["sparse", "pipe", "endless", "deep"],
)
def test_an_invalid_manifest_is_replaced(run, folder, make):
    before = (folder / "manifest.json").read_bytes()
    (folder / "manifest.json").unlink()
    make(folder / "manifest.json")
    run()
    assert (folder / "manifest.json").read_bytes() == before


def test_a_link_is_not_read_even_if_its_checksum_was_guessed(run, folder, tmp_path):
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / "b.svg").symlink_to(tmp_path / "secret")
    list_too(folder, "b.svg", sha256(b"secret").hexdigest())
    manifest = run()
    assert [file["path"] for file in manifest["files"]] == ["a.svg"]
    assert manifest["earlier_files"] == ["b.svg"]


def test_a_file_larger_than_any_that_is_made_is_not_read(run, folder):
    sparse(folder / "b.svg", 10**10)
    list_too(folder, "b.svg", "0" * 64)
    assert run()["earlier_files"] == ["b.svg"]


def test_holes_of_many_files_are_not_all_read(run, folder, monkeypatch):
    names = [f"{number}.svg" for number in range(9)]
    for name in names:
        sparse(folder / name, 900_000_000)
        list_too(folder, name, "0" * 64)
    read = []
    monkeypatch.setattr("pnp.make.manifest.checksum", lambda file: read.append(file.name) or "0")
    assert run()["earlier_files"] == names
    assert read == names[:1]
