"""Valid files corrupted at random, as by typing errors or by attackers."""

import json
import math
from typing import Any, Protocol

CHANGES = (1, 1, 1, 2, 4)  # how many at once
ODD: tuple[Any, ...] = (
    *(0, 1, -1, 2, 7, 13, 99, 1000, 10**6, 10**12, -(10**12), 10**18, 0.5, -0.0, 1e308, 1e-308),
    *(math.nan, math.inf, True, False, "", " ", "0", "1", "-1", "x", "é", "\u202e", "\0", "\n"),
    *("a" * 300, "0mm", "-1mm", "0.1mm", "5000mm", "1e9mm", "30mm", "30x45mm", "1x1mm", "0x0mm"),
    *("5000x5000mm", "-3x-3mm", "mmxmm", "#fff", "#c23b22", "#gggggg", "1-6", "6-1", "0-999"),
    *(
        "3-4",
        "a1",
        "a1-b7",
        "a1-z99",
        "0101",
        "0101-9999",
        "1924",
        "1924-13",
        "-0499",
        "9999-12-31",
    ),
    *("tiles.width", "cards.size", ".", "..", "../x", "/", "/etc/passwd", "con", "x.csv", "x#y"),
    *("{title}", "{", "}", "{{", "{}", "{title", "a = b and not", "cost > x", "not not a", "and"),
    *("jars == 4", "1 / 0 == 1", "sum(a) == 1", "a[1] == 1", "a.b.c == 1", "9 ** 9 == 1", "=="),
    *("**x", "*", ":star:", ":", "\\", "disc", "star", "derived", "stated", "cards", "deck"),
    *(
        "a" * 3999,
        "W\n" * 999,
        "{title}" * 400,
        "a1-cv100",
        "0101-9999",
        "000000-009999",
        "**a** " * 600,
    ),
    *([], {}, [[]], [{}], {"x": 1}, [0], ["a1"], ["1-6", "1-6"], {"": ""}, [[[[]]]]),
)


class Chance(Protocol):
    """What is left to chance; :class:`random.Random` is one."""

    def randrange(self, start: int, stop: int) -> int:
        """Return a number from ``start`` to below ``stop``."""

    def choice(self, options: Any) -> Any:
        """Return one of several."""


def changed_bytes(content: bytes, chance: Chance) -> bytes:
    """Return a file of which some bytes are others, missing, doubled or elsewhere."""
    made = bytearray(content)
    for _ in range(chance.choice(CHANGES)):
        at = chance.randrange(0, len(made) + 1)
        size = chance.choice((1, 1, 2, 8, 64))
        match chance.choice(("flip", "cut", "put", "double", "end")):
            case "flip" if at < len(made):
                made[at] ^= 1 << chance.randrange(0, 8)
            case "cut":
                del made[at : at + size]
            case "put":
                odd = chance.choice(
                    (b"\0", b"\xff", b"-", b"9" * 20, b'"', b"<", b"\n", b",", b"{")
                )
                made[at : at + chance.choice((0, len(odd)))] = odd
            case "double":
                made[at:at] = made[at : at + size] * chance.choice((1, 2, 50))
            case "end":
                del made[at:]
    return bytes(made)


def changed_value(value: Any, chance: Chance) -> Any:
    """Return tables and lists of which some parts are others, missing, doubled or elsewhere."""
    made = json.loads(json.dumps(value, default=str))
    for _ in range(chance.choice(CHANGES)):
        holder = chance.choice(_holders(made))
        if not holder:
            continue
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key, other = chance.choice(keys), chance.choice(_holders(made))
        match chance.choice(("odd", "odd", "odd", "drop", "move", "more", "wrap")):
            case "odd":
                holder[key] = json.loads(json.dumps(chance.choice(ODD)))
            case "drop":
                del holder[key]
            case "move":
                holder[key] = json.loads(json.dumps(other))
            case "more" if isinstance(holder, dict):
                holder[
                    chance.choice(("id", "kind", "odd-one", "size", "copies", "rows", "../x"))
                ] = json.loads(json.dumps(holder[key]))
            case "more":
                holder += [holder[key]] * chance.choice((1, 3, 40, 4000))
            case "wrap":
                holder[key] = chance.choice(([holder[key]], {"x": holder[key]}, str(holder[key])))
    return made


def written(value: Any) -> str:
    """Return tables and lists as TOML, each table but the whole on one line."""
    return "".join(f"{_text(key)} = {_written(one)}\n" for key, one in value.items())


def _holders(value: Any) -> list[Any]:
    """Return all tables and lists in a value, itself first."""
    found = [value]
    for one in found:
        inner = one.values() if isinstance(one, dict) else one
        found += [part for part in inner if isinstance(part, dict | list)]
    return found


def _written(value: Any) -> str:
    match value:
        case dict():
            inner = (f"{_text(key)} = {_written(one)}" for key, one in value.items())
            return "{" + ", ".join(inner) + "}"
        case list():
            return "[" + ", ".join(map(_written, value)) + "]"
        case bool():
            return "true" if value else "false"
        case float() if not math.isfinite(value):
            return str(value)
        case int() | float():
            return repr(value)
        case _:
            return _text(str(value))


def _text(text: str) -> str:
    """Return text in quotes; JSON's escapes are those of TOML, but for what it leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
