"""The options of ``pnp build``, ``deck``, ``chips`` and ``board``: paper, faces, drafts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from pnp.base.errors import UsageError
from pnp.base.messages import Message
from pnp.base.text import address_parts, is_web_address
from pnp.base.units import Mm
from pnp.game.paper import Paper
from pnp.make.file_names import length_word, numbers_word, pieces_word
from pnp.make.options import (
    FACES,
    LAYOUT,
    choice,
    choices,
    cutting_option,
    declared,
    file_option,
    find_cutter,
    find_preset,
    find_printer,
    find_template,
    length_between,
    length_of,
    look_option,
    other_option,
    paper_option,
    piece_option,
    read_slots,
    same_option,
    whole_number,
    words_of,
)
from pnp.make.output_options import LookOptions, PrintedOptions
from pnp.make.selection import Pick, read_pieces
from pnp.make.wing import own_wings
from pnp.scene.ink import Ink
from pnp.sheets.layout.crop_marks import MarkSides, MarkStyle
from pnp.sheets.layout.scheme import Duplex, FaceOrder, Orientation
from pnp.sheets.press import find_press_profile, find_separation_profile

if TYPE_CHECKING:
    from pnp.base.icc import PressProfile
    from pnp.definitions.data_files import Theme
    from pnp.game.presets import CutterProfile, PageTemplate, Preset
    from pnp.make.printer_profile import PrinterProfile
    from pnp.sheets.changed import EarlierFaces

OTHER_FORMATS = {one.name: one for wing in own_wings() for one in wing.formats}
FORMATS = ("pdf", "svg", "png", "faces", *OTHER_FORMATS)
_OTHERS = "".join(f", {one.name} ({one.program})" for one in OTHER_FORMATS.values())
IN_INKS = ("pdf", "faces")  # the formats that hold CMYK

LEAST_GAP: Mm = 1.0  # between pieces that a machine cuts
GANGED = ("deck", "chips")  # the commands that make them gang by default
NOT_SHARED = ("orientation", "gap", "skip", "template", "fit", "rounded", "cut_order")


@dataclass(frozen=True, init=False, repr=False, eq=False)
class PaperOptions(PrintedOptions):
    """The paper to print on, and how pieces lie on it."""

    orientation: Orientation = paper_option(
        "The orientation of the paper; auto takes the fewest sheets.",
        choice(Orientation),
        file_word=str,
        changes=LAYOUT,
        default=Orientation.AUTO,
        shown_default="auto",
        setting=True,
        in_help=False,
    )
    gap: Mm | None = paper_option(
        "The distance between pieces; by default 0mm, or 4mm for pieces that you cut out with "
        "scissors.",
        length_of,
        file_word=lambda gap: f"gap-{length_word(gap)}",
        changes=LAYOUT,
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
    skip: tuple[int, ...] = paper_option(
        "Slots to leave empty on every sheet, such as 1,4 or 1-3; they are counted from 1 on "
        "the front, in reading order.",
        read_slots,
        file_word=lambda skip: f"skip-{numbers_word(skip)}",
        changes=LAYOUT,
        default=(),
        metavar="SLOTS",
    )
    template: "PageTemplate | None" = paper_option(
        "A page template for labels or perforated cards: a name that pnp templates lists, or "
        "the path of a .toml file.",
        find_template,
        file_word=lambda template: template.id,
        changes=LAYOUT,
        metavar="TEMPLATE",
    )
    duplex: Duplex = paper_option(
        "How to print backs: long-edge or short-edge (the printer flips the sheet on that "
        "edge), fold (both sides on one side of the paper, to fold and glue), fronts or backs "
        "(one side only).",
        choice(Duplex),
        file_word=str,
        changes=FACES,
        default=Duplex.LONG_EDGE,
        setting=True,
    )

    def template_faults(self, template: "PageTemplate", given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that a template determines."""
        for name in ("orientation", "margin", "gap"):
            if name in given:
                yield Message("template_decides", f"--{name}", template=template.id, option=name)
        if "paper" in given and self.paper.size != template.paper.size:
            paper = template.paper.name
            yield Message("template_paper", "--paper", template=template.id, paper=paper)
        if self.duplex is Duplex.FOLD:
            yield Message("template_fold", "--duplex", template=template.id)

    @property
    def sheet(self) -> Paper:
        """The paper to print on: that of the template, if there is one."""
        return self.template.paper if self.template is not None else self.paper


def read_since(option: str, text: str) -> "EarlierFaces":
    """Read a manifest."""
    from pnp.sheets.changed import read_since

    return read_since(option, text)


