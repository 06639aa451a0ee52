"""Show how the memory of a worker of `pnp serve` grows over random requests about all games.

    python bench/memory.py [SEED]

Visitors make random choices of a random game, look at its page and at some sheets, and some of
them take the file, cut with a laser, or read rules and evidence. Resident memory counts in full
what processes share; of the other column each process counts its part (Linux). Exits with 1 if
the worker takes more than it may, or grows more than it may once it is warm.
"""

import random  # noqa: TID251 - of visits, from a seed
import sys
import urllib.error
from collections.abc import Iterator, Sequence
from itertools import islice

from visits import Server

from pnp.base.errors import PnpError
from pnp.definitions import Loaded, built_in_games, find_game, load_game
from pnp.make.choices import Choices
from pnp.web.form import form

COUNTED = (0, 100, 300, 1000, 1300)  # jobs after which the memory is measured
WARM = 300  # jobs
GROWTH = 10  # MB from there on, at most
MOST = 200  # MB of a worker, at most, its part of what is shared counted
LANGUAGES = ("en", "de", "nl", "fr")
BY_HAND = {
    "paper": ("250x320mm", "a3", "letter"),
    "margin": ("7mm", "12mm"),
    "gap": ("0mm", "3mm"),
    "bleed": ("1mm", "2.5mm"),
    "players": ("2", "3", "4"),
}
READ = (
    "/games/{game}/",
    "/games/{game}/cover.svg",
    "/games/{game}/rules/",
    "/games/{game}/rules/{rules}/{lang}/",
    "/games/{game}/rules/{rules}/{lang}/sheet.pdf",
    "/games/{game}/rules/{lang}/rulebook.pdf",
    "/games/{game}/evidence/",
    "/games/{game}/evidence/{lang}/map.svg",
    "/games/{game}/evidence.json",
    "/games/{game}/check.json",
    "/games/{game}.json",
    "/games/{game}/lido.xml",
    "/",
)


class Visitors:
    """What people ask for, from a seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._games = [load_game(find_game(name)) for name in built_in_games()]

    def addresses(self) -> Iterator[str]:
        """Yield the addresses that one visit after the other asks for, without end."""
        while True:
            loaded = self._dice.choice(self._games)
            visit = self._dice.choices((self._makes, self._cuts, self._reads), (6, 1, 3))[0]
            yield from visit(loaded)

    def _makes(self, loaded: Loaded) -> Iterator[str]:
        dice, at = self._dice, f"{_prefix(self._dice)}/games/{loaded.game.id}/make/"
        query = self._chosen(loaded, dice.choices(("kit", "build"), (3, 1))[0])
        yield f"{at}?{query}"
        file = f"/games/{loaded.game.id}/make"
        part = "pieces"
        if "only=" in query:
            part = next(iter(loaded.game.components))
        for number in range(1, dice.randint(1, 4)):
            yield f"{file}/pages/{part}/{number}.svg?{query}"
        if dice.random() < 0.2:
            yield f"{file}/kit.{dice.choice(('pdf', 'zip'))}?{query}"

    def _cuts(self, loaded: Loaded) -> Iterator[str]:
        at = f"/games/{loaded.game.id}/laser"
        query = self._chosen(loaded, "laser")
        yield f"{at}/?{query}"
        yield f"{at}/bed/1.svg?{query}"
        if self._dice.random() < 0.2:
            yield f"{at}/files.zip?{query}"

    def _reads(self, loaded: Loaded) -> Iterator[str]:
        for path in self._dice.sample(READ, 3):
            names = {
                "game": loaded.game.id,
                "rules": self._dice.choice(sorted(loaded.game.rule_sets)),
                "lang": self._dice.choice(LANGUAGES),
            }
            prefix = _prefix(self._dice) if path.endswith("/") else ""
            yield prefix + path.format(**names)

    def _chosen(self, loaded: Loaded, job: str) -> str:
        """Return the query of choices that can be made."""
        while True:
            words = self._words(loaded, job)
            try:
                return Choices.read(loaded, words, job="laser" if job == "laser" else "").query()
            except PnpError:
                continue

    def _words(self, loaded: Loaded, job: str) -> dict[str, list[str]]:
        dice, game = self._dice, loaded.game
        words = {}
        if job == "build":
            words["only"] = [",".join(dice.sample(sorted(game.components), 1))]
        elif dice.random() < 0.8:
            words["for"] = [dice.choice(sorted(game.rule_sets))]
        fields = form(loaded, Choices.read(loaded, words, job="laser" if job == "laser" else ""))
        usual = [one for group in fields for one in group.fields if one.name not in _NEVER]
        for field in dice.sample(usual, dice.randint(1, 4)):
            values: Sequence[str] = [one.value for one in field.values]
            values = values or BY_HAND.get(field.name, ())
            if values:
                words[field.name] = [dice.choice(values)]
        return words


_NEVER = ("for", "only", "with", "cards")


def _prefix(dice: random.Random) -> str:
    return dice.choice(("", *(f"/{lang}" for lang in LANGUAGES)))


def ask(server: Server, address: str) -> bool:
    """Ask for an address; return whether there was an answer rather than a refusal."""
    try:
        server.get_bytes(address)
    except urllib.error.HTTPError:
        return False
    return True


def main() -> int:
    """Print a table, and return 1 if the worker takes too much."""
    addresses = Visitors(int(sys.argv[1]) if len(sys.argv) > 1 else 1).addresses()
    server, own, done = Server(workers=1), {}, 0
    print("| jobs | resident, MB | own part, MB |\n|---|---|---|")
    try:
        for jobs in COUNTED:
            for address in islice(addresses, jobs - done):
                ask(server, address)
            done, own[jobs] = jobs, server.memory()[1]
            print(f"| {jobs:,} | {server.memory('Rss')[1]:.0f} | {own[jobs]:.0f} |", flush=True)
    finally:
        server.end()
    return int(max(own.values()) > MOST or own[COUNTED[-1]] - own[WARM] > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
