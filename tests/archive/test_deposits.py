"""A table says what an archive knows of each game, and is refused with all of its faults."""

from pathlib import Path

import pytest
from helpers.sample_archive import POND, write_game
from typer.testing import CliRunner

from pnp.archive.bulk import read_deposits
from pnp.archive.check.bag import info_of
from pnp.archive.options import ArchiveOptions
from pnp.base.errors import UsageError
from pnp.cli import app
from pnp.game.deposit import Deposit
from pnp.game.rights import KNOWN, listed, read_rights

DEPOSIT = '[deposit]\nisil = "DE-1"\nholder = "A Museum"\nid = "7"\n'


@pytest.fixture
def games(tmp_path):
    """Return the paths of two games."""
    return tuple(str(write_game(tmp_path / "games" / at, at)) for at in ("frog", "toad"))


def table(folder: Path, text: str) -> Path:
    file = folder / "deposits.csv"
    file.write_text(text, encoding="utf-8")
    return file


def faults(folder: Path, games: tuple[str, ...], text: str) -> list[str]:
    with pytest.raises(UsageError) as refused:
        read_deposits(table(folder, text), games)
    return [line.removeprefix(f"{folder}/") for line in str(refused.value).splitlines()]


def test_a_row_is_that_of_the_folder_that_it_names(tmp_path, games):
    text = "folder;inventory;isil;record_rights\nfrog;2019.1;DE-1;CC0\ntoad\\toad;2019.2;;\n"
    assert read_deposits(table(tmp_path, text), games) == {
        games[0]: Deposit(inventory="2019.1", isil="DE-1", record_rights=KNOWN["CC0"]),
        games[1]: Deposit(inventory="2019.2"),
    }