@dataclass(frozen=True, init=False, repr=False, eq=False)
class PrototypeOptions(PaperOptions):
    """How to make a game that has faults, or that was printed before."""

    draft: bool = file_option(
        "Make everything despite faults: mark them in red on the cards, use placeholders for "
        "missing pictures, and list all faults.",
        file_word=lambda _: "draft",
        changes=FACES,
        kinds=("deck",),
        default=False,
    )
    partly: bool = file_option(
        "Print untranslated texts in the game's own language; the report counts and lists them.",
        default=False,
        flag="--partial",
    )
    scale_layout: bool = piece_option(
        "Scale the layout of cards and boards to the size that --size gives them.",
        file_word=lambda _: "scaled",
        changes=FACES,
        default=False,
        setting=True,
        in_help=False,
    )
    groups: tuple[str, ...] = piece_option(
        "Show the frames of these groups, separated by commas: others are left out.",
        words_of,
        file_word=lambda groups: f"group-{'_'.join(groups)}",
        changes=FACES,
        default=(),
        flag="--group",
        metavar="GROUP",
        several=True,
        in_help=False,
    )
    changed_since: "EarlierFaces | None" = piece_option(
        "Print only the pieces that changed since an earlier build, by its manifest.json.",
        read_since,
        file_word=lambda since: f"changed-since-{_as_word(since.text)}",
        changes=("sheets", "proof"),
        metavar="MANIFEST",
    )

    proof: bool = file_option(
        "Make a proof instead of sheets: all pieces with their names on a few pages, as a "
        "PDF, or as images with --format png.",
        default=False,
    )
    proof_lines: bool = file_option(
        "Show the cut, the bleed and the safe area of the pieces on a --proof.",
        file_word=lambda _: "lines",
        changes=("proof",),
        default=False,
        setting=True,
        in_help=False,
    )


def _as_word(since: str) -> str:
    """Return the name of a manifest without its suffix, for file names."""
    stem = re.split(r"[/\\]", since)[-1].removesuffix(".json")
    return re.sub(r"[^A-Za-z0-9_.]+", "-", stem).strip("-.") or "then"


def _read_url(option: str, text: str) -> str:
    """Parse an address to which file names can be appended."""
    url = text.strip()
    parts = address_parts(url)
    is_file = parts is not None and parts.scheme == "file" and bool(parts.path)
    if parts is None or not (is_file or is_web_address(url)):
        raise UsageError(Message("url", option, written=text))
    if parts.query or parts.fragment:
        raise UsageError(Message("plain_url", option, written=text))
    return url


