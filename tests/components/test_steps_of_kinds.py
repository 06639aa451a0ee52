"""Kinds that draw how their pieces are made: steps inside their frames, with words for each."""

import pytest

from pnp.base.geometry import Rect
from pnp.components.art.drawing import FRAME
from pnp.components.registry import draw_steps, folders, step_words
from pnp.definitions import find_game, load_game
from pnp.scene import items_bounds

LANGUAGES = ("en", "de", "nl", "fr")
OWN_STEPS = {
    "die": ("turno", "die"),
    "standees": ("turno", "pawns"),
    "cones": ("punt-match", "caps"),
    "tuckbox": ("turno", "box-36"),
}


def test_every_kind_that_draws_its_steps_is_in_this_test():
    own = {kind for kind, folder in folders().items() if (folder / "steps.toml").is_file()}
    assert set(OWN_STEPS) == own


@pytest.mark.parametrize("kind", OWN_STEPS)
def test_each_drawn_step_of_a_kind_has_a_sentence_in_every_language(kind):
    game_id, component = OWN_STEPS[kind]
    game = load_game(find_game(game_id)).game
    drawings = draw_steps(game, component)
    assert 2 <= len(drawings) <= 4
    texts = [step_words(kind, lang) for lang in LANGUAGES]
    assert all(list(text) == list(drawings) for text in texts)
    assert len({tuple(text.values()) for text in texts}) == len(LANGUAGES)


@pytest.mark.parametrize("kind", OWN_STEPS)
def test_drawings_stay_in_their_frames(kind):
    game_id, component = OWN_STEPS[kind]
    frame = Rect(0, 0, *FRAME).inset(-0.5)
    for name, scene in draw_steps(load_game(find_game(game_id)).game, component).items():
        assert frame.contains(items_bounds(scene.items)), name
