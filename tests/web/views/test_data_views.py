"""Games as data: what programs, catalogues and papers read."""

import json
import re
from shutil import copytree

import pytest
from helpers.command import run

from pnp.base.files import templates
from pnp.web.citation import bibtex, csl
from pnp.web.frame import Made, Request
from pnp.web.library import Library
from pnp.web.routes import answer

LIBRARY = Library.built_in()


def asked(address: str, library: Library = LIBRARY) -> Made:
    return answer(library, Request(address))


def data(address: str, library: Library = LIBRARY):
    made = asked(address, library)
    assert made.status == 200
    return json.loads(made.content)


@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("/games/turno.json", ("show", "turno")),
        ("/games/turno/evidence.json", ("show", "turno", "--evidence")),
        ("/games/turno/check.json", ("check", "turno")),
    ],
)
def test_data_is_what_the_command_line_prints(address, command):
    said = data(address)
    assert said.pop("format") == 1
    printed = json.loads(run(*command, "--json").stdout)
    assert said == (printed["games"][0] if command[0] == "check" else printed)


def test_a_list_has_every_game_and_no_folder():
    listed = data("/games.json")
    assert [one["id"] for one in listed["games"]] == list(LIBRARY.ids())
    assert all("folder" not in one for one in listed["games"])


def test_a_game_with_faults_is_listed_with_them_and_no_path(tmp_path):
    copytree(templates() / "games" / "turnio", tmp_path / "turnio")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "game.toml").write_text('nam = "Broken"\n', encoding="utf-8")
    listed = data("/games.json", Library.of_folder(tmp_path))["games"]
    assert [one["id"] for one in listed] == ["broken", "turnio"]
    assert any("nam" in fault for fault in listed[0]["faults"])
    assert str(tmp_path) not in json.dumps(listed)


@pytest.mark.parametrize("file", ["turno.jsonld", "turno/lido.xml", "turno/dc.xml"])
def test_metadata_is_that_of_an_archive_without_files(file):
    pytest.importorskip("lxml")
    from pnp.archive.package import metadata_files
    from pnp.archive.record import record_of
    from pnp.game.deposit import Deposit

    loaded = LIBRARY.load("turno")
    folder = loaded.file.parent
    record = record_of(folder, loaded.game, ("en", "de", "fr", "nl"), Deposit())
    assert asked(f"/games/{file}").content in metadata_files(record).values()


def test_a_game_whose_rules_rest_on_nothing_has_no_record(tmp_path):
    folder = copytree(templates() / "games" / "turnio", tmp_path / "turnio")
    file = folder / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"(rule_sets\.basic\]\n)kind = .*\n", r"\1", text), "utf-8")
    made = asked("/games/turnio.jsonld", Library.of_folder(folder))
    assert made.status == 404
    assert b"rule_sets.basic.kind: is missing" in made.content


def test_a_citation_has_author_title_and_year():
    assert "author = {Alexander K. Hartmann}" in bibtex(LIBRARY.load("turnio").game)
    said = bibtex(LIBRARY.load("turno").game)
    assert said.startswith("@misc{turno,\n  title = {{TURNO}},\n  year = {1924},\n")
    item = csl(LIBRARY.load("turno").game)
    assert item["original-date"] == {"literal": "1924 or earlier"}
    assert "author" not in item


def test_a_citation_can_have_any_name():
    game = LIBRARY.load("turno").game.model_copy(update={"name": "50 % & {_\\"})
    assert r"{{50 \% \& \{\_\textbackslash{}}}" in bibtex(game)


def test_citations_are_files_to_keep():
    made = asked("/games/turno/citation.bib")
    assert made.download == "turno.bib"
    (item,) = json.loads(asked("/games/turno/citation.json").content)
    assert (item["id"], item["type"]) == ("turno", "document")


def test_the_page_of_a_game_with_a_livery_has_a_band_in_its_colours(tmp_path):
    colors = LIBRARY.load("turno").game.livery.colors
    page = asked("/games/turno/").content.decode()
    band = re.findall('fill="(#[0-9a-f]{6})"', page)
    assert band == [colors.cloth, colors.accent, colors.line]
    folder = copytree(templates() / "games" / "examples" / "bird-clock", tmp_path / "bird-clock")
    definition = folder / "game.toml"
    without = re.sub(r"(?s)\[livery\].*?(?=\n# )", "", definition.read_text("utf-8"))
    definition.write_text(without, "utf-8")
    assert b"fill=" not in asked("/games/bird-clock/", Library.of_folder(folder)).content
