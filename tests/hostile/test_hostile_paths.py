"""Links and names in a hostile game's folder cannot redirect the output."""

import pytest
from larder_game import LarderGame
from typer.testing import CliRunner

from pnp.cli import app

MAKING = {"build": (), "rules": (), "laser": ("--component", "pegs"), "archive": ()}


def run(*arguments: str):
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("door", MAKING)
@pytest.mark.parametrize("link", ["{out}", "{out}/larder"])
def test_output_does_not_follow_a_link_in_the_game_s_folder(larder, monkeypatch, door, link):
    monkeypatch.chdir(larder.folder)
    out = "archive" if door == "archive" else "output"
    place = larder.folder / link.format(out=out)
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(larder.outside)
    before = larder.around()
    done = run(door, ".", *MAKING[door])
    (line,) = done.stderr.splitlines()
    assert done.exit_code == 1
    assert line.startswith("error: cannot write in ")
    assert "a link in the game's folder leads out of it; remove it, or choose another" in line
    assert larder.around() == before


@pytest.mark.parametrize("door", MAKING)
def test_output_goes_where_the_user_s_own_link_leads(larder, door):
    (larder.folder.parent / "disk").mkdir()
    larder.out.symlink_to(larder.folder.parent / "disk")
    done = run(door, str(larder.folder), "--out", str(larder.out), *MAKING[door])
    assert done.exit_code == 0, done.stderr
    assert list((larder.folder.parent / "disk" / "larder").iterdir())


@pytest.mark.parametrize("door", MAKING)
def test_links_that_an_earlier_output_holds_are_not_followed(larder, door):
    run("build", str(larder.folder), "--out", str(larder.out))
    made = {"build": "print", "rules": "rules", "laser": "laser", "archive": "data"}[door]
    place = larder.out / "larder" / made
    if place.is_dir():
        for file in place.iterdir():
            file.unlink()
        place.rmdir()
    place.symlink_to(larder.outside)
    before = larder.around()
    done = run(door, str(larder.folder), "--out", str(larder.out), *MAKING[door])
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert {path for path in larder.around() - before if path.startswith("outside")} == set()


@pytest.mark.parametrize("made", ["print/pegs-a4.pdf", "svg/pegs/red-front.svg"])
def test_a_link_in_the_place_of_a_file_becomes_the_file_though_it_leads_to_the_same(larder, made):
    command = ("build", str(larder.folder), "--out", str(larder.out), "--format", "pdf,svg")
    run(*command)
    file, kept = larder.out / "larder" / made, larder.outside / "kept"
    file.rename(kept)
    file.symlink_to(kept)
    assert run(*command).exit_code == 0
    assert not file.is_symlink()
    assert file.read_bytes() == kept.read_bytes()


def test_a_game_s_folder_may_be_a_link_itself(larder):
    other = larder.folder.parent / "shortcut"
    other.symlink_to(larder.folder)
    assert run("check", str(other)).exit_code == 0


@pytest.mark.parametrize(
    "name", ["-h", "--out", "con", "Larder", "a b", "lär", "a.b", "x" * 99, "\x1b[2J"]
)
def test_a_folder_whose_name_is_not_an_id_is_refused_in_one_line(larder, name):
    folder = larder.folder.rename(larder.folder.with_name(name))
    done = run("build", "--out", str(larder.out), "--", str(folder))
    (line,) = done.stderr.splitlines()
    assert done.exit_code == 2
    assert "the folder's name is the game's id: " in line
    assert line.isprintable()
    assert not larder.out.exists()


def test_a_name_that_looks_like_an_option_is_none_of_a_game(larder, monkeypatch):
    larder.folder.rename(larder.folder.with_name("--version"))
    monkeypatch.chdir(larder.folder.parent)
    done = run("check", "--", "--version")
    assert done.exit_code == 2
    assert "the folder's name is the game's id" in done.stderr


PROFILES = {
    "--theme": ("--theme", "build", 'name = "X"\n[colors]\n"../x" = "#123456"\n'),
    "--template": ("--template", "build", 'name = "X"\npaper = "a4"\n'),
    "--client": ("--client", "laser", 'name = "X"\n'),
    "--material": ("--material", "laser", 'name = "X"\n'),
}


@pytest.mark.parametrize("kind", PROFILES)
@pytest.mark.parametrize("trick", ["pipe", "folder", "huge", "deep", "odd name"])
def test_a_hostile_profile_is_refused(larder: LarderGame, kind, trick):
    option, door, text = PROFILES[kind]
    file = larder.folder / ("x\x1b[2J.toml" if trick == "odd name" else "x.toml")
    larder.put(file.name, text)
    match trick:
        case "pipe":
            larder.pipe("x.toml")
        case "folder":
            larder.hole("x.toml")
        case "huge":
            larder.huge("x.toml", 3_000_000_000)
        case "deep":
            larder.put("x.toml", f"a = {'[' * 20_000}{']' * 20_000}")
    more = MAKING[door]
    done = run(door, str(larder.folder), "--out", str(larder.out), option, str(file), *more)
    assert done.exit_code == 2
    assert done.stderr.splitlines()
    assert all(
        line.startswith("error: ") and line.isprintable() for line in done.stderr.splitlines()
    )
    assert not larder.out.exists()
