"""Options that commands share: where output goes, what pieces are printed, how values are read."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.units import Mm
from pnp.game.paper import CARD_SIZES, MARGIN, PAPERS, Paper
from pnp.make.file_names import length_word, size_word, stock_word, theme_word
from pnp.make.options import (
    FACES,
    LAYOUT,
    DeclaredOptions,
    Option,
    choice,
    file_option,
    find_theme,
    length_of,
    look_option,
    paper_of,
    paper_option,
    piece_option,
    read_sizes,
    read_stock,
)
from pnp.scene.ink import Ink

if TYPE_CHECKING:
    from pnp.definitions import GameOptions
    from pnp.definitions.data_files import Theme


def game_options(options: Any) -> "GameOptions":
    """Return how the options of a job have a game read: those of them that it has."""
    draft = getattr(options, "draft", False)
    return {
        "sizes": getattr(options, "sizes", {}),
        "scale_layouts": getattr(options, "scale_layout", False),
        "stock": getattr(options, "stock", None),
        "theme": getattr(options, "theme", None),
        "lang": options.lang or None,
        "draft": draft,
        "partly": draft or getattr(options, "partly", False),
        "groups": getattr(options, "groups", ()),
    }


class ValueKind(NamedTuple):
    """The known values; others are possible if it ``is_open``, such as sizes in mm.

    Those ``in_files`` are ids of files that come with pnp; on the command line, the path of
    another file is possible. Users may have ones of their own in a ``folder`` of their settings.
    """

    known: Callable[[], Iterable[str]]
    is_open: bool = False
    in_files: bool = False
    folder: str = ""

    def own(self) -> tuple[str, ...]:
        """Return the values that the user and other packages added."""
        from pnp.definitions.data_files import own_ids

        return own_ids(self.folder) if self.folder else ()


def _files(folder: str, *, is_open: bool = False) -> ValueKind:
    def known() -> Iterable[str]:
        from pnp.definitions.data_files import built_in

        return built_in(folder)

    return ValueKind(known, is_open, in_files=True, folder=folder)


def _presets() -> Iterable[str]:
    from pnp.definitions.data_files import all_presets

    # A PDF for a press takes a profile as well, which is a file of the user's.
    return (preset.id for preset in all_presets().values() if not preset.pdf)


def _printers() -> Iterable[str]:
    from pnp.make.printer_profile import printer_names

    return printer_names()


KINDS = {
    "PAPER": ValueKind(lambda: PAPERS, is_open=True, folder="papers"),
    "[COMPONENT=]SIZE": ValueKind(lambda: CARD_SIZES, is_open=True),
    "STOCK": ValueKind(tuple, is_open=True),
    "PRINTER": ValueKind(_printers),
    "LANG": _files("rulebook")._replace(folder=""),
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


# Base classes for the options of commands; they are never used alone.
@dataclass(frozen=True, init=False, repr=False, eq=False)
class OutputOptions(DeclaredOptions):
    """Where output goes."""

    out: Path = file_option(
        "The output folder.", default=Path("output"), metavar="DIR", setting=True
    )


@dataclass(frozen=True, init=False, repr=False, eq=False)
class GameOutputOptions(OutputOptions):
    """Where the output of games goes, and whether it replaces earlier output."""

    clean: bool = file_option(
        "Remove files that earlier runs of this command made of the game and this one does not.",
        default=False,
    )


@dataclass(frozen=True, init=False, repr=False, eq=False)
class PrintedOptions(GameOutputOptions):
    """The paper to print on, and the size and thickness of pieces; ``sizes`` are by component."""

    paper: Paper = paper_option(
        "The paper: a0 to a6, b0 to b6, letter, legal, tabloid, ledger, arch-a to arch-e, or "
        "a size such as 210x297mm.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        shown_default="a4",
        setting=True,
        metavar="PAPER",
    )
    sizes: Mapping[str, str] = piece_option(
        "The size of cards: mini-euro, poker, bridge, tarot, square or a size such as "
        "44x68mm; for one component, tiles=40x60mm. May be repeated.",
        read_sizes,
        file_word=size_word,
        changes=FACES,
        kinds=("deck",),
        default={},
        raw_type=list[str] | None,
        flag="--size",
        metavar="[COMPONENT=]SIZE",
    )
    stock: Mm | None = piece_option(
        "The thickness of the paper, such as 0.35mm, or its weight, such as 300gsm; boxes are "
        "sized for it.",
        read_stock,
        file_word=stock_word,
        changes=FACES,
        kinds=("deck", "chips"),
        setting=True,
        metavar="STOCK",
    )
    margin: Mm = paper_option(
        "The distance of pieces from the paper's edge; below 5mm only for printers that print "
        "that close to it.",
        length_of,
        file_word=lambda margin: f"margin-{length_word(margin)}",
        changes=LAYOUT,
        default=MARGIN,
        shown_default="8mm",
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )


@dataclass(frozen=True, init=False, repr=False, eq=False)
class LookOptions(DeclaredOptions):
    """The colours of what is printed, and how much ink they take."""

    theme: "Theme | None" = look_option(
        "The colours: classic, high-contrast, colour, or your own file.",
        find_theme,
        file_word=theme_word,
        changes=FACES,
        default_text="classic",
        setting=True,
        metavar="THEME",
    )
    ink: Ink = look_option(
        "How much ink to use: full, low (outlines and hatching instead of fills) or black "
        "(pure black only).",
        choice(Ink),
        file_word=str,
        changes=FACES,
        default=Ink.FULL,
        setting=True,
    )
