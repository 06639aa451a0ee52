"""Papers, themes, page templates and machines of the user's own: files in the settings, by name."""

import os

import pytest
from helpers.command import refusal, run

from pnp.base import workplace
from pnp.base.errors import PnpError, UsageError
from pnp.base.files import templates
from pnp.base.geometry import Size
from pnp.base.own_folders import OWN_FOLDERS
from pnp.definitions import find_game, load_game
from pnp.definitions.data_files import own_ids
from pnp.game.paper import Paper
from pnp.laser.options import LaserOptions
from pnp.laser.presets import load_machine, load_material, load_target
from pnp.make.choices import Choices
from pnp.make.laid_out import lay_out
from pnp.sheets.options import SheetOptions
from pnp.web.form import form

MOOR = 'name = "Moor"\n\n[roles]\nground = "#dfe8d0"\n'
CLUB = 'name = "The club\'s card"\nsize = "330x240mm"\n'


@pytest.fixture
def own(own_settings):
    """Write a file below the settings."""

    def write(place, text):
        file = own_settings / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return write


@pytest.fixture
def untrusted(monkeypatch):
    """Let this process be a worker that reads what strangers wrote."""
    monkeypatch.setattr(workplace, "_work", None)
    workplace.report_to()


def shipped(place):
    return (templates() / place).read_text(encoding="utf-8")


def test_an_option_takes_the_name_of_an_own_file(own):
    own("themes/moor.toml", MOOR)
    own("papers/club.toml", CLUB)
    own("pages/jig.toml", shipped("pages/mini-cards.toml"))
    own("cutters/plotter.toml", shipped("cutters/cricut.toml"))
    options = SheetOptions(theme="Moor", paper=" club", cutter="plotter")
    assert (options.theme.id, options.theme.roles["ground"]) == ("moor", "#dfe8d0")
    assert options.paper == Paper("club", Size(240, 330))
    assert options.cutter.id == "plotter"
    assert SheetOptions(template="jig").template.count == 16


def test_a_laser_takes_the_names_of_own_files(own):
    own("laser/machines/mine.toml", shipped("laser/machines/k40.toml"))
    own("laser/materials/oak-3.toml", shipped("laser/materials/plywood-3.toml"))
    own("laser/clients/ours.toml", shipped("laser/clients/lightburn.toml"))
    options = LaserOptions(bed="mine", material="oak-3", client="ours")
    assert load_machine(options.bed).id == "mine"
    assert load_material(options.material).id == "oak-3"
    assert load_target(options.client).id == "ours"


def test_every_folder_of_pnp_may_be_in_the_settings(own):
    for folder in OWN_FOLDERS:
        assert own_ids(folder) == ()
        own(f"{folder}/mine.toml", "")
        own(f"{folder}/My File.toml", "")
        assert own_ids(folder) == ("mine",)


def test_own_names_are_offered_where_a_name_is_wrong(own):
    own("themes/moor.toml", MOOR)
    own("papers/club.toml", CLUB)
    with pytest.raises(UsageError, match=r"contrast, moor, or the path .* did you mean 'moor'"):
        SheetOptions(theme="mor")
    with pytest.raises(UsageError, match=r"arch-e, club or a size .* did you mean 'club'"):
        SheetOptions(paper="clob")


def test_all_faults_of_a_file_are_told_with_their_lines(own):
    file = own("themes/bad.toml", 'extra = 3\n[roles]\nground = "#12"\n\ninkk = "red"\n')
    with pytest.raises(PnpError) as error:
        SheetOptions(theme="bad")
    told = sorted(error.value.faults)
    assert [line.partition(": ")[0] for line in told] == [str(file)] * 3
    assert [line.split(": ")[1:3] for line in told] == [
        ["line 1", "extra"],
        ["line 3", "roles.ground"],
        ["line 5", "roles.inkk"],
    ]


@pytest.mark.parametrize("place", ["themes/classic.toml", "papers/a4.toml", "cutters/opos.toml"])
def test_a_name_that_comes_with_pnp_is_refused(own, place):
    file = own(place, MOOR)
    option = {"themes": "theme", "papers": "paper", "cutters": "cutter"}[file.parent.name]
    with pytest.raises(
        UsageError, match=rf"^--{option}: .*{file.name}: a .* comes with pnp; rename"
    ):
        SheetOptions(**{option: file.stem})


