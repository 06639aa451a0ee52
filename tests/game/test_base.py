"""What all models share."""

import pytest
from helpers.models import refused, replace
from pydantic import ValidationError
from reference_types import models

from pnp.base.geometry import Size
from pnp.components.standees import Pawn
from pnp.components.tiles import Tiles
from pnp.game.describe import describe
from pnp.game.fields import Model
from pnp.game.rules import Players


def pawn(**changes):
    return Pawn(**{"id": "red", "color": "#d3402b", "mark": "disc"} | changes)


def test_a_model_is_made_with_keywords_and_checked():
    assert Players(least=2, most=6).most == 6
    with refused(r"^least \(7\) is more than most \(6\)$"):
        Players(least=7, most=6)
    with refused("^Field required$"):
        Players(least=2)
    with refused("^Extra inputs are not permitted$"):
        pawn(colour="red")
    with pytest.raises(TypeError):
        Players(2, 6)


def test_a_model_cannot_be_changed():
    one = pawn()
    with pytest.raises(ValidationError, match="Instance is frozen"):
        one.color = "#000000"
    with pytest.raises(ValidationError, match="Instance is frozen"):
        del one.color
    assert one.color == "#d3402b"


def test_models_are_equal_when_all_their_values_are():
    assert pawn() == pawn()
    assert hash(pawn()) == hash(pawn())
    assert pawn() != pawn(mark="ring")
    assert Players(least=1, most=2) != pawn()


def test_a_cached_value_is_not_part_of_a_model():
    one, other = (
        Tiles(kind="tiles", name="Jars", size=Size(20, 31), fronts=(1, 2), backs=(0,))
        for _ in range(2)
    )
    assert one.pairs
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)


def test_a_model_is_shown_as_it_is_written():
    assert repr(Players(least=2, most=6)) == "Players(least=2, most=6)"


def test_a_changed_copy_is_checked():
    assert replace(Players(least=2, most=6), most=4) == Players(least=2, most=4)
    with refused("is more than most"):
        replace(Players(least=2, most=6), most=1)


def test_values_made_in_python_are_taken_and_text_is_read():
    tile = {"kind": "tiles", "name": "Jars", "fronts": "1-2", "backs": (0,), "corner": 1.5}
    made = Tiles(**tile, size=Size(20, 31))
    assert made == Tiles(**tile, size="20x31mm")
    assert made.fronts == (1, 2)


def test_values_made_in_python_are_refused_in_a_definition():
    tile = {"kind": "tiles", "name": "Jars", "fronts": "1-2", "backs": "0-1"}
    with refused("^write a size with its unit"):
        Tiles.model_validate({**tile, "size": Size(20, 31)}, context={})


def test_only_a_number_is_a_number_and_only_a_flag_a_flag():
    lax = {
        f"{model.__name__}.{name}"
        for model in models().values()
        for name, info in model.model_fields.items()
        if {"whole number", "flag"}
        & {part.form for part in describe(model)[info.alias or name].takes.parts()}
        if "Strict(strict=True)" not in repr(info)
    }
    assert lax == set()


def test_each_text_of_a_list_or_a_table_is_a_sentence():
    class Dial(Model):
        sentences = ("name", "sectors", "notes", "title")

        name: str
        sectors: tuple[str, ...]
        notes: dict[str, str]
        title: str | None = None

    dial = Dial(name="sky", sectors=("sun", "rain"), notes={"sun": "dry"})
    said = {"name": "SKY", "sectors": ("SUN", "RAIN"), "notes": {"sun": "DRY"}, "title": None}
    assert dial.with_sentences(str.upper) == said
