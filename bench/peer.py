"""Time decks side by side with protograf, which draws cards from Python scripts.

Both make the same deck, each as a whole process, in turn: pips on both sides, crop marks on A4,
a title on each card but in the smallest deck. What counts is the median of how many times as much
time of the processor protograf takes. Exits with 1 if pnp is not as far ahead as it says of itself.
Its one argument is a Python that has protograf.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from process import compiled, run

SCRIPT = Path(__file__).parent / "protograf_deck.py"
GAME = """name = "Bench"
summary = "A long deck"
[components.cards]
kind = "cards"
name = "Cards"
rows = "cards.csv"
[components.cards.front]
[[components.cards.front.frames]]
kind = "pips"
number = "{front}"
[[components.cards.front.frames]]
kind = "text"
text = "{title}"
at = "4x4mm"
area = "36x6mm"
size = "10pt"
align = "center"
[components.cards.back]
[[components.cards.back.frames]]
kind = "pips"
number = "{back}"
"""


class Race(NamedTuple):
    """How many cards, how often each makes them, and how many times as fast pnp is to be.

    ``part`` is what part of protograf's memory it may take.
    """

    cards: int
    rounds: int
    ahead: float
    part: float | None = None

    @property
    def titled(self) -> bool:
        """Whether each card has a title."""
        return self.cards > 36


RACES = (Race(36, 7, 3.5), Race(1000, 3, 30), Race(10000, 1, 150, 1 / 20))


def write_deck(folder: Path, race: Race) -> None:
    """Write the deck as a game's folder."""
    folder.mkdir()
    (folder / "game.toml").write_text(GAME)
    rows = [
        f"{n % 6 + 1},{n // 6 % 6 + 1},{f'Card {n + 1}' if race.titled else ''}"
        for n in range(race.cards)
    ]
    (folder / "cards.csv").write_text("\n".join(["front,back,title", *rows]))


def measure(race: Race, peer: str, place: Path) -> bool:
    """Print a race's figures; return whether pnp is as far ahead as it should be."""
    folder = place / f"deck{race.cards}"
    write_deck(folder, race)
    pnp = [sys.executable, "-m", "pnp"]
    ours = [*pnp, "build", f"./{folder.name}", "--format", "pdf", "--quiet"]
    titled = {"TITLED": "1"} if race.titled else {}
    run(ours, place)
    pairs = [
        (run(ours, place), run([peer, str(SCRIPT)], place, CARDS=str(race.cards), **titled))
        for _ in range(race.rounds)
    ]
    ahead = median(theirs.processor / own.processor for own, theirs in pairs)
    memory = max(own.memory_mb for own, _ in pairs) / max(t.memory_mb for _, t in pairs)
    own, theirs = (median(one.processor for one in side) for side in zip(*pairs, strict=True))
    room = f", at most 1/{1 / race.part:.0f}" if race.part else ""
    columns = [
        f"{race.cards:6,} cards",
        f"{own:7.3f} s",
        f"{theirs:8.3f} s",
        f"{ahead:6.1f} times, at least {race.ahead:g}",
        f"1/{1 / memory:.1f} of its memory{room}",
    ]
    print("  ".join(columns), flush=True)
    return ahead >= race.ahead and (race.part is None or memory <= race.part)


def main() -> int:
    """Run every race."""
    if len(sys.argv) != 2:
        raise SystemExit("say which Python has protograf")
    peer = os.path.abspath(sys.argv[1])
    compiled()
    print("decks by pnp and by protograf in time of the processor, and how many times as much:")
    with tempfile.TemporaryDirectory() as place:
        kept = [measure(race, peer, Path(place)) for race in RACES]
    print("as far ahead as promised" if all(kept) else "NOT AS FAR AHEAD AS PROMISED")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
