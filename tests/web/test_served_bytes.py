"""What a server sends, eight requests at a time, has the bytes that the command line writes.

``PNP_CHOICES=50`` draws so many choices for each game.
"""

import os
import random  # noqa: TID251 - of choices, from a seed
import shlex
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from zipfile import ZipFile

import pytest
from helpers.command import files_of, run
from helpers.games import MANY_SIDED

from pnp.base.errors import PnpError
from pnp.definitions import find_game, load_game
from pnp.make.choices import Choices
from pnp.make.laid_out import lay_out
from pnp.web.form import form

AT_ONCE = 8
TIMES = 4  # each file is asked for, among others
EACH = int(os.environ.get("PNP_CHOICES", "1"))
BY_HAND = {
    "paper": ["250x320mm", "a3", "legal"],
    "margin": ["7mm", "12mm"],
    "gap": ["0mm", "3mm"],
    "bleed": ["1mm", "2.5mm"],
    "sleeves": ["none"],
    "players": ["2", "3", "4"],
}


def drawn(loaded, dice):
    """Return the words of an address, which may not fit together."""
    game = loaded.game
    build = dice.random() < 0.4
    parts = dice.sample(sorted(game.components), dice.randint(1, min(3, len(game.components))))
    words = {"only": [",".join(parts)]} if build else {}
    if not build and dice.random() < 0.8:
        words["for"] = [dice.choice(sorted(game.rule_sets))]
    fields = form(loaded, Choices.read(loaded, words))
    usual = [one for one in fields if one.name not in ("for", "only", "with", "cards")]
    for field in dice.sample(usual, dice.randint(1, 4)):
        values = [one.value for one in field.values] or BY_HAND.get(field.name, [])
        if values:
            words[field.name] = [dice.choice(values)]
    return words


def some_choices(game):
    """Return different choices that can be made."""
    loaded, dice, found = load_game(find_game(game)), random.Random(game), {}
    while len(found) < EACH:
        try:
            choices = Choices.read(loaded, drawn(loaded, dice))
            lay_out(loaded, choices).described()
        except PnpError:
            continue
        found[choices.query()] = choices
    return list(found.values())


def written(choices, folder):
    """Return the files of the command."""
    run(*shlex.split(choices.command())[1:], "--out", folder, "--quiet")
    return {path: one for path, one in files_of(folder / choices.game).items() if "/" in path}


@pytest.mark.parametrize("game", MANY_SIDED)
def test_files_from_the_server_have_the_bytes_of_the_command(game, server, tmp_path):
    chosen = some_choices(game)

    def ask(choices, name):
        try:
            return server.get(f"/games/{game}/make/{name}?{choices.query()}", timeout=600)
        except urllib.error.HTTPError as error:
            return str(error.code).encode()

    asked = [(one, name) for one in chosen for name in ("kit.pdf", "kit.zip")] * TIMES
    random.Random(1).shuffle(asked)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(lambda one: ask(*one), asked))
    commands = {
        one.query(): written(one, tmp_path / str(number)) for number, one in enumerate(chosen)
    }
    wrong = [
        f"{name}: {one.command()}"
        for (one, name), answer in zip(asked, answers, strict=True)
        if not is_same(name, answer, commands[one.query()])
    ]
    print(f"{game}: {len(wrong)} of {len(answers)} answers differ")
    assert not wrong, "\n".join(sorted(set(wrong)))


def is_same(name, answer, files):
    """Return whether an answer has the bytes of the command's files; one PDF may be refused to
    who asks for no sheets."""
    if name == "kit.pdf":
        return answer in files.values() or (answer == b"400" and not has_sheets(files))
    if not answer.startswith(b"PK"):
        return False
    with ZipFile(BytesIO(answer)) as archive:
        return {one: archive.read(one) for one in archive.namelist()} == files


def has_sheets(files):
    return any(path.startswith("print/") for path in files)
