"""Loops over the rows of a table: what is drawn for one card after another is one call for all."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from pnp.definitions.squib.ruby import CardCells, CardIndex
from pnp.definitions.squib.script import Call

_Site = tuple[str, int, str, int]  # a call in a script, and how often it was made for a card


def gathered(calls: Iterable[Call]) -> list[Call]:
    """Return the calls of a deck; those that a loop makes for each card are one."""
    made: list[Call] = []
    for is_loop, run in groupby(calls, _is_for_a_row):
        some = list(run)
        made += _together(some) if is_loop else some
    return made


def _is_for_a_row(call: Call) -> bool:
    return isinstance(call.options.get("range"), CardIndex) and not call.options.get("embed")


def _together(calls: Sequence[Call]) -> list[Call]:
    """Return one call for those from one place, unless their order differs from card to card."""
    sites: dict[_Site, dict[int, Call]] = {}
    order: dict[_Site, int] = {}
    last: dict[int, int] = {}  # place of the last call for a card, among the sites
    for call in calls:
        card = int(call.options["range"])
        place = (call.file, call.line, call.name)
        times = next(n for n in range(len(calls)) if card not in sites.get((*place, n), {}))
        sites.setdefault((*place, times), {})[card] = call
        here = order.setdefault((*place, times), len(order))
        if here < last.get(card, 0):
            return list(calls)
        last[card] = here
    return [_one(some) for some in sites.values()]


def _one(calls: dict[int, Call]) -> Call:
    """Return one call for several cards."""
    first = next(iter(calls.values()))
    chosen = [call.options["range"] for call in calls.values()]
    options: dict[str, Any] = {"range": chosen}
    for key in {key: None for call in calls.values() for key in call.options if key != "range"}:
        values = {card: call.options.get(key) for card, call in calls.items()}
        if len({repr(value) for value in values.values()}) == 1:
            options[key] = first.options.get(key)
        else:
            cells = [values.get(card) for card in range(max(values) + 1)]
            options[key] = CardCells(cells, chosen[0].origin)
    return first._replace(options=options)
