"""A worker forgets what it keeps before that is too much."""

import gc
from functools import partial

import pytest

from pnp.base.open_font import open_font
from pnp.definitions import find_game, load_game
from pnp.jobs.choices import Choices
from pnp.jobs.lay_out import forget_layouts, lay_out
from pnp.render.pdf_operators import trace
from pnp.web.server.tidy import Tidy


@pytest.fixture(autouse=True)
def collected(monkeypatch):
    """Return what the garbage collector is told, which walks through all that tests hold."""
    told = []
    for name in ("unfreeze", "collect", "freeze"):
        monkeypatch.setattr(gc, name, partial(told.append, name))
    return told


@pytest.fixture(autouse=True)
def nothing_kept():
    """Forget the layouts of other tests, of which each call forgets but the older ones."""
    for _ in range(8):
        forget_layouts()


def laid_out(paper):
    loaded = load_game(find_game("tawula"))
    return lay_out(loaded, Choices.read(loaded, {"paper": [paper]}))


def test_a_worker_with_little_to_keep_forgets_nothing(collected):
    made = [laid_out(paper) for paper in ("a4", "a5", "letter")]
    assert not Tidy(most=10**9).up()
    assert collected == []
    assert [laid_out(paper) for paper in ("a4", "a5", "letter")] == made


def test_a_worker_with_too_much_keeps_what_was_asked_for_last(collected):
    older, last = laid_out("a4"), laid_out("a5")
    assert Tidy(most=1).up()
    assert collected == ["unfreeze", "collect", "freeze"]
    assert laid_out("a5") is last
    assert laid_out("a4") is not older


def test_shapes_and_faces_are_forgotten_and_fonts_are_not():
    laid_out("a4").pdf()
    Tidy(most=1).up()
    assert trace.cache_info().currsize == 0
    assert open_font.cache_info().currsize > 0


def test_a_worker_with_more_that_must_stay_does_not_tidy_all_the_time():
    tidy = Tidy(most=1, room=10**6)
    assert tidy.up()
    assert not tidy.up()
