"""The choice of components to build."""

import pytest
from helpers.models import replace

from pnp.jobs.build_plan import chosen_components
from pnp.jobs.sheet_options import SheetOptions

BOTH = ("deck-36", "deck-49")


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        (SheetOptions(kind="deck", cards=36), ("deck-36",)),
        (SheetOptions(kind="deck", cards=72), ("deck-72", "box-72")),
        (SheetOptions(kind="deck"), ("deck-36", "deck-49", "deck-72", "both", "box-72")),
        (SheetOptions(kind="tiles"), ("tiles",)),
        (SheetOptions(only=("box-72", "deck-36")), ("deck-36", "box-72")),
    ],
)
def test_box_is_chosen_only_with_all_its_contents(turno, options, chosen):
    boxes = {"both": replace(turno.components["box-36"], of=BOTH)}
    components = {}
    for key, component in turno.components.items():
        if key == "box-36":
            components |= boxes
        elif key != "box-49":
            components[key] = component
    assert chosen_components(replace(turno, components=components), options) == chosen
