"""Make the sheet to measure a printer with."""

from pathlib import Path

from pnp.base.errors import UsageError
from pnp.base.units import quoted
from pnp.game.paper import parse_paper
from pnp.jobs.build import DUPLEX_HINTS
from pnp.jobs.output import staging
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages.calibration import calibration_pages
from pnp.sheets.printers import load_printer


def make_calibration(out: Path, paper: str, duplex: str, printer: str = "") -> Path:
    """Write the test sheet and return its path; for a printer, the one that checks its profile.

    Raises:
        PnpError: If a choice means nothing, the paper is too small, or nothing can be written.
    """
    from pnp.render import pdf

    if duplex not in DUPLEX_HINTS:
        known = " or ".join(DUPLEX_HINTS)
        raise UsageError(f"--duplex: the test sheet has two sides: {known}, not {quoted(duplex)}")
    turned = Duplex(duplex)
    chosen = parse_paper(paper)
    profile = load_printer(printer) if printer else None
    scenes = calibration_pages(chosen.name, chosen.size, turned, profile)
    content = pdf.render(scenes, pdf.PrintHints("Printer test", duplex=DUPLEX_HINTS[turned]))
    suffix = "" if turned is Duplex.LONG_EDGE else f"-{turned}"
    suffix += f"-for-{profile.name}" if profile else ""
    folder = out / "calibration"
    name = f"printer-{chosen.name}{suffix}.pdf"
    with staging(folder) as staged:
        staged.write(name, content)
    return folder / name