@dataclass(frozen=True, init=False, repr=False, eq=False)
class FaceOptions(PrototypeOptions):
    """Which kinds of files to make, and how faces are arranged in those without sheets."""

    formats: tuple[str, ...] = file_option(
        "Formats, separated by commas: pdf (sheets), svg and png (faces), faces (a PDF with "
        f"one face per page, for print shops){_OTHERS}.",
        choices(FORMATS),
        default=("pdf",),
        flag="--format",
        setting=True,
    )
    dpi: int = file_option(
        "Resolution of PNG faces, in pixels per inch.",
        whole_number(30, 2400),
        file_word=lambda dpi: f"{dpi}dpi",
        changes=("png",),
        default=300,
        setting=True,
        in_help=False,
        metavar="N",
    )
    bleed: Mm = other_option(
        "How far the art of --format faces extends past the cut, such as 3mm or 0.125in.",
        length_between(0.0, 10.0),
        file_word=lambda bleed: f"bleed-{length_word(bleed)}",
        changes=("face pages",),
        default=3.0,
        shown_default="3mm",
        metavar="LENGTH",
        setting=True,
        in_help=False,
    )
    pdfx: "PressProfile | None" = other_option(
        "Make --format faces as PDF/X-4 for the press with this ICC profile, such as "
        "PSOcoated_v3.icc; greys are printed with black ink only.",
        find_press_profile,
        file_word=lambda _: "x4",
        changes=("face pages",),
        metavar="FILE",
    )
    pdfx_1a: "PressProfile | None" = other_option(
        "Make --format faces as PDF/X-1a:2003 for the press with this ICC profile: in CMYK and "
        "without transparency.",
        find_separation_profile,
        file_word=lambda _: "x1a",
        changes=("face pages",),
        metavar="FILE",
        in_help=False,
    )
    cmyk: "PressProfile | None" = other_option(
        "Make PDF sheets and faces in CMYK for the press with this ICC profile; black and "
        "greys are printed with black ink only.",
        find_separation_profile,
        file_word=lambda _: "cmyk",
        changes=("sheets", "face pages"),
        metavar="FILE",
    )
    face_order: FaceOrder = other_option(
        "The order of pages in --format faces: pairs (front, back, front, back), back-first (back, "
        "front, back, front), sides (all fronts, then all backs), one-back (all fronts, then one "
        "back).",
        choice(FaceOrder),
        file_word=str,
        changes=("face pages",),
        default=FaceOrder.PAIRS,
        shown_default="pairs",
        setting=True,
        in_help=False,
    )
    preset: "Preset | None" = other_option(
        "Also make faces with bleed for a print shop, such as tgc-poker; pnp list --presets lists "
        "them all.",
        find_preset,
        kinds=("deck",),
        metavar="PRESET",
    )
    tts_url: str = (
        ""
        if "tts" not in FORMATS
        else other_option(
            "The address where you host the images for Tabletop Simulator.",
            _read_url,
            kinds=("deck", "chips"),
            default="",
            metavar="URL",
            setting=True,
            in_help=False,
        )
    )

    @property
    def in_rgb(self) -> tuple[str, ...]:
        """The chosen formats that cannot hold CMYK."""
        return tuple(one for one in self.formats if one not in IN_INKS)

    def cmyk_faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that does not work with CMYK."""
        if self.cmyk is None:
            return
        if self.proof:
            yield Message("not_on_proof", "--cmyk", option="cmyk")
        if set(self.formats).isdisjoint(IN_INKS):
            yield Message("cmyk_pdf", "--cmyk")
        elif "formats" in given and self.in_rgb:
            rgb = ", ".join(self.in_rgb)
            yield Message("cmyk_format", "--format", formats=rgb)
        if self.preset is not None and not self.preset.pdf:
            yield Message("cmyk_preset", "--preset", preset=self.preset.id)
        for name, profile in (("--pdfx", self.pdfx), ("--pdfx-1a", self.pdfx_1a)):
            if profile not in (None, self.cmyk):
                yield Message("other_pdfx", name)

    def shop_faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that a standard or a shop's PDF excludes or takes."""
        if self.pdfx is not None and self.pdfx_1a is not None:
            yield Message("two_pdfx", "--pdfx")
        if self.preset is None or not self.preset.pdf:
            if "faces" not in self.formats:
                names = (one for one in ("bleed", "face_order", "pdfx", "pdfx_1a") if one in given)
                yield from (_pointless("for_faces", name) for name in names)
            return
        if self.pdfx_1a is None:
            yield Message("preset_profile", "--preset", preset=self.preset.id)
        for name in ("bleed", "face_order", "pdfx"):
            if name in given:
                yield _pointless("preset_decides", name, preset=self.preset.id)

    def for_shop(self) -> Self:
        """Return the options with those that the PDF of the preset's shop decides."""
        shop = self.preset
        if shop is None or not shop.pdf:
            return self
        formats = tuple(dict.fromkeys((*self.formats, "faces")))
        order = FaceOrder(shop.face_order)
        return replace(self, formats=formats, bleed=max(shop.bleed), face_order=order)


