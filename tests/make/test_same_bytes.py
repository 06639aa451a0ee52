"""What an address asks for, from any choices of a form, is what its command writes."""

import shlex
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import pytest
from helpers.command import files_of, run
from helpers.games import MANY_SIDED

from pnp.base.errors import PnpError
from pnp.definitions import Loaded, find_game, load_game
from pnp.make.choices import Choices
from pnp.make.laid_out import lay_out
from pnp.web.form import FormField, form

T = TypeVar("T")
NEEDED = {  # what some choices need beside them
    "face-order": {"format": ["faces"]},
    "lid": {"tray": ["yes"]},
    "proof-lines": {"proof": ["yes"]},
}
TRIED = 40  # choices that may contradict one another


def fields(loaded: Loaded, job: str) -> list[FormField]:
    words = {"only": [next(iter(loaded.game.components))]} if job == "build" else {}
    return [*form(loaded, Choices.read(loaded, words, job=job))]


def pick(values: Sequence[T], *which: object) -> T:
    """Return one of some values, always the same for the same reasons."""
    return values[int(sha256(repr(which).encode()).hexdigest(), 16) % len(values)]


def chosen(loaded: Loaded, job: str, roll: int) -> dict[str, list[str]]:
    """Return some values of some fields of the form."""
    words: dict[str, list[str]] = {}
    listed = [field for field in fields(loaded, job) if field.values]
    for number in range(3):
        field = pick(listed, loaded.game.id, job, roll, number)
        words[field.name] = [pick(field.values, roll, number).value]
    words.pop("only", None)
    words.pop("cards", None)
    if job == "build":
        return words | {"only": [pick(sorted(loaded.game.components), roll)], "format": ["pdf"]}
    return words | {"for": [pick(sorted(loaded.game.rule_sets), roll)]}


def some_choices(game: str, job: str) -> tuple[Loaded, Choices]:
    """Return the first choices that fit together."""
    loaded = load_game(find_game(game))
    for roll in range(TRIED):
        try:
            choices = Choices.read(loaded, chosen(loaded, job, roll), job=job)
            lay_out(loaded, choices).described()
        except PnpError:
            continue
        return loaded, choices
    raise AssertionError(f"nothing of {game} can be made by {job}")


@pytest.mark.parametrize(
    ("game", "job"),
    [*((game, "build") for game in MANY_SIDED), ("turno", "kit")],
)
def test_files_have_the_bytes_of_the_command(game: str, job: str, tmp_path: Path) -> None:
    loaded, choices = some_choices(game, job)
    run(*shlex.split(choices.command())[1:], "--out", tmp_path, "--quiet")
    written = {path: one for path, one in files_of(tmp_path / game).items() if "/" in path}
    assert dict(lay_out(loaded, choices).files()) == written, choices.command()


@pytest.mark.parametrize("job", ["kit", "build", "laser"])
def test_every_value_of_a_form_can_be_chosen(job: str) -> None:
    loaded = load_game(find_game("turno"))
    for field in fields(loaded, job):
        for value in field.values:
            words = {"only": ["tiles"]} if job == "build" else {}
            words |= NEEDED.get(field.name, {}) | {field.name: [value.value]}
            asked = job if job == "laser" else ""
            read = Choices.read(loaded, words, job=asked)
            assert Choices.read(loaded, _parsed(read), job=asked) == read


def _parsed(choices: Choices) -> dict[str, list[str]]:
    words: dict[str, list[str]] = {}
    for name, word in choices.words:
        words.setdefault(name, []).append(word)
    return words
