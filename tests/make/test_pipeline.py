"""The pipeline writes the bytes that jobs yield, and with a cache only those that changed."""

from hashlib import sha256
from pathlib import Path

import pytest
from helpers.picture_files import quarters, saved

from pnp.base.errors import OutputError
from pnp.make.pipeline import BuildCache, write
from pnp.rulebook.job import RuleOptions, RulesJob
from pnp.sheets.job import BuildJob, build_game
from pnp.sheets.options import SheetOptions

FRAME = 'kind = "image", file = "{file}.png", at = "10x30mm", area = "40x20mm"'


def jobs():
    yield BuildJob.of("turno", SheetOptions(formats=("pdf", "svg"), only=("die", "tracker")))
    yield RulesJob.of("turno", RuleOptions(rule_sets=("loop",), languages=("en",)))


@pytest.mark.parametrize("number", [0, 1], ids=["build", "rules"])
def test_files_in_memory_equal_the_written_ones(number, tmp_path):
    job, same = list(jobs())[number], list(jobs())[number]
    written = write(job, tmp_path)
    made = dict(file.made() for file in same.files())
    assert tuple(made) == written.files
    for facts, content in made.items():
        assert facts.sha256 == sha256(content).hexdigest()
        assert (tmp_path / "turno" / facts.path).read_bytes() == content


def test_output_does_not_go_into_the_folder_of_the_game(own):
    own.deck()
    job = BuildJob.of(str(own.folder), SheetOptions(formats=("svg",)))
    with pytest.raises(OutputError, match="it is the game's own folder"):
        write(job, own.folder.parent)


@pytest.mark.parametrize("file", ["turno/bagit.txt", "0=ocfl_1.1", "../bagit.txt"])
def test_output_does_not_go_into_a_package(tmp_path, file):
    out = tmp_path / "package" / "out"
    (out / "turno").mkdir(parents=True)
    (out / file).write_text("")
    with pytest.raises(OutputError, match="which would be damaged"):
        write(next(jobs()), out)
    assert not list((out / "turno").glob("[!b]*"))


@pytest.fixture
def again(own):
    """Return a function that builds a deck of two cards and returns which files changed."""
    for name in ("a", "b"):
        own.write(f"{name}.png", saved(quarters(320 if name == "a" else 640, 320)))
    own.deck(FRAME, rows="file\na\nb\n")
    options = SheetOptions(out=own.folder.parent / "out", formats=("pdf", "svg"))
    cache = BuildCache()

    def run():
        built = build_game(str(own.folder), options, cache)
        return {path for path in built.changed if path != "manifest.json"}, built.folder

    return run


ALL = {"print/events-a4.pdf", "svg/events/1-front.svg", "svg/events/2-front.svg"}


def test_unchanged_files_are_not_made_again(again):
    assert again()[0] == ALL
    assert again()[0] == set()


def test_files_with_a_changed_picture_are_made_again(again, own):
    again()
    own.write("b.png", saved(quarters(660, 330)))
    assert again()[0] == {"print/events-a4.pdf", "svg/events/2-front.svg"}


def test_changed_or_removed_output_is_restored(again):
    _, folder = again()
    before = {path: Path(folder / path).read_bytes() for path in ALL}
    (folder / "print/events-a4.pdf").write_bytes(b"changed")
    (folder / "svg/events/1-front.svg").unlink()
    assert again()[0] == {"print/events-a4.pdf", "svg/events/1-front.svg"}
    assert {path: Path(folder / path).read_bytes() for path in ALL} == before


def test_file_is_made_once_from_the_same_inputs():
    cache, made = BuildCache(), []

    def make():
        made.append(1)
        return "checksum"

    for of, there in (("a", None), ("a", "checksum"), ("a", "other"), ("b", "checksum")):
        cache.start_build()
        assert cache.value("path", of, make, lambda made, there=there: made == there) == "checksum"
    assert len(made) == 3


def test_value_is_reused_while_its_inputs_are_equal():
    cache = BuildCache()
    seen = []
    for of, result in (("a", 1), ("a", 2), ("b", 3), ("a", 4)):
        cache.start_build()
        seen.append(cache.value("name", of, lambda result=result: result))
    assert seen == [1, 1, 3, 4]


def test_cache_forgets_values_that_a_build_did_not_use():
    cache = BuildCache()
    cache.value("name", "a", lambda: 1)
    cache.start_build()
    cache.start_build()
    assert cache.value("name", "a", lambda: 2) == 1
    cache.start_build()
    cache.value("other", "a", lambda: 3)
    cache.start_build()
    assert cache.value("name", "a", lambda: 4) == 4
