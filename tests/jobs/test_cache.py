"""Builds with a cache."""

from pathlib import Path

import pytest
from helpers.picture_files import quarters, saved

from pnp.jobs.build import build_game
from pnp.jobs.cache import BuildCache
from pnp.jobs.sheet_options import SheetOptions

FRAME = 'kind = "image", file = "{file}.png", at = "10x30mm", area = "40x20mm"'


@pytest.fixture
def again(own):
    """Build a deck of two cards, time after time; return what is other than before."""
    for name in ("a", "b"):
        own.write(f"{name}.png", saved(quarters(320 if name == "a" else 640, 320)))
    own.deck(FRAME, rows="file\na\nb\n")
    options = SheetOptions(out=own.folder.parent / "out", formats=("pdf", "svg"))
    cache = BuildCache()

    def run():
        built = build_game(str(own.folder), options, lambda done, total, what: None, cache)
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
        assert cache.checksum("path", of, make, lambda _, there=there: there) == "checksum"
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
