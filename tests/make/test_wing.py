"""What wings declare can be imported, and no wing of another package hides what is ours."""

from importlib import import_module

import pytest

from pnp.base.extensions import WINGS, Extension, at_place
from pnp.make import wing as wings
from pnp.make.command.commands import listed
from pnp.make.wing import MAKE, PLAY, CommandEntry, Wing, other_pages, own_wings

commands = import_module("pnp.cli.app")  # pnp.cli.app is the app itself


def places(declared):
    """Yield every place in a declaration, at any depth."""
    if isinstance(declared, str):
        if ":" in declared and " " not in declared:
            yield declared
    elif isinstance(declared, tuple):
        for one in declared:
            yield from places(one)
    elif hasattr(declared, "values"):
        yield from places(tuple(declared.values()))


@pytest.mark.parametrize("wing", own_wings(), ids=lambda wing: wing.name)
def test_a_wing_has_the_name_of_its_folder_and_its_places_exist(wing):
    assert at_place(f"pnp.{wing.name}.wing:WING") is wing
    found = [*places(wing)]
    assert found
    assert all(at_place(place) is not None for place in found)


def test_commands_are_listed_by_panel_and_order_each_in_its_group():
    entries = [
        CommandEntry("mix", "p:mix", "Mix.", MAKE, 20),
        CommandEntry("mix water", "p:water", "", MAKE, 10),
        CommandEntry("saw", "p:saw", "Saw.", MAKE, 10),
        CommandEntry("deal", "p:deal", "Deal.", PLAY, 90),
    ]
    found = listed(entries)
    assert [*found] == ["deal", "saw", "mix"]
    assert [part.name for part in found["mix"].parts] == ["mix water"]


def test_no_command_of_another_package_hides_one_of_pnp(monkeypatch):
    others = (
        CommandEntry("build", "other:build", "Not ours.", PLAY, 1),
        CommandEntry("brew", "other:brew", "Brew.", PLAY, 1),
    )
    extension = Extension(WINGS, "other", "other:wing", "other")
    monkeypatch.setattr(commands, "other_wings", lambda: {extension: Wing("other", others)})
    program = commands.Pnp()
    assert program.get_command(None, "build").entry.place.startswith("pnp.")
    assert program.get_command(None, "brew").entry.place == "other:brew"
    assert program.list_commands(None).count("build") == 1


def test_pages_beside_the_one_for_printing_come_from_wings(monkeypatch):
    assert other_pages() == ("laser",)
    printing = tuple(wing for wing in own_wings() if wing.name != "laser")
    monkeypatch.setattr(wings, "own_wings", lambda: printing)
    assert other_pages() == ()
