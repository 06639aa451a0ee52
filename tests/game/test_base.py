"""What all models share."""

from dataclasses import FrozenInstanceError, asdict, fields, replace

import pytest

from pnp.components.standees.model import Pawn
from pnp.game.rules import Players


def pawn(**changes):
    return Pawn(**{"id": "red", "color": "#d3402b", "mark": "disc"} | changes)


def test_a_model_is_made_with_keywords_and_checked():
    assert Players(least=2, most=6).most == 6
    with pytest.raises(ValueError, match=r"least \(7\) is more than most \(6\)"):
        Players(least=7, most=6)
    with pytest.raises(TypeError, match="Players needs most"):
        Players(least=2)
    with pytest.raises(TypeError, match="Pawn has no colour"):
        pawn(colour="red")
    with pytest.raises(TypeError):
        Players(2, 6)


def test_a_model_cannot_be_changed():
    one = pawn()
    with pytest.raises(FrozenInstanceError):
        one.color = "#000000"
    with pytest.raises(FrozenInstanceError):
        del one.color
    assert one.color == "#d3402b"


def test_models_are_equal_when_all_their_values_are():
    assert pawn() == pawn()
    assert hash(pawn()) == hash(pawn())
    assert pawn() != pawn(mark="ring")
    assert Players(least=1, most=2) != pawn()


def test_a_model_is_shown_as_it_is_written():
    assert repr(Players(least=2, most=6)) == "Players(least=2, most=6)"


def test_a_model_is_a_dataclass():
    assert [field.name for field in fields(Players)] == ["least", "most"]
    assert asdict(Players(least=2, most=6)) == {"least": 2, "most": 6}
    assert replace(Players(least=2, most=6), most=4) == Players(least=2, most=4)
    with pytest.raises(ValueError, match="is more than most"):
        replace(Players(least=2, most=6), most=1)
