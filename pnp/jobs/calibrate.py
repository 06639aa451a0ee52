"""The test sheet of a printer."""

from pathlib import Path

from pnp.base.words import ENGLISH
from pnp.jobs.calibrate_options import PrinterTestOptions
from pnp.jobs.one_file import DUPLEX_HINTS
from pnp.jobs.output import staging
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages.calibration import calibration_pages

FOLDER = "calibration"


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
