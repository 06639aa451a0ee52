"""The options of ``pnp build``, ``deck``, ``chips`` and ``board``."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.jobs.face_options import FaceOptions
from pnp.jobs.file_names import length_word, pieces_word, theme_word
from pnp.jobs.options import (
    FACES,
    LAYOUT,
    choice,
    find_cutter,
    find_printer,
    find_theme,
    length_between,
    option,
    whole_number,
    words_of,
)
from pnp.jobs.selection import Pick, read_pieces
from pnp.scene.ink import Ink
from pnp.sheets.layout.crop_marks import MarkSides, MarkStyle
from pnp.sheets.layout.duplex import Duplex

if TYPE_CHECKING:
    from pnp.game.presets import CutterProfile, Theme
    from pnp.records.printer_profile import PrinterProfile

LEAST_GAP: Mm = 1.0  # between pieces that a machine cuts


@dataclass(frozen=True)
class SheetOptions(FaceOptions):
    """What to print, on which paper, and how it looks.

    Without ``only``, ``pieces``, ``kind`` or ``rule_set`` everything is printed; ``cards`` picks
    the deck with that number of cards. ``sizes`` are by component id, or by "" for all other decks.
    Without ``theme`` the definition's colours apply. ``lang`` is the current one of ``langs``.
    """

    only: tuple[str, ...] = option(
        "The components to make, separated by commas.",
        words_of,
        default=(),
        group="pieces",
        metavar="COMPONENT",
        several=True,
    )
    pieces: tuple[Pick, ...] = option(
        "Make only these pieces of one component: positions in printing order, such as 1-6,9, "
        "or names, such as red-3-4 or name:3-4.",
        lambda _, text: read_pieces(text),
        file_word=pieces_word,
        changes=("sheets", "face pages", "tts", "proof"),
        default=(),
        group="pieces",
        metavar="PIECES",
    )
    copies: int = option(
        "The number of copies of each component.",
        whole_number(1, 100),
        file_word=lambda copies: f"{copies}-copies",
        changes=LAYOUT,
        default=1,
        group="pieces",
        metavar="N",
    )
    fit: bool = option(
        "If a board is larger than the paper, shrink it to fit one page, or print it on "
        "several pages to join.",
        file_word=lambda _: "fit",
        changes=LAYOUT,
        default=False,
        group="paper",
        flag="--fit/--poster",
        setting=True,
    )
    strips: bool = option(
        "Print a mat larger than the paper as strips to lay edge to edge, if that takes fewer "
        "sheets than a poster.",
        file_word=lambda _: "strips",
        changes=LAYOUT,
        default=False,
        group="paper",
        setting=True,
        in_help=False,
    )
    gang: bool = option(
        "Put pieces of several components on shared sheets, with as few sheets and then as "
        "few cuts as possible.",
        default=False,
        group="paper",
    )
    marks: MarkStyle = option(
        "The style of crop marks: crop (in the margins), full (lines across the sheet), cross "
        "or dots (at every corner), none.",
        choice(MarkStyle),
        file_word=lambda marks: f"marks-{marks}",
        changes=LAYOUT,
        default=MarkStyle.CROP,
        group="cutting",
        setting=True,
    )
    mark_length: Mm | None = option(
        "The length of crop marks and crosses, such as 6mm; by default 4mm.",
        length_between(1.0, 20.0),
        file_word=lambda length: f"mark-length-{length_word(length)}",
        changes=LAYOUT,
        group="cutting",
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
    mark_width: Mm | None = option(
        "The width of marks and the diameter of dots, such as 0.4mm; by default 0.25mm and 0.8mm.",
        length_between(0.1, 1.0),
        file_word=lambda width: f"mark-width-{length_word(width)}",
        changes=LAYOUT,
        group="cutting",
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
    mark_sides: MarkSides = option(
        "The sides of a sheet that have marks.",
        choice(MarkSides),
        file_word=lambda sides: f"mark-{sides}",
        changes=LAYOUT,
        default=MarkSides.BOTH,
        group="cutting",
        setting=True,
        in_help=False,
    )
    cut_order: bool = option(
        "Number the marks in the order of the cuts.",
        file_word=lambda _: "cut-order",
        changes=LAYOUT,
        default=False,
        group="cutting",
        setting=True,
        in_help=False,
    )
    cutter: "CutterProfile | None" = option(
        "Print registration marks for a cutting machine, and write files of cut lines: "
        "silhouette, silhouette-4, cricut, opos, or your own file.",
        find_cutter,
        file_word=lambda cutter: cutter.id,
        changes=LAYOUT,
        group="cutting",
        metavar="CUTTER",
    )
    rounded: bool = option(
        "Show the round corners of pieces with straight cuts as light lines.",
        file_word=lambda _: "rounded",
        changes=LAYOUT,
        default=False,
        group="cutting",
        setting=True,
        in_help=False,
    )
    printer: "PrinterProfile | None" = option(
        "Compensate the sheets for a printer that you measured: see pnp calibrate print.",
        find_printer,
        file_word=lambda printer: f"for-{printer.name}",
        changes=LAYOUT,
        group="paper",
        setting=True,
        metavar="PRINTER",
    )
    theme: "Theme | None" = option(
        "The colours: classic, high-contrast, colour, or your own file.",
        find_theme,
        file_word=theme_word,
        changes=FACES,
        group="look",
        default_text="classic",
        setting=True,
        metavar="THEME",
    )
    ink: Ink = option(
        "How much ink to use: full, low (outlines and hatching instead of fills) or black "
        "(pure black only).",
        choice(Ink),
        file_word=str,
        changes=FACES,
        default=Ink.FULL,
        group="look",
        setting=True,
    )
    langs: tuple[str, ...] = option(
        "The language of everything printed, such as de, or several languages to make in "
        "turn, such as en,de.",
        words_of,
        default=(),
        group="look",
        flag="--lang",
        setting=True,
        metavar="LANG",
        several=True,
    )
    one_file: bool = option(
        "Put all sheets into one PDF, with blank pages where two-sided printing needs them.",
        default=False,
        group="files",
        setting=True,
        in_help=False,
    )
    unchecked: bool = option(
        "Build even if the box lacks something that the rules need.", default=False, group="files"
    )
    kind: str = ""
    rule_set: str | None = None
    cards: int | None = None
    lang: str | None = None

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that another one makes pointless."""
        if self.template is not None:
            yield from self.template_faults(self.template, given)
        if self.gang:
            for name in ("orientation", "gap", "skip", "template", "fit", "rounded", "cut_order"):
                if name in given and getattr(self, name):
                    yield _pointless("not_on_shared", name)
        if self.strips and self.fit:
            yield Message("strips_fit", "--strips")
        if self.mark_length is not None and self.marks not in (MarkStyle.CROP, MarkStyle.CROSS):
            yield Message("mark_length", "--mark-length", marks=str(self.marks))
        if self.cutter is not None:
            yield from self._cutter_faults()
        yield from self._proof_faults()
        yield from self.cmyk_faults(given)
        if self.one_file and "pdf" not in self.formats:
            yield Message("for_sheets", "--one-file")
        if "faces" not in self.formats:
            names = (name for name in ("bleed", "face_order", "pdfx") if name in given)
            yield from (_pointless("for_faces", name) for name in names)
        if self.marks is MarkStyle.NONE:
            if self.mark_width is not None:
                yield Message("no_marks", "--mark-width")
            if self.cut_order:
                yield Message("no_marks", "--cut-order")

    def _proof_faults(self) -> Iterator[str]:
        if self.proof_lines and not self.proof:
            yield Message("for_proof", "--proof-lines")
        if self.proof and not {"pdf", "png"} & set(self.formats):
            yield Message("proof_format", "--format")
        if self.proof:
            names = ("one_file", "preset", "cutter", "gang")
            yield from (_pointless("not_on_proof", name) for name in names if getattr(self, name))

    def _cutter_faults(self) -> Iterator[str]:
        if self.duplex in (Duplex.FOLD, Duplex.BACKS):
            yield Message("cutter_sides", "--cutter")
        if self.template is not None:
            yield Message("cutter_template", "--cutter")
        if self.gap is not None and self.gap < LEAST_GAP:
            yield Message("cutter_gap", "--gap", least=f"{LEAST_GAP:g}mm")
        if "pdf" not in self.formats:
            yield Message("for_sheets", "--cutter")
        for name, chosen in (
            ("marks", self.marks is not MarkStyle.CROP),
            ("mark_length", self.mark_length is not None),
            ("mark_width", self.mark_width is not None),
            ("mark_sides", self.mark_sides is not MarkSides.BOTH),
            ("cut_order", self.cut_order),
            ("rounded", self.rounded),
        ):
            if chosen:
                yield _pointless("cutter_marks", name)

    def in_each_language(self) -> tuple[Self, ...]:
        """Return the options for each chosen language; only the last ones may clean."""
        *others, last = (replace(self, lang=lang) for lang in self.langs or (None,))
        return *(replace(other, clean=False) for other in others), last

    @property
    def complete(self) -> bool:
        """Whether all files of a game are made."""
        return not (self.picked or self.rule_set)

    @property
    def picked(self) -> bool:
        """Whether single components or pieces are chosen."""
        return bool(self.only or self.kind or self.pieces)


def _pointless(key: str, name: str) -> Message:
    """Return a message about an option that another one makes pointless."""
    option = name.replace("_", "-")
    return Message(key, f"--{option}", option=option)