def test_a_paper_cannot_be_called_like_another_size(own):
    own("papers/210x297mm.toml", CLUB)
    with pytest.raises(PnpError, match="the file is called like a size, 210x297mm; rename it"):
        SheetOptions(paper="210x297mm")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_what_is_no_file_is_refused_in_a_line(own):
    os.mkfifo(own("themes/moor.toml", "").parent / "pipe.toml")
    with pytest.raises(PnpError, match=r"pipe\.toml: cannot be read: it is a pipe"):
        SheetOptions(theme="pipe")


@pytest.mark.usefixtures("untrusted")
def test_untrusted_games_are_not_made_with_own_files(own):
    file = own("themes/moor.toml", MOOR)
    own("papers/club.toml", CLUB)
    own("themes/classic.toml", MOOR)
    with pytest.raises(UsageError) as error:
        SheetOptions(theme="moor", paper="club")
    paper, theme = sorted(error.value.faults)
    assert paper.startswith(
        "--paper: the paper club does not come with pnp, and is for trusted games"
    )
    assert theme.endswith(f"(pnp trust says how), or write {file}")
    assert SheetOptions(theme=str(file)).theme.name == "Moor"
    assert SheetOptions(theme="classic").theme.name == "Classic"


def test_lists_show_own_files_and_tell_faults_after_all_others(own):
    file = own("themes/moor.toml", MOOR)
    own("themes/torn.toml", "name = [")
    own("themes/classic.toml", MOOR)
    listed = run("list", "--of", "themes", status=2)
    names = [line.split()[0] for line in listed.stdout.splitlines() if line.strip()]
    assert names == ["id", "classic", "colour", "high-contrast", "moor"]
    assert str(file) in listed.stdout.replace("\n", "")
    told = listed.stderr.splitlines()
    assert len(told) == 2
    assert told[0].endswith("classic.toml: a theme classic comes with pnp; rename the file")
    assert "torn.toml: is not TOML" in told[1]
    own("papers/club.toml", CLUB)
    assert "The club's card, 330x240mm" in run("list", "--of", "papers").stdout
    own("pages/jig.toml", shipped("pages/mini-cards.toml"))
    assert "jig" in run("templates").stdout
    assert refusal("list", "--of", "colours").endswith("clients, machines, materials")
    assert (
        refusal("list", "turno", "--of", "themes")
        == "--of: lists nothing else; leave out the games"
    )


def test_the_settings_folder_is_told(own_settings):
    assert run("config", "path").stdout == f"{own_settings}\n"


def test_only_those_at_this_computer_choose_own_files(own):
    own("themes/moor.toml", MOOR)
    own("papers/club.toml", CLUB)
    loaded = load_game(find_game("tawula"))
    words = {"theme": ["moor"], "paper": ["club"]}
    chosen = Choices.read(loaded, words, own_printers=True)
    assert chosen.query() == "paper=club&theme=moor"
    for own_files, offered in ((True, True), (False, False)):
        fields = {one.name: one for one in form(loaded, chosen, own_files=own_files)}
        assert ("moor" in [value.value for value in fields["theme"].values]) is offered
        assert ("club" in [value.value for value in fields["paper"].values]) is offered
    for name, unknown in (("theme", "fens"), ("paper", "clab")):
        told = []
        for word in (*words[name], unknown):
            with pytest.raises(UsageError) as error:
                Choices.read(loaded, {name: [word]})
            told.append(str(error.value).replace(word, "WORD"))
        assert told[0] == told[1]  # nobody learns which there are


def test_a_changed_file_is_seen_at_once(own):
    loaded, looks = load_game(find_game("tawula")), set()
    for ground in ("#dfe8d0", "#e0e0e0"):
        own("themes/moor.toml", MOOR.replace("#dfe8d0", ground))
        choices = Choices.read(loaded, {"theme": ["moor"], "only": ["board"]}, own_printers=True)
        looks.add(lay_out(loaded, choices).pages[0].key)
    assert len(looks) == 2
