"""Write the definition of a game with the decks of a project."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from pnp.base.files import is_device_name
from pnp.definitions.cards import COPIES
from pnp.definitions.squib.card import LEFT_OUT
from pnp.definitions.squib.decks import ScriptDeck
from pnp.game.fields import LONGEST_ID, id_like

_CARDS = "cards"  # the id of a deck whose script has no other name
_LONGEST = LONGEST_ID - 5


def definition(
    decks: Sequence[ScriptDeck], rows: Sequence[list[dict[str, str]] | str], title: str
) -> bytes:
    """Return the game.toml of a game with these decks, each with its rows or the file of these."""
    lines = [f"name = {_toml(title)}", 'summary = "A game that began as a project of Squib."']
    for deck, cards in zip(decks, rows, strict=True):
        key = deck.key
        name = key.replace("-", " ").capitalize()
        kind = "board" if deck.is_board else "cards"
        lines += ["", f"[components.{key}]", f"kind = {_toml(kind)}", f"name = {_toml(name)}"]
        lines.append(f"size = {_toml(deck.size)}")
        if not deck.is_board:
            lines.append(f"corner = {_toml(deck.corner)}")
        if isinstance(cards, str):
            lines.append(f"rows = {_toml(cards)}")
        elif deck.count > 1:
            lines += ["cards = [", *(f"  {_row(row)}," for row in cards), "]"]
        elif cards and any(cards[0]):
            lines.append(f"cards = [{_row(cards[0])}]")
        if deck.icons:
            lines.append(f"icons = {_toml(deck.icons)}")
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


def ids_of(decks: Sequence[ScriptDeck]) -> Iterator[str]:
    """Yield the id of each deck: the name of its script, with a number if that has several."""
    taken = set[str]()
    for deck in decks:
        stem = id_like(deck.stem)[:_LONGEST]
        stem = _CARDS if stem in ("", "deck") or is_device_name(stem) else stem
        key = next(key for n in count(1) if (key := f"{stem}-{n}" if n > 1 else stem) not in taken)
        taken.add(key)
        yield key


def _row(row: Mapping[str, str]) -> str:
    return _toml({key: int(cell) if key == COPIES else cell for key, cell in row.items()})


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else _toml(name)
