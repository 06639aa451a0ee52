"""The options of sheets that concern paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.game.paper import Paper
from pnp.jobs.file_names import length_word, numbers_word
from pnp.jobs.options import (
    FACES,
    LAYOUT,
    choice,
    find_template,
    length_of,
    option,
    read_slots,
)
from pnp.jobs.output_options import PrintedOptions
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.scheme import Orientation

if TYPE_CHECKING:
    from pnp.game.presets import PageTemplate


@dataclass(frozen=True, init=False, repr=False, eq=False)
class PaperOptions(PrintedOptions):
    """The paper to print on, and how pieces lie on it."""

    orientation: Orientation = option(
        "The orientation of the paper; auto takes the fewest sheets.",
        choice(Orientation),
        file_word=str,
        changes=LAYOUT,
        default=Orientation.AUTO,
        group="paper",
        shown_default="auto",
        setting=True,
        in_help=False,
    )
    gap: Mm | None = option(
        "The distance between pieces; by default 0mm, or 4mm for pieces that you cut out with "
        "scissors.",
        length_of,
        file_word=lambda gap: f"gap-{length_word(gap)}",
        changes=LAYOUT,
        group="paper",
        setting=True,
        in_help=False,
        metavar="LENGTH",
    )
    skip: tuple[int, ...] = option(
        "Slots to leave empty on every sheet, such as 1,4 or 1-3; they are counted from 1 on "
        "the front, in reading order.",
        read_slots,
        file_word=lambda skip: f"skip-{numbers_word(skip)}",
        changes=LAYOUT,
        default=(),
        group="paper",
        metavar="SLOTS",
    )
    template: "PageTemplate | None" = option(
        "A page template for labels or perforated cards: a name that pnp templates lists, or "
        "the path of a .toml file.",
        find_template,
        file_word=lambda template: template.id,
        changes=LAYOUT,
        group="paper",
        metavar="TEMPLATE",
    )
    duplex: Duplex = option(
        "How to print backs: long-edge or short-edge (the printer flips the sheet on that "
        "edge), fold (both sides on one side of the paper, to fold and glue), fronts or backs "
        "(one side only).",
        choice(Duplex),
        file_word=str,
        changes=FACES,
        default=Duplex.LONG_EDGE,
        group="paper",
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
