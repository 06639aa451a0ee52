"""The options of ``pnp calibrate print`` and ``pnp printer add``."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.base.words import ENGLISH
from pnp.game.paper import PAPERS, Paper
from pnp.jobs.options import (
    DeclaredOptions,
    KnownWords,
    find_printer,
    one_of,
    option,
    paper_of,
)
from pnp.jobs.output_options import OutputOptions
from pnp.sheets.layout.duplex import Duplex

if TYPE_CHECKING:
    from pnp.records.printer_profile import PrinterProfile

TWO_SIDED = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)


def _read_language(option: str, code: str) -> str:
    from pnp.rulebook.languages import languages

    return one_of(option, code.strip(), languages())


@dataclass(frozen=True)
class ProfileOptions(DeclaredOptions):
    """The paper that a printer was measured on."""

    paper: Paper = option(
        "The paper, as for pnp build, such as letter.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        default_text="a4",
        group="paper",
        setting=True,
        metavar="PAPER",
    )


@dataclass(frozen=True)
class PrinterTestOptions(ProfileOptions, OutputOptions):
    """The test sheet of a printer; for a ``printer``, the one that checks its profile."""

    duplex: Duplex = option(
        "The edge on which the printer flips the sheet.",
        KnownWords(TWO_SIDED, Duplex),
        default=Duplex.LONG_EDGE,
        group="paper",
        setting=True,
    )
    printer: "PrinterProfile | None" = option(
        "Compensate the sheet for this printer, to check its profile.",
        find_printer,
        group="paper",
        metavar="PRINTER",
    )
    lang: str = option(
        "The language of the sheet, such as de.",
        _read_language,
        default=ENGLISH,
        group="look",
        setting=True,
        metavar="LANG",
    )
