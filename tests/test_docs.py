"""The documents say what is so: every key, every option, every command that is shown."""

import re
import shlex
import textwrap
from pathlib import Path
from shutil import copytree

import pytest
import typer
from helpers.command import run
from helpers.models import example_figures
from typer.testing import CliRunner

from pnp.cli import app
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, find_game, load_game
from pnp.definitions.data_files import built_in, load_template
from pnp.game.paper import CARD_SIZES, PAPERS
from pnp.game.presets import PageTemplate, Slots
from pnp.make.command.commands import commands_in as commands_in_group

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    file.relative_to(ROOT / "docs").as_posix(): file.read_text(encoding="utf-8")
    for file in ROOT.glob("docs/**/*.md")
}
DEFINITIONS = PAGES["tutorials/definition.md"]
OWN_GAME, CARDS, RULES, PRINT, LABELS = (
    PAGES[f"how-to/{name}.md"] for name in ("your-own-game", "cards", "rules", "print", "labels")
)
HOW_TO = "".join(text for page, text in PAGES.items() if page.startswith("how-to/"))


def commands_in(text):
    return re.findall(r"^    (pnp .*?)(?:\s+[#>].*)?$", text, re.MULTILINE)


OWN_COMMANDS = dict.fromkeys(  # of the game that docs/how-to/your-own-game.md begins
    [
        *(command for command in commands_in(OWN_GAME + README) if "river" in command.lower()),
        *re.findall(r"^\| `(pnp .*?)` \|", OWN_GAME, re.MULTILINE),
    ]
)
CHECK = "pnp check"  # of all games, run once
SHOWN = README + "".join(PAGES[name] for name in ("how-to/check.md", "explanation/games.md"))
COMMANDS = [c for c in commands_in(SHOWN) if c not in OWN_COMMANDS and c != CHECK]
SHORTER = {  # what is as good a test
    "pnp archive tawula": "pnp archive tawula --lang en",
    "pnp check --json": "pnp check --json turnio",
}


