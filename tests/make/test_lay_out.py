"""A game laid out as an address chooses: the same bytes as the command writes."""

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from helpers.command import files_of, listed, run

from pnp.definitions import Loaded, find_game, load_game
from pnp.kits.job import KitJob
from pnp.make.choices import Choices
from pnp.make.laid_out import LaidOutGame, lay_out


@pytest.fixture(scope="module")
def turno() -> Loaded:
    return load_game(find_game("turno"))


def laid_out(loaded: Loaded, query: str, job: str = "") -> LaidOutGame:
    return lay_out(loaded, Choices.read(loaded, parse_qs(query), job=job))


@pytest.mark.parametrize(
    ("query", "job"),
    [
        ("for=loop&paper=letter&duplex=fold", ""),
        ("only=tiles,die&ink=low&format=pdf", ""),
        ("component=die&client=glowforge&material=card-1", "laser"),
    ],
)
def test_files_have_the_bytes_that_the_command_writes(
    turno: Loaded, tmp_path: Path, query: str, job: str
) -> None:
    game = laid_out(turno, query, job)
    run(*game.choices.command().split()[1:], "--out", tmp_path, "--quiet")
    made = {path: file for path, file in files_of(tmp_path / "turno").items() if "/" in path}
    assert dict(game.files()) == made
    name, content = game.pdf()
    assert content in made.values()
    assert any(path.endswith(f"/{name}") for path in made)


def test_a_kit_has_its_first_pages_rules_and_sheets_as_parts(turno: Loaded) -> None:
    game = laid_out(turno, "for=loop")
    told = game.described()
    assert [part["id"] for part in told["parts"]] == ["front", "rules-loop", "pieces"]
    pages = [page for part in told["parts"] for page in part["pages"]]
    assert len(pages) <= told["pages"]
    pieces = told["parts"][-1]["pages"]
    assert [page["side"] for page in pieces] == ["front", "back"] * (len(pieces) // 2)
    assert game.page("pieces", 1).items
    with pytest.raises(KeyError):
        game.page("pieces", 99)


def test_words_and_sheets_are_known_before_the_rules_are_set(
    turno: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = laid_out(turno, "for=loop&paper=a5&duplex=fronts")
    with monkeypatch.context() as patch:
        patch.setattr(KitJob, "_rules", None)
        soon = game.described_soon()
        first = game.page("pieces", 1)
    whole = game.described()
    later = ("pages", "rule_pages", "parts")
    assert {key: soon[key] for key in soon if key not in later} == {
        key: whole[key] for key in whole if key not in later
    }
    assert [soon["pages"], soon["rule_pages"]] == [None, None]
    for before, after in zip(soon["parts"], whole["parts"], strict=True):
        pages = None if before["id"] != "pieces" else after["pages"]
        moved = pages and [{**page, "place": page["number"]} for page in pages]
        assert before == {**after, "pages": moved}
    assert game.page("pieces", 1) == first


def test_every_sheet_of_one_file_has_two_pages_where_backs_are_printed(turno: Loaded) -> None:
    game = laid_out(turno, "only=tiles,die")
    assert [(page.part, page.side, page.is_blank) for page in game.pages] == [
        ("tiles", "front", False),
        ("tiles", "back", False),
        ("die", "front", False),
        ("die", "back", True),
    ]


@pytest.mark.parametrize(
    "query",
    [
        "only=die,loop-mat,deck-36,box-36&duplex=long-edge&size=deck-36=mini-euro&ink=low",
        "only=tiles,tracker,deck-36&template=us-poker-9&skip=1&theme=colour",
        "cards=36&stock=0.5mm&rounded=yes&margin=9mm",
        "for=loop&only=die,tiles&ink=black",
        "only=die,tracker,loop-mat&gang=yes&copies=2&lang=de",
    ],
)
def test_a_part_of_several_has_the_same_pictures_by_itself(turno: Loaded, query: str) -> None:
    several = laid_out(turno, query)
    parts = several.described()["parts"]
    assert len(parts) > 1
    for part in parts:
        alone = laid_out(turno, part["query"])
        numbers = [page["number"] for page in part["pages"] if page["number"]]
        assert numbers == [one.number for one in alone.pages if one.part == part["id"]]
        for number in numbers:
            assert alone.page(part["id"], number) == several.page(part["id"], number)


def test_one_file_of_a_build_is_listed_and_verified(tmp_path: Path) -> None:
    command = "build turno --only tiles,die --one-file --format pdf --quiet"
    run(*command.split(), "--out", tmp_path)
    (file,) = listed(tmp_path / "turno")
    assert (file["path"], file["pages"]) == ("print/sheets-tiles_die-a4.pdf", 4)
    assert file["cuts"] > 0
    run("verify", tmp_path / "turno")


def test_sheets_to_fold_have_one_side(turno: Loaded) -> None:
    game = laid_out(turno, "only=tiles&duplex=fold")
    assert {page.side for page in game.pages} == {"fold"}


def test_fronts_alone_are_followed_by_no_blank_pages(turno: Loaded) -> None:
    game = laid_out(turno, "only=tiles,die&duplex=fronts")
    assert not any(page.is_blank for page in game.pages)


def test_a_page_has_another_key_only_if_it_looks_different(turno: Loaded) -> None:
    whole = {(one.part, one.number): one.key for one in laid_out(turno, "only=tiles,die").pages}
    less = {(one.part, one.number): one.key for one in laid_out(turno, "only=tiles,die").pages}
    low = {(one.part, one.number): one.key for one in laid_out(turno, "only=die&ink=low").pages}
    assert whole == less
    assert whole["die", 1] != low["die", 1]


def test_a_laser_shows_each_pass_over_a_bed(turno: Loaded) -> None:
    game = laid_out(turno, "component=tiles", "laser")
    told = game.described()
    (part,) = told["parts"]
    assert part["id"] == "tiles"
    assert [page.place for page in game.pages] == list(range(1, len(part["passes"]) + 1))
    assert game.page("tiles", 1).items
    assert sum(file["bytes"] for file in told["files"]) > 0
