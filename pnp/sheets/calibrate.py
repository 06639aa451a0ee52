"""The calibration job: the test sheet of a printer, and its options."""

from dataclasses import dataclass
from pathlib import Path

from pnp.base.languages import ENGLISH, languages
from pnp.game.paper import PAPERS, Paper
from pnp.make.options import (
    DeclaredOptions,
    KnownWords,
    find_printer,
    look_option,
    one_of,
    paper_of,
    paper_option,
)
from pnp.make.output import staging
from pnp.make.output_options import OutputOptions
from pnp.make.printer_profile import PrinterProfile
from pnp.sheets.calibration import calibration_pages
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.pages.job import BOTH_SIDES, DUPLEX_HINTS

FOLDER = "calibration"


def _read_language(option: str, code: str) -> str:
    return one_of(option, code.strip(), languages())


@dataclass(frozen=True)
class ProfileOptions(DeclaredOptions):
    """The paper that a printer was measured on."""

    paper: Paper = paper_option(
        "The paper, as for pnp build, such as letter.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        default_text="a4",
        setting=True,
        metavar="PAPER",
    )


@dataclass(frozen=True)
class PrinterTestOptions(ProfileOptions, OutputOptions):
    """The test sheet of a printer; for a ``printer``, the one that checks its profile."""

    duplex: Duplex = paper_option(
        "The edge on which the printer flips the sheet.",
        KnownWords(BOTH_SIDES, Duplex),
        default=Duplex.LONG_EDGE,
        setting=True,
    )
    printer: PrinterProfile | None = paper_option(
        "Compensate the sheet for this printer, to check its profile.",
        find_printer,
        metavar="PRINTER",
    )
    lang: str = look_option(
        "The language of the sheet, such as de.",
        _read_language,
        default=ENGLISH,
        setting=True,
        metavar="LANG",
    )


def make_calibration(options: PrinterTestOptions) -> Path:
    """Write the test sheet and return its path.

    Raises:
        PnpError: If the paper is too small, or nothing can be written.
    """
    name, content = printer_test(options)
    folder = options.out / FOLDER
    with staging(folder) as staged:
        staged.write(name, content)
    return folder / name


def printer_test(options: PrinterTestOptions) -> tuple[str, bytes]:
    """Return the name and the content of the test sheet.

    Raises:
        LayoutError: If the paper is too small.
    """
    from pnp.render import pdf

    paper, turned, profile = options.paper, options.duplex, options.printer
    scenes = calibration_pages(paper.name, paper.size, turned, profile, options.lang)
    hints = pdf.PrintHints("Printer test", options.lang, DUPLEX_HINTS[turned])
    suffix = "" if turned is Duplex.LONG_EDGE else f"-{turned}"
    suffix += f"-for-{profile.name}" if profile else ""
    suffix += f"-{options.lang}" if options.lang != ENGLISH else ""
    return f"printer-{paper.name}{suffix}.pdf", pdf.render(scenes, hints)
