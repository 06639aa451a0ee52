"""The choice of components to build, and how often games are read and laid out for it."""

from shutil import copytree

import pytest
from helpers.command import run
from helpers.models import replace

from pnp.base.errors import AuditError
from pnp.base.files import templates
from pnp.definitions import load_game
from pnp.scene.ink import Ink
from pnp.sheets.job import BuildJob
from pnp.sheets.layout.crop_marks import MarkStyle
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages import print_job
from pnp.sheets.plan import chosen_components

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


@pytest.mark.parametrize(
    "more", [{}, {"stock": 0.2, "gap": 2.0, "margin": 6.0, "ink": Ink.LOW, "marks": MarkStyle.FULL}]
)
def test_each_component_is_laid_out_once_apart_from_hints_at_fewer_sheets(monkeypatch, more):
    laid_out = []

    def counted(title, *how):
        laid_out.append(title)
        return print_job(title, *how)

    monkeypatch.setattr("pnp.sheets.component_sheets.print_job", counted)
    BuildJob.of("turno", SheetOptions(kind="deck", cards=36, tried=True, **more))
    assert len(laid_out) == 2


def test_games_are_read_once_for_several_builds(monkeypatch, tmp_path):
    read = []

    def counted(file, **how):
        read.append(file.parent.name)
        return load_game(file, **how)

    monkeypatch.setattr("pnp.definitions.load.load_game", counted)
    run("build", "turnio", "tawula", "--only", "board", "--out", tmp_path)
    assert read == ["turnio", "tawula"]


def test_single_components_are_made_despite_a_start_position_that_does_not_hold(tmp_path):
    folder = tmp_path / "tawula"
    copytree(templates() / "games" / "tawula", folder)
    text = (folder / "game.toml").read_text(encoding="utf-8")
    dice = '{ component = "dice", count = 2 }'
    assert text.count(dice) == 1
    text = text.replace(dice, dice.replace("2", "3"))
    (folder / "game.toml").write_text(text, encoding="utf-8")
    with pytest.raises(AuditError, match="set-up"):
        BuildJob.of(str(folder), SheetOptions())
    assert BuildJob.of(str(folder), SheetOptions(kind="board")).report.ok
