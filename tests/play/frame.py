"""Play rule sets from their printed sentences: what engines are, and how their games are played.

Print the sentences of a sheet, with the ids by which engines quote them:
``PYTHONPATH=.:tests python -m play.frame turno/loop``.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random  # noqa: TID251 (with seeds)
from typing import Any, NamedTuple

from helpers.games import built_in

from pnp.base.languages import language
from pnp.definitions import Loaded
from pnp.game.game import Game as Definition
from pnp.game.resolve import resolve
from pnp.game.rules import LaidPiece, RuleSet
from pnp.rulebook.blocks import SIGNS
from pnp.rulebook.source import rules_file
from pnp.rulebook.untranslated import title_and_key

SECTIONS = ("setup", "turn", "special", "end")
IDLE = 200  # turns in a row without a move after which nobody will ever move again
SIGN = re.compile(rf"\[({'|'.join(SIGNS)})(?::[a-z0-9-]+)?\]")
_SENTENCE = re.compile(r'\S.*?(?:[.!?]["”*)]*(?:\s*\[\w+\])*(?=\s|$)|$)')
_ITEM = re.compile(r"^(?:- |\d+\. )", re.MULTILINE)
_QUOTE = re.compile(rf"^\s*((?:{'|'.join((*SECTIONS, 'variants'))}) \d+\.\d+): ", re.MULTILINE)

Choose = Callable[[Iterable[Any]], Any]


class SilentError(AssertionError):
    """A position in which the sheet does not say how to go on."""


class EndlessError(AssertionError):
    """A game in which nobody can ever move again, or that exceeds its bound."""


class Game:
    """A game in play; an engine is a subclass named ``Play``.

    Its docstrings quote every sentence of its ``sections`` of the English sheet, each with its id.
    ``characters`` names the methods that say how much players of a kind like an option. A turn that
    changes nothing counts as one of the ``passes``.
    """

    rule_set: str
    bound = 2000
    sections = SECTIONS
    characters: tuple[str, ...] = ()

    def __init__(self, players: int, chance: Random) -> None:
        self.players, self.chance = players, chance
        self.player = self.turns = self.passes = 0
        self.set_up()

    @classmethod
    def definition(cls) -> Definition:
        return loaded(cls.rule_set).game

    @classmethod
    def rules(cls) -> RuleSet:
        return cls.definition().rule_sets[cls.rule_set.partition("/")[2]]

    @classmethod
    @cache
    def number(cls, name: str) -> int:
        """Return a number of the rule set or of the game."""
        return {**cls.definition().numbers, **cls.rules().numbers}[name]

    @classmethod
    def board_places(cls, board: str) -> tuple[str, ...]:
        return tuple(cls.definition().boards[board].by_name)

    def throw(self) -> int:
        return self.chance.randint(1, 6)

    def next_player(self) -> None:
        self.player = (self.player + 1) % self.players

    def set_up(self) -> None:
        """Put everything in its place."""
        raise NotImplementedError

    def turn(self, choose: Choose) -> None:
        """Play a whole turn, and say whose turn is next."""
        raise NotImplementedError

    @property
    def over(self) -> str | None:
        """How the game ended: "won", "draw" or "blocked"; None while it goes on."""
        raise NotImplementedError

    def in_play(self) -> Mapping[Any, int]:
        """Return how many pieces of each component are in use, by its id or (id, piece)."""
        raise NotImplementedError

    @classmethod
    def replay(cls) -> None:
        """Play the example of the sheet move by move, and assert what it says."""
        raise NotImplementedError


def play(kind: type[Game], players: int, seed: object, character: str = "random") -> Game:
    """Play a game to its end; options that a character likes best are chosen among by chance."""
    chance = Random(f"{kind.rule_set} {players} {character} {seed}")
    game, box = kind(players, chance), box_of(kind)

    def choose(options: Iterable[Any]) -> Any:
        found = list(options)
        if not found:
            raise SilentError(
                f"{kind.rule_set}: turn {game.turns} of seed {seed}: nothing may be done"
            )
        if character != "random" and len(found) > 1:
            liking = [getattr(game, character)(option) for option in found]
            most = max(liking)
            found = [one for one, much in zip(found, liking, strict=True) if much == most]
        return chance.choice(found)

    idle = 0
    while not game.over:
        passes = game.passes
        game.turns += 1
        game.turn(choose)
        idle = idle + 1 if game.passes > passes else 0
        if game.turns > kind.bound or idle > IDLE:
            raise EndlessError(
                f"{kind.rule_set}: {idle or game.turns} turns without end, seed {seed}"
            )
        for piece, used in game.in_play().items():
            assert used <= box[piece], f"{used} {piece} are in play, and there are {box[piece]}"
    return game


class Figures(NamedTuple):
    """What happened in games of one character: how they ended, and their turns in order."""

    ends: Mapping[str, int]
    turns: Sequence[int]
    passes: int

    def part(self, share: float) -> int:
        """Return the number of turns that this share of the games did not exceed."""
        return self.turns[min(len(self.turns) - 1, int(share * len(self.turns)))]


def figures(kind: type[Game], players: int, games: int, character: str = "random") -> Figures:
    """Play games with the seeds 0, 1, 2 and so on; the ends include games without one."""
    ends: Counter[str] = Counter()
    turns: list[int] = []
    passes = 0
    for seed in range(games):
        try:
            game = play(kind, players, seed, character)
        except (SilentError, EndlessError) as error:
            ends["silent" if isinstance(error, SilentError) else "endless"] += 1
            continue
        assert game.over
        ends[game.over] += 1
        turns.append(game.turns)
        passes += game.passes
    return Figures(ends, sorted(turns), passes)


def loaded(rule_set: str) -> Loaded:
    """Return the game of a rule set, with its file."""
    return built_in(rule_set.partition("/")[0])


@cache
def box_of(kind: type[Game]) -> Mapping[Any, int]:
    """Return the number of pieces that a rule set needs or uses as aids, by component and piece."""
    box: Counter[Any] = Counter(kind.rules().counts)
    needs = {need.component: need.pieces for need in kind.rules().needs}
    for key in kind.rules().counts:
        pieces = needs.get(key) or kind.definition().components[key].pieces
        box.update({(key, piece): count for piece, count in dict(pieces).items()})
    return box


def laid(kind: type[Game], example: str) -> Mapping[str, tuple[LaidPiece, ...]]:
    """Return what lies on each place in an example or in the "setup", after moves that are done."""
    position = resolve(kind.definition(), kind.rules().positions[example], kind.rules())
    found: dict[str, tuple[LaidPiece, ...]] = {}
    for piece in position.laid:
        found[piece.place] = (*found.get(piece.place, ()), piece)
    return found


def arrows(kind: type[Game], example: str) -> Sequence[tuple[str, str]]:
    """Return the start and the end of each arrow of an example."""
    return [(arrow.start, arrow.to) for arrow in kind.rules().examples[example].arrows]


def sheet(rule_set: str, lang: str = "en") -> dict[str, str]:
    """Return the sentences of a rule text by id, such as "turn 2.1"; signs name no facts."""
    name = rule_set.partition("/")[2]
    text = rules_file(loaded(rule_set).file.parent, name, lang).read_text(encoding="utf-8")
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        key = title_and_key(title, language(lang).sections)[1]
        for number, paragraph in enumerate(_paragraphs(body), start=1):
            sentences = _SENTENCE.findall(SIGN.sub(r"[\1]", paragraph))
            for place, sentence in enumerate(sentences, start=1):
                found[f"{key} {number}.{place}"] = sentence
    return found


def _paragraphs(section: str) -> Iterator[str]:
    """Yield the paragraphs and list items of a section, each on one line; figures are left out."""
    for block in re.split(r"\n\s*\n", section):
        if not block.lstrip().startswith(("![", "#")):
            yield from filter(None, (" ".join(one.split()) for one in _ITEM.split(block)))


def quotes(kind: type[Game]) -> Iterator[tuple[str, str, bool]]:
    """Yield each sentence that an engine quotes, with its id, and whether it is inherited."""
    members: dict[str, tuple[Any, type]] = {}
    for cls in reversed(kind.__mro__):
        members |= {name: (one, cls) for name, one in vars(cls).items() if one is not None}
    for name, (member, cls) in members.items():
        parts = _QUOTE.split((member if name == "__doc__" else member.__doc__) or "")
        for key, sentence in zip(parts[1::2], parts[2::2], strict=True):
            yield key, " ".join(sentence.split("\n\n")[0].split()), cls is not kind


def engines() -> dict[str, type[Game]]:
    """Return all engines by the rule set that they play."""
    here = Path(__file__).parent
    names = (path.stem for path in sorted(here.glob("*.py")))
    modules = (import_module(f"play.{name}") for name in names if name not in _NO_ENGINES)
    return {module.Play.rule_set: module.Play for module in modules if hasattr(module, "Play")}


_NO_ENGINES = ("frame", "measure", "test_play")

if __name__ == "__main__":
    for rule_set in sys.argv[1:]:
        for key, sentence in sheet(rule_set).items():
            print(f"{key}: {sentence}")
