"""Options that commands share: where output goes, and what pieces are printed on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.base.units import Mm
from pnp.game.paper import MARGIN, PAPERS, Paper
from pnp.jobs.file_names import length_word, size_word, stock_word
from pnp.jobs.options import (
    FACES,
    LAYOUT,
    DeclaredOptions,
    length_of,
    option,
    paper_of,
    read_sizes,
    read_stock,
)


# Base classes for the options of commands; they are never used alone.
@dataclass(frozen=True, init=False, repr=False, eq=False)
class OutputOptions(DeclaredOptions):
    """Where output goes."""

    out: Path = option(
        "The output folder.", default=Path("output"), group="files", metavar="DIR", setting=True
    )


@dataclass(frozen=True, init=False, repr=False, eq=False)
class GameOutputOptions(OutputOptions):
    """Where the output of games goes, and whether it replaces earlier output."""

    clean: bool = option(
        "Remove files that earlier runs of this command made of the game and this one does not.",
        default=False,
        group="files",
    )


@dataclass(frozen=True, init=False, repr=False, eq=False)
class PrintedOptions(GameOutputOptions):
    """The paper to print on, and the size and thickness of pieces; ``sizes`` are by component."""

    paper: Paper = option(
        "The paper: a0 to a6, b0 to b6, letter, legal, tabloid, ledger, arch-a to arch-e, or "
        "a size such as 210x297mm.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        group="paper",
        shown_default="a4",
        setting=True,
        metavar="PAPER",
    )
    sizes: Mapping[str, str] = option(
        "The size of cards: mini-euro, poker, bridge, tarot, square or a size such as "
        "44x68mm; for one component, tiles=40x60mm. May be repeated.",
        read_sizes,
        file_word=size_word,
        changes=FACES,
        default={},
        group="pieces",
        raw_type=list[str] | None,
        flag="--size",
        metavar="[COMPONENT=]SIZE",
    )
    stock: Mm | None = option(
        "The thickness of the paper, such as 0.35mm, or its weight, such as 300gsm; boxes are "
        "sized for it.",
        read_stock,
        file_word=stock_word,
        changes=FACES,
        group="pieces",
        setting=True,
        metavar="STOCK",
    )
    margin: Mm = option(
        "The distance of pieces from the paper's edge; below 5mm only for printers that print "
        "that close to it.",
        length_of,
        file_word=lambda margin: f"margin-{length_word(margin)}",
        changes=LAYOUT,
        default=MARGIN,
        group="paper",
        shown_default="8mm",
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
