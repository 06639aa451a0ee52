"""The options of ``pnp build``, ``deck``, ``chips`` and ``board``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from pnp.base.units import Mm
from pnp.game.paper import PAPERS, Paper, parse_paper
from pnp.jobs.options import (
    Option,
    choice,
    choices,
    find_preset,
    find_printer,
    find_template,
    find_theme,
    length_between,
    length_of,
    read_sizes,
    read_slots,
    read_stock,
    read_url,
    whole_number,
    words_of,
)
from pnp.jobs.selection import Pick, read_pieces
from pnp.scene.ink import Ink
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.margin import MARGIN
from pnp.sheets.layout.marks import MarkSides, MarkStyle
from pnp.sheets.layout.scheme import Orientation

if TYPE_CHECKING:
    from pnp.game.presets import PageTemplate, Preset, Theme
    from pnp.records.printer_profile import PrinterProfile

FORMATS = ("pdf", "svg", "png", "tts")


class SheetOptions(NamedTuple):
    """What to print, on which paper, and how it looks.

    No ``only``, ``pieces`` or ``kind`` means everything; ``cards`` picks the deck with that number
    of cards. ``sizes`` are by component id, or by "" for all other decks. No ``theme`` leaves the
    colours of the definition. ``lang`` is the current one of ``langs``.
    """

    out: Annotated[
        Path, Option("Where output goes.", group="files", written=Path, metavar="DIR")
    ] = Path("output")
    paper: Annotated[
        Paper,
        Option(
            "a0 to a6, b0 to b6, letter, legal, tabloid, ledger, arch-a to arch-e, or a size "
            "such as 210x297mm.",
            lambda _, text: parse_paper(text),
            group="paper",
            implied="a4",
        ),
    ] = Paper("a4", PAPERS["a4"])
    orientation: Annotated[
        Orientation,
        Option(
            "How the paper lies: portrait, landscape, or auto for the fewest sheets.",
            choice(Orientation),
            group="paper",
            implied="auto",
        ),
    ] = Orientation.AUTO
    margin: Annotated[
        Mm,
        Option(
            "How near pieces may come to the paper's edge; below 5mm only for printers that "
            "print so far out.",
            length_of,
            group="paper",
            implied="8mm",
        ),
    ] = MARGIN
    gap: Annotated[
        Mm | None,
        Option(
            "The distance between pieces: 0mm by default, 4mm for those that are cut out "
            "with scissors.",
            length_of,
            group="paper",
        ),
    ] = None
    skip: Annotated[
        tuple[int, ...],
        Option(
            "Slots to leave empty on every sheet, such as 1,4 or 1-3: counted from 1 as you "
            "read, on the front.",
            read_slots,
            group="paper",
        ),
    ] = ()
    template: Annotated[
        "PageTemplate | None",
        Option(
            "A page template, such as one for labels: a name that pnp templates lists, "
            "or the path of a .toml.",
            find_template,
            group="paper",
        ),
    ] = None
    duplex: Annotated[
        Duplex,
        Option(
            "long-edge or short-edge: how the printer turns the sheet; fold: both sides on "
            "one side of the paper, to fold and glue; fronts or backs alone.",
            choice(Duplex),
            group="paper",
            default="long-edge",
        ),
    ] = Duplex.LONG_EDGE
    sizes: Annotated[
        Mapping[str, str],
        Option(
            "Size of the cards: mini-euro, poker, bridge, tarot, square or such as 44x68mm; "
            "of one component: tiles=40x60mm. May be repeated.",
            read_sizes,
            group="pieces",
            written=list[str] | None,
            flag="--size",
        ),
    ] = {}
    stock: Annotated[
        Mm | None,
        Option(
            "The paper: how thick, such as 0.35mm, or how heavy, such as 300gsm. Boxes are "
            "made to hold pieces of it, and to be made of it.",
            read_stock,
            group="pieces",
        ),
    ] = None
    formats: Annotated[
        tuple[str, ...],
        Option(
            "pdf (sheets), svg, png (faces), tts (Tabletop Simulator), with commas between.",
            choices(FORMATS),
            group="files",
            default="pdf,svg",
            flag="--format",
        ),
    ] = ("pdf", "svg")
    dpi: Annotated[
        int,
        Option(
            "Pixels to the inch of PNG faces.",
            whole_number(30, 2400),
            group="files",
            written=int,
        ),
    ] = 300
    preset: Annotated[
        "Preset | None",
        Option(
            "Make cards for a print shop as well, such as tgc-poker: PNG faces with bleed; "
            "pnp list --presets shows all.",
            find_preset,
            group="files",
        ),
    ] = None
    tts_url: Annotated[
        str,
        Option(
            "Where you put the images for Tabletop Simulator.",
            read_url,
            group="files",
            metavar="URL",
        ),
    ] = ""
    only: Annotated[
        tuple[str, ...],
        Option("Components to make, with commas between them.", words_of, group="pieces"),
    ] = ()
    pieces: Annotated[
        tuple[Pick, ...],
        Option(
            "Some pieces of one component: places such as 1-6,9 in the order of printing, or "
            "names such as red-3-4 or name:3-4.",
            lambda _, text: read_pieces(text),
            group="pieces",
        ),
    ] = ()
    copies: Annotated[
        int,
        Option(
            "How many copies of each component to print.",
            whole_number(1, 100),  # more is a mistake in a number
            group="pieces",
            written=int,
        ),
    ] = 1
    fit: Annotated[
        bool,
        Option(
            "A board that is larger than the paper: smaller, as it fits one page, or on "
            "several pages to join.",
            group="paper",
            written=bool,
            flag="--fit/--poster",
        ),
    ] = False
    marks: Annotated[
        MarkStyle,
        Option(
            "What shows where to cut: crop (marks in the margins), full (lines right "
            "through), cross or dots (at every corner), none.",
            choice(MarkStyle),
            group="cutting",
            default="crop",
        ),
    ] = MarkStyle.CROP
    mark_length: Annotated[
        Mm | None,
        Option(
            "The length of crop marks and crosses, such as 6mm; 4mm by default.",
            length_between(1.0, 20.0),
            group="cutting",
        ),
    ] = None
    mark_width: Annotated[
        Mm | None,
        Option(
            "The width of marks, such as 0.4mm, and of dots; 0.25mm and 0.8mm by default.",
            length_between(0.1, 1.0),  # thinner does not print, thicker hides where to cut
            group="cutting",
        ),
    ] = None
    mark_sides: Annotated[
        MarkSides,
        Option(
            "Marks on both sides of a sheet, fronts or backs.",
            choice(MarkSides),
            group="cutting",
            default="both",
        ),
    ] = MarkSides.BOTH
    cut_order: Annotated[
        bool,
        Option("Number the marks in the order in which to cut.", group="cutting", written=bool),
    ] = False
    rounded: Annotated[
        bool,
        Option(
            "Show round corners of pieces that are cut straight as light lines.",
            group="cutting",
            written=bool,
        ),
    ] = False
    printer: Annotated[
        "PrinterProfile | None",
        Option(
            "Correct the sheets for a printer that was measured: see pnp calibrate print.",
            find_printer,
            group="paper",
            metavar="NAME",
        ),
    ] = None
    ink: Annotated[
        Ink,
        Option(
            "full; low: outlines and hatches instead of fills; black: pure black alone.",
            choice(Ink),
            group="look",
            default="full",
        ),
    ] = Ink.FULL
    theme: Annotated[
        "Theme | None",
        Option(
            "The colours: classic, high-contrast, colour, or a file of your own.",
            find_theme,
            group="look",
            default="classic",
        ),
    ] = None
    langs: Annotated[
        tuple[str, ...],
        Option(
            "Languages of cards that are written in several, such as de or en,de.",
            words_of,
            group="look",
            flag="--lang",
        ),
    ] = ()
    unchecked: Annotated[
        bool, Option("Build although the box falls short.", group="files", written=bool)
    ] = False
    kind: str = ""
    cards: int | None = None
    lang: str | None = None

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that another one leaves without meaning."""
        if self.template is not None:
            yield from self._template_faults(self.template, given)
        if self.mark_length is not None and self.marks not in (MarkStyle.CROP, MarkStyle.CROSS):
            yield (
                f"--mark-length: --marks {self.marks} has no length to choose; crop and cross have"
            )
        if self.marks is MarkStyle.NONE:
            for option, chosen in (
                ("--mark-width", self.mark_width is not None),
                ("--cut-order", self.cut_order),
            ):
                if chosen:
                    yield f"{option}: --marks none has no marks; leave one of the two out"

    def _template_faults(self, template: "PageTemplate", given: frozenset[str]) -> Iterator[str]:
        for name in ("orientation", "margin", "gap"):
            if name in given:
                yield f"--{name}: the template {template.id} determines it; leave --{name} out"
        if "paper" in given and self.paper.size != template.paper.size:
            yield f"--paper: the template {template.id} is on {template.paper.name}; leave it out"
        if self.duplex is Duplex.FOLD:
            yield f"--duplex: the template {template.id} has no fold; print with another --duplex"

    def in_each_language(self) -> tuple[Self, ...]:
        """Return the options for each language asked for, one at a time."""
        return tuple(self._replace(lang=lang) for lang in self.langs or (None,))

    @property
    def complete(self) -> bool:
        """Whether everything that belongs to a game is made."""
        return not (self.only or self.kind or self.pieces)

    @property
    def look(self) -> str:
        """Theme and ink for names of files and folders; empty if both are the usual ones."""
        from pnp.game.presets import CLASSIC

        theme = self.theme.id if self.theme is not None and self.theme.id != CLASSIC else ""
        return "-".join(filter(None, (theme, self.ink if self.ink is not Ink.FULL else "")))

    @property
    def sheet(self) -> Paper:
        """The paper to print on, which a template determines."""
        return self.template.paper if self.template is not None else self.paper
