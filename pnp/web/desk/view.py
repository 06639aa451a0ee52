"""Reads from an address which cards and sheets of a desk to show, with which overlays."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pnp.base.errors import UsageError
from pnp.base.units import quoted
from pnp.components.overlays import OVERLAYS
from pnp.web.desk.state import DeskState

SHOWS = ("all", "faults", "changed")


class DeskView(NamedTuple):
    """The part of a desk to show, as chosen in the address."""

    show: str = "all"
    since: int = 1
    over: tuple[str, ...] = ()
    start: int = 0
    lang: str = ""

    @classmethod
    def read(cls, query: Mapping[str, list[str]]) -> "DeskView":
        """Read the query of an address, ignoring other parameters.

        Raises:
            UsageError: If a value is unknown.
        """
        show = query.get("show", ["all"])[-1]
        if show not in SHOWS:
            raise UsageError(f"show: write one of {', '.join(SHOWS)}, not {quoted(show)}")
        over = query.get("over", [])
        if wrong := sorted(set(over) - set(OVERLAYS)):
            raise UsageError(f"over: write {', '.join(OVERLAYS)}, not {quoted(wrong[0])}")
        numbers = partial(_number, query)
        chosen = tuple(one for one in OVERLAYS if one in over)
        lang = query.get("lang", [""])[-1]
        return cls(show, numbers("since", 1), chosen, numbers("start", 0), lang)

    def query(self, **other: Any) -> str:
        """Return the query of an address, without default values."""
        asked, usual = self._replace(**other), DeskView()
        words = [(key, getattr(asked, key)) for key in self._fields]
        given = [(key, value) for key, value in words if value != getattr(usual, key)]
        return f"?{urlencode(given, doseq=True)}" if given else ""

    def of(self, state: DeskState) -> DeskState:
        """Return the part of a state to show."""
        if self.show == "changed":
            return state.changed_since(self.since)
        return state.faulty() if self.show == "faults" else state


def _number(query: Mapping[str, list[str]], name: str, usual: int) -> int:
    """Return a whole number from a query.

    Raises:
        UsageError: If the value is not a whole number.
    """
    text = query.get(name, [str(usual)])[-1]
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UsageError(f"{name}: write a whole number, not {quoted(text)}")
    return int(text)
