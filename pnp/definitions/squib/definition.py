"""Write the definition of a game with the decks of a project."""

import json
import re
from collections.abc import Sequence

from pnp.definitions.squib.card import LEFT_OUT
from pnp.definitions.squib.decks import OWN, ScriptDeck


def definition(decks: Sequence[ScriptDeck], title: str) -> bytes:
    """Return the game.toml of a game with these decks."""
    lines = [f"name = {_toml(title)}", 'summary = "A game that began as a project of Squib."']
    for number, deck in enumerate(decks, start=1):
        key = "cards" if number == 1 else f"cards-{number}"
        name = "Cards" if number == 1 else f"Cards {number}"
        lines += ["", f"[components.{key}]", 'kind = "cards"', f'name = "{name}"']
        lines += [f"size = {_toml(deck.size)}", f"corner = {_toml(deck.corner)}"]
        if deck.table is None and deck.cards > 1:
            lines.append(f"cards = [{{ copies = {deck.cards} }}]")
        elif deck.table is not None and deck.table.name == OWN:
            rows = (_toml(row or {"copies": 1}) for row in deck.table.rows)
            lines += ["cards = [", *(f"  {row}," for row in rows), "]"]
        elif deck.table is not None:
            lines.append(f"rows = {_toml(deck.table.name)}")
        lines += ["", f"[components.{key}.front]"]
        if deck.ground:
            lines.append(f"ground = {_toml(deck.ground)}")
        for frame in deck.frames:
            written = {name: value for name, value in frame.items() if name != LEFT_OUT}
            block = [f"[[components.{key}.front.frames]]"]
            block += [f"{name} = {_toml(value)}" for name, value in written.items()]
            if LEFT_OUT in frame:
                block = [f"# {line}" for line in (*f"{frame[LEFT_OUT]}".splitlines(), *block)]
            lines += ["", *block]
    return "\n".join([*lines, ""]).encode()


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else _toml(name)
