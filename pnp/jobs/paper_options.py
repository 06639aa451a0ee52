"""The options of sheets that are about paper, and about the size and thickness of pieces."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.units import Mm
from pnp.game.paper import PAPERS, Paper
from pnp.jobs.option_words import length_word, numbers_word, size_word, stock_word
from pnp.jobs.options import (
    choice,
    find_template,
    length_of,
    option,
    paper_of,
    read_sizes,
    read_slots,
    read_stock,
)
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.margin import MARGIN
from pnp.sheets.layout.scheme import Orientation

if TYPE_CHECKING:
    from pnp.game.presets import PageTemplate


@dataclass(frozen=True)
class PaperOptions:
    """On which paper to print, and how pieces lie on it; ``sizes`` are by component id."""

    out: Path = option(
        "Where output goes.", default=Path("output"), group="files", metavar="DIR", setting=True
    )
    clean: bool = option(
        "Remove what earlier runs of this command made of the game and this one does not.",
        default=False,
        group="files",
    )
    paper: Paper = option(
        "a0 to a6, b0 to b6, letter, legal, tabloid, ledger, arch-a to arch-e, or a size "
        "such as 210x297mm.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        group="paper",
        implied="a4",
        setting=True,
        metavar="PAPER",
    )
    sizes: Mapping[str, str] = option(
        "Size of the cards: mini-euro, poker, bridge, tarot, square or such as 44x68mm; "
        "of one component: tiles=40x60mm. May be repeated.",
        read_sizes,
        word=size_word,
        acts_on="components with a size to choose, such as cards",
        default={},
        group="pieces",
        written=list[str] | None,
        flag="--size",
        metavar="[COMPONENT=]SIZE",
    )
    stock: Mm | None = option(
        "The paper: how thick, such as 0.35mm, or how heavy, such as 300gsm. Boxes are "
        "made to hold pieces of it, and to be made of it.",
        read_stock,
        word=stock_word,
        acts_on="boxes",
        group="pieces",
        setting=True,
        metavar="STOCK",
    )
    orientation: Orientation = option(
        "How the paper lies: portrait, landscape, or auto for the fewest sheets.",
        choice(Orientation),
        word=str,
        acts_on="sheets that may lie either way",
        default=Orientation.AUTO,
        group="paper",
        implied="auto",
        setting=True,
    )
    margin: Mm = option(
        "How near pieces may come to the paper's edge; below 5mm only for printers that "
        "print so far out.",
        length_of,
        word=lambda margin: f"margin-{length_word(margin)}",
        acts_on="sheets",
        default=MARGIN,
        group="paper",
        implied="8mm",
        setting=True,
        metavar="LENGTH",
    )
    gap: Mm | None = option(
        "The distance between pieces: 0mm by default, 4mm for those that are cut out "
        "with scissors.",
        length_of,
        word=lambda gap: f"gap-{length_word(gap)}",
        acts_on="sheets with several pieces",
        group="paper",
        setting=True,
        metavar="LENGTH",
    )
    skip: tuple[int, ...] = option(
        "Slots to leave empty on every sheet, such as 1,4 or 1-3: counted from 1 as you "
        "read, on the front.",
        read_slots,
        word=lambda skip: f"skip-{numbers_word(skip)}",
        acts_on="sheets with slots",
        gives_way=True,
        default=(),
        group="paper",
        metavar="SLOTS",
    )
    template: "PageTemplate | None" = option(
        "A page template, such as one for labels: a name that pnp templates lists, "
        "or the path of a .toml.",
        find_template,
        word=lambda template: template.id,
        acts_on="sheets",
        gives_way=True,
        group="paper",
        metavar="TEMPLATE",
    )
    duplex: Duplex = option(
        "long-edge or short-edge: how the printer turns the sheet; fold: both sides on "
        "one side of the paper, to fold and glue; fronts or backs alone.",
        choice(Duplex),
        word=str,
        acts_on="pieces with backs, and their boxes",
        default=Duplex.LONG_EDGE,
        group="paper",
        setting=True,
    )

    def template_faults(self, template: "PageTemplate", given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that a template determines."""
        for name in ("orientation", "margin", "gap"):
            if name in given:
                yield f"--{name}: the template {template.id} determines it; leave --{name} out"
        if "paper" in given and self.paper.size != template.paper.size:
            yield f"--paper: the template {template.id} is on {template.paper.name}; leave it out"
        if self.duplex is Duplex.FOLD:
            yield f"--duplex: the template {template.id} has no fold; print with another --duplex"

    @property
    def sheet(self) -> Paper:
        """The paper to print on, which a template determines."""
        return self.template.paper if self.template is not None else self.paper
