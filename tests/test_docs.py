"""The documents say what is so: every key, every option, every command that is shown."""

import re
import shlex
import textwrap
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
import typer
from typer.testing import CliRunner

from pnp.audit.figures import figures
from pnp.cli import app
from pnp.definitions import built_in_games, find_game, load_game
from pnp.definitions.pages import built_in_templates, load_template
from pnp.model.board import Zone
from pnp.model.chips import ChipGroup
from pnp.model.counters import CounterSeries
from pnp.model.deck import CARD_SIZES, Card, Series
from pnp.model.evidence import (
    Derived,
    Disputed,
    Evidence,
    OpenQuestion,
    Reading,
    Reconstructed,
    Source,
    Stated,
)
from pnp.model.game import Component, Game
from pnp.model.pages import PageTemplate, Slots
from pnp.model.paper import PAPERS
from pnp.model.readings import readings
from pnp.model.rules import Claim, Need, Players, RuleSet
from pnp.model.setup import Arrow, Example, Lay, Setup
from pnp.model.standees import Pawn

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DEFINITIONS = "".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("definitions.md", "rules.md")
)
ARCHIVE = (ROOT / "docs" / "archive.md").read_text(encoding="utf-8")
PRINTING = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
MODELS = [
    Game, Source, Evidence, Stated, Derived, Disputed, Reconstructed, Reading, OpenQuestion,
    RuleSet, Need, Claim, Players, Setup, Lay, Example, Arrow, Zone, Card, ChipGroup,
    CounterSeries, Series, Pawn, *get_args(Component),
]  # fmt: skip
COMMANDS = re.findall(r"^    (pnp .*?)(?:\s+[#>].*)?$", README, re.MULTILINE)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_of_a_definition_is_documented(model):
    keys = {field.name for field in fields(model)} - {"id" if model is Game else ""}
    assert [key for key in sorted(keys) if not re.search(rf"[`\s\[]{key}\b", DEFINITIONS)] == []


@pytest.mark.parametrize("component", get_args(Component), ids=lambda kind: kind.__name__)
def test_every_kind_of_component_is_documented_with_all_its_keys(component):
    kind = get_args(next(f.type for f in fields(component) if f.name == "kind"))[0]
    (section,) = re.findall(rf"\n\*\*`{kind}`\*\*:(.*?)\n\n", DEFINITIONS, re.DOTALL)
    own = {field.name for field in fields(component)} - {"name", "facts", "kind"}
    assert [key for key in sorted(own) if f"`{key}" not in section] == []


def test_every_figure_that_a_claim_may_use_is_documented():
    games = [load_game(find_game(game)).game for game in built_in_games()]
    known = {
        name
        for game in games
        for component in game.components.values()
        for name in figures(component, game).figures
        if name not in {series.id for series in getattr(component, "series", ())}
    }
    assert [name for name in sorted(known) if f"`{name}`" not in DEFINITIONS] == []


def test_every_figure_of_an_example_is_documented():
    games = [load_game(find_game(game)).game for game in built_in_games()]
    counted = {
        name
        for game in games
        for rule_set in game.rule_sets.values()
        for example in rule_set.examples.values()
        for name in readings(game, example)
        if "_takes_" not in name
    }
    assert len(counted) > 10
    told = [f"`{name}`" in DEFINITIONS or _place_cut_off(name) in DEFINITIONS for name in counted]
    assert all(told), sorted(counted)


def _place_cut_off(name):
    return f"`{name.rpartition('_')[0]}_"


def test_every_paper_and_card_size_is_documented():
    assert [name for name in PAPERS if name not in PRINTING] == []
    assert [name for name in CARD_SIZES if f"`{name}`" not in PRINTING] == []


def test_every_key_of_a_page_template_and_every_one_that_comes_with_pnp_is_documented():
    keys = {field.name for model in (PageTemplate, Slots) for field in fields(model)} - {"id"}
    assert [key for key in sorted(keys) if f"`{key}`" not in PRINTING] == []
    assert [name for name in built_in_templates() if f"| `{name}` |" not in PRINTING] == []


def test_the_page_template_in_the_document_is_one(tmp_path):
    (text,) = re.findall(r"(    name = \"Name tags.*?)\n\n\|", PRINTING, re.DOTALL)
    file = tmp_path / "name-tags.toml"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    assert load_template(file).count == 8


def test_every_option_of_the_making_commands_is_documented():
    commands = typer.main.get_command(app).commands
    options = {
        option
        for name in ("archive", "build", "deck", "rules", "verify")
        for parameter in commands[name].params
        for option in parameter.opts
        if option.startswith("--")
    }
    assert len(options) > 8
    text = README + PRINTING + DEFINITIONS + ARCHIVE
    assert [o for o in sorted(options) if not re.search(rf"{o}(?![a-z-])", text)] == []


def test_the_readme_names_every_game():
    for game in built_in_games():
        assert f"| `{game}` |" in README


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_the_readme_works(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if command.startswith("pnp verify"):  # what was built before
        CliRunner().invoke(app, ["build", "turno", "--only", "hexagon", "-q"])
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output


def test_the_readme_shows_commands():
    assert len(COMMANDS) > 6


def test_every_link_leads_somewhere():
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")):
        targets = re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8"))
        for target in (t for t in targets if not t.startswith("http")):
            path, _, anchor = target.partition("#")
            file = document.parent / path if path else document
            assert file.exists(), f"{document.name}: {target}"
            assert not anchor or anchor in anchors(file), f"{document.name}: {target}"


def anchors(file):
    """What the headings of a document are called in links, as GitHub makes it of them."""
    headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {each.strip().replace(" ", "-") for each in words}


def test_the_check_shown_in_the_readme_is_what_is_printed():
    result = CliRunner().invoke(app, ["check", "turno"])
    printed = {" ".join(line.split()) for line in result.stdout.splitlines()}
    shown = re.findall(r"^ {6}ok .*$", README, re.MULTILINE)
    assert len(shown) >= 2
    assert [line for line in shown if " ".join(line.split()) not in printed] == []
