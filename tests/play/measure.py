"""Play 2,000 games of rule sets and store what happened, for their definitions and the tests.

``PYTHONPATH=.:tests python tests/play/measure.py turno/loop`` writes measured.json beside this
file and prints what belongs under ``played`` in the definition.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from play.frame import Figures, Game, engines, figures

GAMES, FIRST = 2000, 20
MEASURED = Path(__file__).with_name("measured.json")


def settings_of(kind: type[Game]) -> Iterator[tuple[int, str]]:
    """Yield the numbers of players and the characters in which a rule set is played."""
    players = kind.rules().players
    for number in range(players.least, players.most + 1):
        for character in ("random", *kind.characters):
            yield number, character


def data_of(kind: type[Game], players: int, character: str, found: Figures) -> dict[str, Any]:
    """Return figures as a definition holds them; the docstring of a character says what it does."""
    return {
        "players": players,
        **({} if character == "random" else {"by": getattr(kind, character).__doc__}),
        "games": sum(found.ends.values()),
        "turns": [found.part(0.1), found.part(0.5), found.part(0.9)],
        "draws": found.ends.get("draw", 0),
        "blocked": found.ends.get("blocked", 0),
    }


def measure(kind: type[Game]) -> Iterator[tuple[str, dict[str, Any]]]:
    for players, character in settings_of(kind):
        first = figures(kind, players, FIRST, character)
        found = figures(kind, players, GAMES, character)
        lost = found.ends.get("silent", 0) + found.ends.get("endless", 0)
        assert not lost, f"{kind.rule_set}, {players} {character}: {found.ends}"
        yield (
            f"{kind.rule_set} {players} {character}",
            {
                "all": data_of(kind, players, character, found),
                "turns_of_first_20": sum(first.turns),
            },
        )


def toml_of(data: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {json.dumps(value)}" for key, value in data.items() if value != 0)


if __name__ == "__main__":
    stored = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    for rule_set in sys.argv[1:]:
        found = dict(measure(engines()[rule_set]))
        stored |= found
        print(f"{rule_set}:\nplayed = [")
        for one in found.values():
            print(f"  {{ {toml_of(one['all'])} }},")
        print("]")
    lines = (f"{json.dumps(key)}: {json.dumps(one)}" for key, one in sorted(stored.items()))
    MEASURED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
