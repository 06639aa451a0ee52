"""The options of ``pnp kit``, and the tools that they name for cutting out pieces."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pnp.base.messages import Message
from pnp.make.options import (
    LAYOUT,
    choice,
    cutting_option,
    file_option,
    find_cutter,
    look_option,
    paper_option,
    piece_option,
    same_option,
    whole_number,
    words_of,
)
from pnp.make.output_options import LookOptions, PrintedOptions
from pnp.scene.ink import Ink
from pnp.sheets.layout.crop_marks import Marks, MarkSides, MarkStyle
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions

if TYPE_CHECKING:
    from pnp.definitions.data_files import Theme
    from pnp.game.presets import CutterProfile
    from pnp.make.printer_profile import PrinterProfile


class CutTool(StrEnum):
    """The tool that cuts out the pieces, which decides the marks on the sheets."""

    SCISSORS = "scissors"
    TRIMMER = "trimmer"
    CUTTER = "cutter"

    @property
    def marks(self) -> Marks:
        """The marks for the tool: lines for scissors, marks for a blade, nothing for a machine."""
        match self:
            case CutTool.SCISSORS:
                style = MarkStyle.FULL
            case CutTool.TRIMMER:
                style = MarkStyle.CROP
            case CutTool.CUTTER:
                style = MarkStyle.NONE
        return Marks(style, sides=MarkSides.FRONTS)


def _duplex(flag: str, text: str) -> Duplex:
    """Parse how sheets are turned; ``none`` prints only fronts."""
    return Duplex.FRONTS if text.strip().lower() == "none" else choice(Duplex)(flag, text)


@dataclass(frozen=True)
class KitOptions(PrintedOptions):
    """Who a kit is for, on which paper, and how it is cut.

    Without ``players`` it holds pieces for as many as can play. ``lang`` is empty for the language
    of the definition.
    """

    players: int | None = piece_option(
        "The number of players; leave out pieces that they do not need.",
        whole_number(1, 100),
        file_word=lambda players: f"{players}-players",
        changes=LAYOUT,
        raw_type=int | None,
        metavar="N",
    )
    aids: tuple[str, ...] = piece_option(
        "Aids to add, separated by commas: mat, box, tracker, the id of a component, or all.",
        words_of,
        file_word=lambda aids: f"with-{'_'.join(aids)}",
        changes=LAYOUT,
        default=(),
        flag="--with",
        metavar="AID",
        several=True,
    )
    duplex: Duplex = paper_option(
        "How to print backs: long-edge or short-edge (the printer flips the sheet on that "
        "edge), fold (both sides on one side of the paper, to fold and glue), fronts or none "
        "(no backs).",
        _duplex,
        file_word=str,
        changes=LAYOUT,
        default=Duplex.LONG_EDGE,
        metavar="long-edge|short-edge|fold|fronts|none",
        setting=True,
    )
    cut: CutTool = cutting_option(
        "What you cut with: scissors (cut lines), trimmer (marks beside the pieces), cutter "
        "(registration marks and cut files for a machine).",
        choice(CutTool),
        file_word=str,
        changes=LAYOUT,
        default=CutTool.SCISSORS,
        setting=True,
    )
    cutter: "CutterProfile | None" = cutting_option(
        "The cutting machine: silhouette (the default of --cut cutter), silhouette-4, cricut, "
        "opos, or your own file.",
        find_cutter,
        file_word=lambda cutter: cutter.id,
        changes=LAYOUT,
        metavar="CUTTER",
    )
    printer: "PrinterProfile | None" = same_option(SheetOptions, "printer")
    ink: Ink = same_option(LookOptions, "ink")
    theme: "Theme | None" = same_option(LookOptions, "theme")
    lang: str = look_option(
        "The language of rules and pieces: en, de, nl or fr for the games that come with pnp.",
        lambda _, text: text.strip().lower(),
        default="",
        setting=True,
        metavar="LANG",
    )
    split: bool = file_option(
        "Make two PDFs: one to print on plain paper, with cover and rules, and one to print on "
        "card, with the pieces.",
        default=False,
        setting=True,
    )
    partly: bool = look_option(
        "Print untranslated texts in the game's own language; the report counts them.",
        default=False,
        flag="--partial",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that another one makes pointless."""
        if self.duplex is Duplex.BACKS:
            yield Message("kit_backs", "--duplex")
        if self.duplex is Duplex.FOLD and self.machine is not None:
            yield Message("kit_machine", "--duplex")

    @property
    def tool(self) -> CutTool:
        """The tool that cuts: a machine if one is named."""
        return self.cut if self.machine is None else CutTool.CUTTER

    @property
    def machine(self) -> "CutterProfile | None":
        """The cutting machine, if there is one."""
        if self.cutter is None and self.cut is CutTool.CUTTER:
            profile: CutterProfile = find_cutter("--cutter", "cutter")
            return profile
        return self.cutter