def test_games_that_are_named_take_their_rows_from_the_table_of_a_collection(tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.archive.command._run", lambda *arguments: 0)
    file = table(tmp_path, "folder,id\nturno,2019.1\nnewt,2019.2\n")
    named = ["archive", "turno", "--out", str(tmp_path / "out"), "--deposits", str(file)]
    assert CliRunner().invoke(app, named).exit_code == 0
    told = read_deposits(file, ["turno"], others=True)
    assert told == {"turno": Deposit(id="2019.1")}


def test_games_share_an_address_of_files_that_names_the_package(tmp_path, games):
    rows = "folder,files_at\nfrog,https://m.example/{0}\ntoad,https://m.example/{0}\n"
    assert len(read_deposits(table(tmp_path, rows.format("{package}/data")), games)) == 2
    (fault,) = faults(tmp_path, games, rows.format("data"))
    assert fault.startswith("deposits.csv: line 3: files_at: 'https://m.example/data' is at ")


def test_every_fault_of_a_table_is_reported_at_once(tmp_path, games):
    rows = ("newt,1,,", "other/frog,2,,", "frog,3,Spellenlab,MIT", "toad,4,,", "toad,5,,", ",6,,")
    told = faults(tmp_path, games, "\n".join(("folder,id,isil,object_rights", *rows)))
    assert told[:3] == [
        "deposits.csv: line 2: folder: none of these games is in 'newt'",
        "deposits.csv: line 3: folder: none of these games is in 'other/frog'",
        "deposits.csv: line 4: isil: write the ISIL of an institution, such as "
        "\"DE-MUS-859718\", not 'Spellenlab'",
    ]
    assert told[3].startswith("deposits.csv: line 4: object_rights: write the address of a")
    place = f"{tmp_path}/deposits.csv: line 5"
    assert told[4:] == [
        f"deposits.csv: line 6: folder: 'toad' is at {place} as well",
        "deposits.csv: line 7: folder is missing",
    ]
    empty = "deposits.csv: has no rows; write a header and a row for each game"
    assert faults(tmp_path, games, "folder,id\n") == [empty]
    assert "column 'colour' is not known" in faults(tmp_path, games, "folder,colour\nfrog,2\n")[0]


@pytest.mark.parametrize(
    ("header", "one", "other"),
    [
        ("id", "7", "7"),
        ("inventory,isil", "7,DE-1", "7,DE-1"),
        ("record", "https://museum.example/7", "https://museum.example/7"),
        ("files_at", "https://museum.example/7", "https://museum.example/7"),
    ],
)
def test_two_games_never_share_what_is_one_games_alone(tmp_path, games, header, one, other):
    (told,) = faults(tmp_path, games, f"folder,{header}\nfrog,{one}\ntoad,{other}\n")
    assert told.startswith(f"deposits.csv: line 3: {header.split(',')[0]}: ")
    assert told.endswith("deposits.csv: line 2 as well")


def test_two_houses_may_have_the_same_inventory_number(tmp_path, games):
    text = "folder,inventory,isil\nfrog,7,DE-1\ntoad,7,DE-2\n"
    assert len(read_deposits(table(tmp_path, text), games)) == 2


def test_the_definitions_count_when_identifiers_are_compared(tmp_path, games):
    other = str(write_game(tmp_path / "games", "newt", POND + DEPOSIT))
    (told,) = faults(tmp_path, (*games, other), "folder,id\nfrog,7\n")
    assert told.startswith("games/newt/game.toml: id: '7' is at ")
    Path(games[0], "game.toml").write_text(POND + DEPOSIT, encoding="utf-8")
    with pytest.raises(UsageError, match=r"newt/game.toml: id: '7' is at .*frog/game.toml as well"):
        read_deposits(None, (*games, other))


def test_a_row_goes_before_options_and_these_before_the_definition(tmp_path):
    row = Deposit(id="1")
    chosen = ArchiveOptions(tmp_path, identifier="2", holder="Two", row=row).stated()
    assert chosen == Deposit(id="1", holder="Two")
    assert chosen.over(Deposit(holder="Three", isil="DE-3")).stated == {
        "id": "1", "holder": "Two", "isil": "DE-3",
    }  # fmt: skip


def test_rights_are_written_by_address_or_short_name():
    assert read_rights("cc by-sa") == "https://creativecommons.org/licenses/by-sa/4.0/"
    assert read_rights("https://rightsstatements.org/vocab/InC/1.0/") == KNOWN["InC"]
    older = "http://creativecommons.org/licenses/by-nc-nd/3.0/de/"
    assert read_rights(older) == older.replace("http:", "https:")
    assert listed(KNOWN["PDM"]) == KNOWN["PDM"]
    assert listed("https://opensource.org/license/mit") is None
    with pytest.raises(ValueError, match="did you mean 'CC BY-SA'"):
        read_rights("CC BY SA")


def test_packages_of_a_table_have_its_numbers_and_the_day_that_was_asked_for(tmp_path):
    below = write_game(tmp_path / "games", "frog").parent
    file = table(tmp_path, "folder,id,holder\nfrog,2019.1,A Museum\n")
    command = ["archive", "--all", str(below), "--out", str(tmp_path / "out")]
    command += ["--deposits", str(file), "--date", "2026-11-20"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    said = info_of(tmp_path / "out" / "frog")
    assert (said["External-Identifier"], said["Source-Organization"]) == ("2019.1", "A Museum")
    assert said["Bagging-Date"] == "2026-11-20"


def test_a_game_without_a_row_is_reported(tmp_path, games, monkeypatch):
    monkeypatch.setattr("pnp.archive.command._run", lambda *arguments: 0)
    file = table(tmp_path, "folder,id\nfrog,2019.1\n")
    command = ["archive", *games, "--out", str(tmp_path / "out"), "--deposits", str(file)]
    assert f"toad: has no row in {file}" in CliRunner().invoke(app, command).output


@pytest.mark.parametrize("date", ["2026", "2026-11", "20.11.2026", "2026-11-31"])
def test_a_date_is_a_day(date):
    result = CliRunner().invoke(app, ["archive", "tawula", "--date", date])
    assert result.exit_code == 2
    assert "--date: write a day" in result.output


def test_what_belongs_to_one_game_is_refused_for_many(tmp_path, games):
    command = ["archive", *games, "--id", "7", "--inventory", "7", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    for flag in ("--id", "--inventory"):
        assert f"{flag}: belongs to one game" in result.output