@dataclass(frozen=True)
class SheetOptions(FaceOptions):
    """What to print, on which paper, and how it looks.

    Without ``only``, ``pieces``, ``kind`` or ``rule_set`` everything is printed; ``cards`` picks
    the deck with that number of cards. ``sizes`` are by component id, or by "" for all other decks.
    Without ``theme`` the definition's colours apply. ``lang`` is the current one of ``langs``.
    Options that are only ``tried`` need no hints at better ones.
    """

    only: tuple[str, ...] = piece_option(
        "The components to make, separated by commas.",
        words_of,
        default=(),
        metavar="COMPONENT",
        several=True,
    )
    pieces: tuple[Pick, ...] = piece_option(
        "Make only these pieces of one component: positions in printing order, such as 1-6,9, "
        "or names, such as red-3-4 or name:3-4.",
        lambda _, text: read_pieces(text),
        file_word=pieces_word,
        changes=("sheets", "face pages", "tts", "proof"),
        default=(),
        metavar="PIECES",
    )
    copies: int = piece_option(
        "The number of copies of each component.",
        whole_number(1, 100),
        file_word=lambda copies: f"{copies}-copies",
        changes=LAYOUT,
        default=1,
        metavar="N",
    )
    fit: bool | None = paper_option(
        "If a board is larger than the paper, shrink it to fit one page, or print it on "
        "several pages to join; by default a mat is strips to lay edge to edge, if that takes "
        "fewer sheets.",
        file_word=lambda fit: "fit" if fit else "poster",
        changes=LAYOUT,
        kinds=("board",),
        raw_type=bool | None,
        flag="--fit/--poster",
        setting=True,
    )
    gang: bool | None = paper_option(
        "Put pieces of several components on shared sheets, with as few sheets and then as "
        "few cuts as possible; pnp deck and pnp chips do where that saves a sheet.",
        raw_type=bool | None,
        flag="--gang/--no-gang",
    )
    marks: MarkStyle = cutting_option(
        "The style of crop marks: crop (in the margins), full (lines across the sheet), cross "
        "or dots (at every corner), none.",
        choice(MarkStyle),
        file_word=lambda marks: f"marks-{marks}",
        changes=LAYOUT,
        default=MarkStyle.CROP,
        setting=True,
    )
    mark_length: Mm | None = cutting_option(
        "The length of crop marks and crosses, such as 6mm; by default 4mm.",
        length_between(1.0, 20.0),
        file_word=lambda length: f"mark-length-{length_word(length)}",
        changes=LAYOUT,
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
    mark_width: Mm | None = cutting_option(
        "The width of marks and the diameter of dots, such as 0.4mm; by default 0.25mm and 0.8mm.",
        length_between(0.1, 1.0),
        file_word=lambda width: f"mark-width-{length_word(width)}",
        changes=LAYOUT,
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
    mark_sides: MarkSides = cutting_option(
        "The sides of a sheet that have marks.",
        choice(MarkSides),
        file_word=lambda sides: f"mark-{sides}",
        changes=LAYOUT,
        default=MarkSides.BOTH,
        setting=True,
        in_help=False,
    )
    cut_order: bool = cutting_option(
        "Number the marks in the order of the cuts.",
        file_word=lambda _: "cut-order",
        changes=LAYOUT,
        default=False,
        setting=True,
        in_help=False,
    )
    cutter: "CutterProfile | None" = cutting_option(
        "Print registration marks for a cutting machine, and write files of cut lines: "
        "silhouette, silhouette-4, cricut, opos, or your own file.",
        find_cutter,
        file_word=lambda cutter: cutter.id,
        changes=LAYOUT,
        metavar="CUTTER",
        alias="--cut",
    )
    rounded: bool = cutting_option(
        "Show the round corners of pieces with straight cuts as light lines.",
        file_word=lambda _: "rounded",
        changes=LAYOUT,
        kinds=("deck",),
        default=False,
        setting=True,
        in_help=False,
    )
    printer: "PrinterProfile | None" = paper_option(
        "Compensate the sheets for a printer that you measured: see pnp calibrate print.",
        find_printer,
        file_word=lambda printer: f"for-{printer.name}",
        changes=LAYOUT,
        setting=True,
        metavar="PRINTER",
    )
    theme: "Theme | None" = same_option(LookOptions, "theme")
    ink: Ink = same_option(LookOptions, "ink")
    langs: tuple[str, ...] = look_option(
        "The language of everything printed, such as de, or several languages to make in "
        "turn, such as en,de.",
        words_of,
        default=(),
        flag="--lang",
        setting=True,
        metavar="LANG",
        several=True,
    )
    one_file: bool = file_option(
        "Put all sheets into one PDF, with blank pages where two-sided printing needs them.",
        default=False,
        setting=True,
        in_help=False,
    )
    unchecked: bool = file_option(
        "Build even if the box lacks something that the rules need.", default=False
    )
    kind: str = ""
    rule_set: str | None = None
    tried: bool = False
    cards: int | None = None
    lang: str | None = None

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that another one makes pointless."""
        if self.template is not None:
            yield from self.template_faults(self.template, given)
        if self.gang:
            for name in NOT_SHARED:
                if name in given and getattr(self, name):
                    yield _pointless("not_on_shared", name)
        if self.mark_length is not None and self.marks not in (MarkStyle.CROP, MarkStyle.CROSS):
            yield Message("mark_length", "--mark-length", marks=str(self.marks))
        if self.cutter is not None:
            yield from self._cutter_faults()
        yield from self._proof_faults()
        yield from self.cmyk_faults(given)
        yield from self.shop_faults(given)
        if self.one_file and "pdf" not in self.formats:
            yield Message("for_sheets", "--one-file")
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
    def may_gang(self) -> bool:
        """Whether decks and chips share sheets with their boxes where that saves one."""
        usual = (
            getattr(self, one.name) == one.default
            for one in declared(self)
            if one.name in NOT_SHARED
        )
        return self.gang is None and self.kind in GANGED and all(usual)

    @property
    def complete(self) -> bool:
        """Whether all files of a game are made."""
        return not (self.picked or self.rule_set)

    @property
    def picked(self) -> bool:
        """Whether single components or pieces are chosen."""
        return bool(self.only or self.kind or self.pieces)


def _pointless(key: str, name: str, **values: str) -> Message:
    """Return a message about an option that another one makes pointless."""
    option = name.replace("_", "-")
    return Message(key, f"--{option}", option=option, **values)
