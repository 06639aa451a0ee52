"""What pnp itself writes on pieces is set in the font that a game chooses, on every kind."""

import make_reference
import pytest
from helpers.script_fonts import LINES, script_font

from pnp.base.fit import Fit, Stock
from pnp.base.font_files import Family, FontFile, OwnFont, Typefaces, font_file
from pnp.components.registry import (
    KINDS,
    draw_component,
    draw_samples,
    draw_strips,
    draw_tokens,
    draw_wood,
    has_wood,
)
from pnp.definitions import load_game
from pnp.scene import Text, leaves_in

OF_FRAMES = {"board", "cards"}  # whose texts are in frames, which name their fonts
PLAIN = OwnFont("plain", FontFile(str(font_file("serif"))))
BOLD = OwnFont("heavy", FontFile(str(font_file("sans-bold"))))
LABELS = Typefaces({"title": Family(PLAIN, BOLD, None, None, "title")}, labels="title")
UPRIGHT = Typefaces({"title": Family(PLAIN, None, None, None, "title")}, labels="title")


def scenes(game, key):
    """Return every drawing that a component has."""
    drawn = [draw_component(game, key), *draw_strips(game, key)]
    if has_wood(game.components[key]):
        drawn.append(draw_wood(game, key, Stock(3.0, Fit.SLIDE)))
    faces = [scene for pieces in drawn for piece in pieces for _, scene in piece.faces]
    samples = [scene for some in draw_samples(game, key).values() for scene in some]
    return [*faces, *draw_tokens(game, key).values(), *samples]


def texts(game, key):
    return [
        item for one in scenes(game, key) for item in leaves_in(one.items) if isinstance(item, Text)
    ]


@pytest.mark.parametrize("kind", sorted(set(KINDS) - OF_FRAMES))
def test_all_that_pnp_writes_on_a_kind_is_in_the_font_for_labels(kind):
    game = load_game(make_reference.EXAMPLES / kind / "game.toml").game
    game = game.model_copy(update={"typefaces": LABELS})
    for key, component in game.components.items():
        if component.kind == kind and not component.face:
            fonts = {text.font.name for text in texts(game, key)}
            assert fonts <= {"plain", "heavy"}


def lanterns(typefaces, **update):
    game = load_game(make_reference.EXAMPLES / "deck" / "game.toml").game
    return game.model_copy(update={"typefaces": typefaces, **update})


def test_upright_letters_stand_for_bold_ones_that_the_font_for_labels_lacks():
    assert {text.font.name for text in texts(lanterns(LABELS), "lanterns")} == {"heavy"}
    assert {text.font.name for text in texts(lanterns(UPRIGHT), "lanterns")} == {"plain"}


def test_labels_are_in_the_language_of_the_game():
    found = texts(lanterns(LABELS, language="nl"), "lanterns")
    assert {text.font.language for text in found} == {"nl"}


def test_labels_without_a_font_of_their_own_have_the_fallbacks_of_the_game():
    behind = (script_font("ja"),)
    bold = OwnFont("serif-bold", FontFile(str(font_file("serif-bold"))), behind)
    typefaces = Typefaces({"serif": Family(PLAIN, bold, None, None, "serif")})
    game = lanterns(typefaces)
    deck = game.components["lanterns"]
    cards = tuple(card.model_copy(update={"title": LINES["ja"][:4]}) for card in deck.cards)
    game = game.model_copy(
        update={"components": {"lanterns": deck.model_copy(update={"cards": cards})}}
    )
    titles = [text for text in texts(game, "lanterns") if not text.string.isdigit()]
    assert {run.file for text in titles for run in text.shaped.runs} == {script_font("ja").file}
