"""Calibration files: the sheet to measure a printer with, and the gauges of a laser."""

from pathlib import Path

from pnp.base.errors import UsageError
from pnp.base.units import did_you_mean, quoted
from pnp.base.words import ENGLISH
from pnp.game.paper import parse_paper
from pnp.jobs.build import DUPLEX_HINTS
from pnp.jobs.laser_options import LASER_FORMATS
from pnp.jobs.options import choices
from pnp.jobs.output import staging
from pnp.rulebook.languages import language
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages.calibration import calibration_pages
from pnp.sheets.printers import load_printer


def make_calibration(out: Path, paper: str, duplex: str, printer: str = "", lang: str = "") -> Path:
    """Write the test sheet and return its path; for a printer, the one that checks its profile.

    It is in English if ``lang`` is empty.

    Raises:
        PnpError: If an option is wrong, the paper is too small, or nothing can be written.
    """
    from pnp.render import pdf

    if duplex not in DUPLEX_HINTS:
        known = " or ".join(DUPLEX_HINTS)
        close = did_you_mean(duplex, DUPLEX_HINTS)
        raise UsageError(
            f"--duplex: the test sheet has two sides: {known}, not {quoted(duplex)}{close}"
        )
    turned, words = Duplex(duplex), language(lang.strip().lower() or ENGLISH)
    chosen = parse_paper(paper)
    profile = load_printer(printer) if printer else None
    scenes = calibration_pages(chosen.name, chosen.size, turned, profile, words.code)
    content = pdf.render(scenes, pdf.PrintHints("Printer test", words.code, DUPLEX_HINTS[turned]))
    suffix = "" if turned is Duplex.LONG_EDGE else f"-{turned}"
    suffix += f"-for-{profile.name}" if profile else ""
    folder = out / "calibration"
    suffix += f"-{words.code}" if words.code != ENGLISH else ""
    name = f"printer-{chosen.name}{suffix}.pdf"
    with staging(folder) as staged:
        staged.write(name, content)
    return folder / name


def make_laser_calibration(out: Path, client_name: str, format: str | None) -> tuple[Path, ...]:
    """Write the kerf gauge and the power grid, and return their paths in this order.

    Raises:
        PnpError: If an option is wrong, or nothing can be written.
    """
    from pnp.definitions.data_files import load_target
    from pnp.jobs.laser_settings import bed_look, formats_of, render_bed
    from pnp.laser.gauge import kerf_gauge, power_grid, trial_look

    client = load_target(client_name)
    if client.shop:
        raise UsageError(
            f"--client: {client.name} know their own kerf; a gauge is for a machine of your own"
        )
    named = choices(LASER_FORMATS)("--format", format) if format else ()
    looks = [(kind, bed_look(client, kind)) for kind in formats_of(named, client)]
    beds = [(kerf_gauge(), kind, look) for kind, look in looks]
    beds += [(power_grid(), kind, trial_look(look)) for kind, look in looks]
    folder = out / "calibration"
    made = []
    with staging(folder) as staged:
        for bed, kind, look in beds:
            name = f"laser-{bed.name}-{client.id}.{kind}"
            staged.write(name, render_bed(kind, bed, look))
            made.append(folder / name)
    return tuple(made)