@pytest.fixture
def ferry(tmp_path, monkeypatch):
    """The game that docs/tutorials/definition.md puts together, in the folder in which we are."""
    parts = {"game.toml": "toml", "currents.csv": "csv", "rules/ferry.en.md": "markdown"}
    (tmp_path / "ferry" / "rules").mkdir(parents=True)
    for name, language in parts.items():
        found = re.findall(rf"^```{language}\n(.*?)^```$", DEFINITIONS, re.MULTILINE | re.DOTALL)
        (tmp_path / "ferry" / name).write_text("\n".join(found), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ferry"


@pytest.mark.parametrize("command", ["check", "build", "rules", "laser -q", "show"])
def test_the_game_in_the_definitions_can_be_made(ferry, command):
    result = CliRunner().invoke(app, [*command.split(), "./ferry"])
    assert result.exit_code == 0, result.output


def test_the_faults_in_the_definitions_are_reported_as_shown(ferry):
    for name, right, wrong in (
        ("game.toml", 'diameter = "18mm"', "diameter = 18"),
        ("game.toml", "a3-e5", "a3-f5"),
        ("currents.csv", "down the stream.,6", "down the stream.,six"),
    ):
        text = (ferry / name).read_text(encoding="utf-8")
        assert text.count(right) == 1
        (ferry / name).write_text(text.replace(right, wrong), encoding="utf-8")
    result = CliRunner().invoke(app, ["check", "./ferry"])
    shown = re.findall(r"^    (error: .*)$", DEFINITIONS, re.MULTILINE)
    assert len(shown) == 3
    assert result.stderr.replace("error: ferry", "error: ./ferry").splitlines() == shown


def test_the_first_deck_of_cards_of_ones_own_can_be_made(build, tmp_path):
    folder = tmp_path / "my-game"
    folder.mkdir()
    for name in ("events.csv", "game.toml"):
        (text,) = re.findall(rf"^`{name}`.*:\n\n((?:    .*\n|\n)+)", CARDS, re.MULTILINE)
        (folder / name).write_text(textwrap.dedent(text).strip(), encoding="utf-8")
    made = build(str(folder), formats=("pdf",))
    assert [(file.path, file.pieces) for file in made.files] == [("print/events-a4.pdf", 5)]


@pytest.mark.parametrize("command", OWN_COMMANDS)
def test_every_command_for_ones_own_game_works(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pnp.make.command.watch.Watch.wait", interrupted)
    if not command.startswith("pnp new"):  # made before
        where = [] if "./river-trade" in command else ["--user"]
        CliRunner().invoke(app, ["new", "River Trade", *where])
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output


def interrupted(watch, patience=None):
    raise KeyboardInterrupt


def test_every_figure_of_an_example_is_documented():
    games = [load_game(find_game(game)).game for game in built_in_games()]
    counted = {
        name
        for game in games
        for rule_set in game.rule_sets.values()
        for example in rule_set.examples.values()
        for name in example_figures(game, example)
        if "_takes_" not in name
    }
    assert len(counted) > 10
    told = [f"`{name}`" in RULES or _place_cut_off(name) in RULES for name in counted]
    assert all(told), sorted(counted)


def _place_cut_off(name):
    return f"`{name.rpartition('_')[0]}_"


def test_every_paper_and_card_size_is_documented():
    assert [name for name in PAPERS if name not in PRINT] == []
    assert [name for name in CARD_SIZES if f"`{name}`" not in PRINT] == []


def test_every_key_of_a_page_template_and_every_one_that_comes_with_pnp_is_documented():
    keys = {*PageTemplate.model_fields, *Slots.model_fields} - {"id"}
    assert [key for key in sorted(keys) if f"`{key}`" not in LABELS] == []
    assert [name for name in built_in("pages") if f"| `{name}` |" not in LABELS] == []


def test_the_page_template_in_the_document_is_one(tmp_path):
    (text,) = re.findall(r"(    name = \"Name tags.*?)\n\n\|", LABELS, re.DOTALL)
    file = tmp_path / "name-tags.toml"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    assert load_template(file).count == 8


def test_every_command_and_every_option_is_documented():
    made = re.compile("Made by `make reference`")  # keys, no options
    text = README + "".join(text for text in PAGES.values() if not made.search(text))
    known = set(re.findall(r"--[a-z][a-z0-9-]*", text))
    commands = dict(all_commands("pnp", typer.main.get_command(app)))
    assert sum(len(command.params) for command in commands.values()) > 300
    assert [name for name in commands if name not in text] == [], "say what each is for in docs"
    missing = [
        f"{name} {parameter.opts[0]}"
        for name, command in commands.items()
        for parameter in command.params
        if parameter.opts[0].startswith("--")
        and known.isdisjoint({*parameter.opts, *parameter.secondary_opts})
    ]
    assert missing == [], "say what each is for in docs/how-to"


def all_commands(name, group):
    """Yield the commands of a group and of the groups in it, each with its full name."""
    for word, command in commands_in_group(group).items():
        if commands_in_group(command):
            yield from all_commands(f"{name} {word}", command)
        else:
            yield f"{name} {word}", command


def test_the_readme_names_every_game():
    for game in built_in_games():
        assert f"| `{game}` |" in README


def test_all_games_pass_the_check_which_prints_what_is_shown(monkeypatch):
    monkeypatch.setenv("PNP_DATA_DIR", "nowhere")
    assert CHECK in commands_in(SHOWN)
    checked = CliRunner().invoke(app, shlex.split(CHECK)[1:])
    assert checked.exit_code == 0, checked.output
    assert checked.stderr == ""
    assert all(game in checked.stdout for game in built_in_games())
    printed = {" ".join(line.split()) for line in checked.stdout.splitlines()}
    shown = re.findall(r"^ {6}ok .*$", SHOWN, re.MULTILINE)
    assert len(shown) >= 2
    assert [line for line in shown if " ".join(line.split()) not in printed] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_the_readme_shows_works(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if command.startswith("pnp serve"):  # which would last
        monkeypatch.setattr(
            "pnp.web.server.run.run", lambda serving, listening, ready: listening.close()
        )
        command += " --port 0"
    result = CliRunner().invoke(app, shlex.split(SHORTER.get(command, command))[1:])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("game", ["deck", "build compositie"])
def test_what_the_commands_of_a_document_make_in_their_order_is_verified(
    game, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    commands = [c for c in commands_in(README + HOW_TO) if c.startswith(f"pnp {game} ")]
    assert len(commands) > 1
    for command in commands:
        if ".icc" not in command:  # a profile that one buys or downloads
            more = [] if "--format" in command else ["--format", "pdf"]
            run(*shlex.split(command)[1:], *more, "-q")
    assert "WRONG" not in run("verify").output


def test_the_documents_show_commands():
    assert len(COMMANDS) > 6
    assert {*SHORTER} <= {*COMMANDS}
    assert len(OWN_COMMANDS) > 10


@pytest.mark.parametrize("name", ["letters", "scripts", "shade"])
def test_the_cards_that_pictures_show_can_be_drawn(name, tmp_path):
    game = Path(copytree(ROOT / "docs" / name, tmp_path / name))
    if name == "scripts":
        copytree(ROOT / "tests" / "fonts", game / "fonts")
    definition = load_game(game / "game.toml").game
    assert all(draw_component(definition, component) for component in definition.components)


def test_every_link_leads_somewhere():
    for document in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        targets = re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8"))
        for target in (t for t in targets if not t.startswith("http")):
            path, _, anchor = target.partition("#")
            file = document.parent / path if path else document
            assert file.exists(), f"{document.name}: {target}"
            assert not anchor or anchor in anchors(file), f"{document.name}: {target}"


def anchors(file):
    """What the headings of a document are called in links, as GitHub makes it of them."""
    text = file.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    named = re.findall(r'<a id="([^"]+)">', text)
    return {*named, *(each.strip().replace(" ", "-") for each in words)}


def _boards():
    """The kind and the keys of each board of docs/how-to/boards.md, by its name."""
    rows = re.findall(r"^\| (.*?) \| `(\w+)` \| (.*) \|$", PAGES["how-to/boards.md"], re.MULTILINE)
    for name, kind, says in rows:
        if keys := re.findall(r"`(\w+ = [^`]+)`", says):
            yield pytest.param(kind, keys, id=name)


@pytest.mark.parametrize(("kind", "keys"), list(_boards()))
def test_every_board_that_people_know_is_made_as_the_docs_say(kind, keys, tmp_path):
    room = {"tables": "point", "track": "space", "rings": "space"}.get(kind, "cell")
    table = [f'kind = "{kind}"', 'name = "Board"', f'{room} = "20mm"', *keys]
    (tmp_path / "trial").mkdir()
    file = tmp_path / "trial" / "game.toml"
    text = "\n".join(['name = "Trial"', 'summary = "A trial."', "[components.board]", *table])
    file.write_text(text, encoding="utf-8")
    (board,) = draw_component(load_game(file).game, "board")
    assert board.front.items
