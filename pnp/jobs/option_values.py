"""The kinds of values that options take, by the word that stands for the value in a help text."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pnp.game.paper import CARD_SIZES, PAPERS
from pnp.jobs.options import Option


class ValueKind(NamedTuple):
    """The known values; others are possible if it ``is_open``, such as sizes in mm.

    Those ``in_files`` are ids of files that come with pnp; on the command line, the path of
    another file is possible.
    """

    known: Callable[[], Iterable[str]]
    is_open: bool = False
    in_files: bool = False


def _files(folder: str, *, is_open: bool = False) -> ValueKind:
    def known() -> Iterable[str]:
        from pnp.definitions.data_files import built_in

        return built_in(folder)

    return ValueKind(known, is_open, in_files=True)


def _presets() -> Iterable[str]:
    from pnp.definitions.data_files import all_presets

    return all_presets()


def _printers() -> Iterable[str]:
    from pnp.records.printer_profile import printer_names

    return printer_names()


KINDS = {
    "PAPER": ValueKind(lambda: PAPERS, is_open=True),
    "[COMPONENT=]SIZE": ValueKind(lambda: CARD_SIZES, is_open=True),
    "STOCK": ValueKind(tuple, is_open=True),
    "PRINTER": ValueKind(_printers),
    "LANG": _files("rulebook"),
    "THEME": _files("themes"),
    "TEMPLATE": _files("pages"),
    "CUTTER": _files("cutters"),
    "PRESET": ValueKind(_presets, in_files=True),
    "CLIENT": _files("laser/clients"),
    "MATERIAL": _files("laser/materials"),
    "MACHINE": _files("laser/machines", is_open=True),
}
_OTHERS = ValueKind(tuple)


def kind_of(option: Option) -> ValueKind:
    """Return the kind of value that an option takes."""
    words = tuple((option.metavar or "").split("|"))
    return ValueKind(lambda: words) if len(words) > 1 else KINDS.get(words[0], _OTHERS)
