"""What is remembered from one choice to the next, and what makes it be made again."""

import pickle
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pnp.definitions import Loaded, find_game, load_game
from pnp.game.paper import PAPERS
from pnp.kits import job as kit
from pnp.make.cache import Remembered
from pnp.make.choices import Choices
from pnp.make.laid_out import LaidOutGame, lay_out
from pnp.make.printer_profile import save_printer
from pnp.sheets.calibration import Measurements, make_profile


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return the folder of a copy of Tawula."""
    return Path(shutil.copytree(find_game("tawula").parent, tmp_path / "tawula"))


@pytest.fixture
def set_sheets(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the titles of the rule sheets that are set."""
    titles: list[str] = []
    set_pages_of = kit.set_pages_of

    def watched(sheet, size):
        titles.append(sheet.title)
        return set_pages_of(sheet, size)

    monkeypatch.setattr(kit, "set_pages_of", watched)
    return titles


def laid_out(loaded: Loaded, **words: str) -> LaidOutGame:
    game = lay_out(loaded, Choices.read(loaded, {name: [word] for name, word in words.items()}))
    game.described()
    return game


def test_rules_are_set_once_for_choices_that_leave_them_as_they_are(own, set_sheets) -> None:
    loaded = load_game(own / "game.toml")
    for words in ({}, {"ink": "low"}, {"duplex": "fold"}):
        laid_out(loaded, **words)
    assert len(set_sheets) == len(loaded.game.rule_sets)
    laid_out(loaded, paper="letter")
    assert len(set_sheets) == 2 * len(loaded.game.rule_sets)


def test_a_changed_text_or_definition_is_laid_out_anew(own) -> None:
    file = own / "game.toml"
    loaded = load_game(file)
    before = laid_out(loaded)
    assert laid_out(load_game(file)) is before

    text = own / "rules" / f"{next(iter(loaded.game.rule_sets))}.en.md"
    text.write_text(text.read_text("utf-8").replace(".", "!", 5), "utf-8")
    changed = laid_out(load_game(file))
    assert [page.key for page in changed.pages] != [page.key for page in before.pages]

    file.write_text(file.read_text("utf-8").replace("Tawula", "Tavula"), "utf-8")
    assert laid_out(load_game(file)).described()["name"] == "Tavula"
    assert laid_out(loaded, theme="colour").described()["name"] == "Tavula"  # read again


def test_only_the_last_things_are_remembered() -> None:
    remembered, made = Remembered(2), []
    for key in (1, 2, 1, 3, 1, 2):
        assert remembered.value(key, lambda key=key: made.append(key) or key) == key
    assert made == [1, 2, 3, 2]


def test_what_was_asked_for_last_is_not_forgotten() -> None:
    remembered, made = Remembered(8), []

    def asked(*keys: int) -> list[int]:
        made.clear()
        for key in keys:
            remembered.value(key, lambda key=key: made.append(key) or key)
        return made

    asked(1, 2, 3, 4, 5, 6, 7, 8, 1)
    assert asked(9, 10, 1, 4) == [9, 10]
    assert asked(2, 1) == [2]


def test_what_fails_is_tried_again() -> None:
    remembered = Remembered(2)
    with pytest.raises(ZeroDivisionError):
        remembered.value("a", lambda: 1 // 0)
    assert remembered.value("a", lambda: 7) == 7


def test_threads_get_the_same_files() -> None:
    loaded = load_game(find_game("turnio"))
    rule_set = next(iter(loaded.game.rule_sets))

    def made(number: int) -> dict[str, bytes]:
        ink = ("full", "low")[number % 2]
        return dict(laid_out(loaded, **{"for": rule_set, "ink": ink, "paper": "a5"}).files())

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(made, range(4)))
    assert found[0] == found[2]
    assert found[1] == found[3] != found[0]


def test_a_printer_that_is_measured_again_is_laid_out_anew() -> None:
    loaded = load_game(find_game("turnio"))

    def keys(shift: str) -> list[str]:
        profile = make_profile("office", "a4", PAPERS["a4"], Measurements(dx=shift, dy="0"))
        save_printer(profile, replace=True)
        choices = Choices.read(loaded, {"printer": ["office"]}, own_printers=True)
        return [page.key for page in lay_out(loaded, choices).pages if page.side == "back"]

    first = keys("1")
    assert keys("2") != first == keys("1")


def test_sent_to_another_process_a_memory_begins_anew_with_its_bound():
    memory = Remembered(2)
    memory.value("a", lambda: 1)
    sent = pickle.loads(pickle.dumps(memory))
    assert [sent.value(key, lambda: 2) for key in "ab"] == [2, 2]
    assert sent.value("c", lambda: 3) == 3
    assert sent.value("a", lambda: 4) == 4
