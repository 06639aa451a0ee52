"""Calibration files: the sheet to measure a printer with, and the gauges of a laser."""

from pathlib import Path

from pnp.base.words import ENGLISH
from pnp.game.laser import Format
from pnp.jobs.build import DUPLEX_HINTS
from pnp.jobs.calibrate_options import GaugeOptions, PrinterTestOptions
from pnp.jobs.output import staging
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages.calibration import calibration_pages

FOLDER = "calibration"


def make_calibration(options: PrinterTestOptions) -> Path:
    """Write the test sheet and return its path.

    Raises:
        PnpError: If the paper is too small, or nothing can be written.
    """
    from pnp.render import pdf

    paper, turned, profile = options.paper, options.duplex, options.printer
    scenes = calibration_pages(paper.name, paper.size, turned, profile, options.lang)
    hints = pdf.PrintHints("Printer test", options.lang, DUPLEX_HINTS[turned])
    content = pdf.render(scenes, hints)
    suffix = "" if turned is Duplex.LONG_EDGE else f"-{turned}"
    suffix += f"-for-{profile.name}" if profile else ""
    suffix += f"-{options.lang}" if options.lang != ENGLISH else ""
    folder = options.out / FOLDER
    name = f"printer-{paper.name}{suffix}.pdf"
    with staging(folder) as staged:
        staged.write(name, content)
    return folder / name


def make_laser_calibration(options: GaugeOptions) -> tuple[Path, ...]:
    """Write the kerf gauge, the power grid and the cut test, and return their paths in this order.

    Raises:
        PnpError: If a file that describes a target has faults, or nothing can be written.
    """
    from pnp.definitions.data_files import load_target
    from pnp.jobs.laser_files import beds_of_files
    from pnp.jobs.laser_settings import bed_look, formats_of, render_bed
    from pnp.laser.gauge import kerf_gauge
    from pnp.laser.trials import LETTERED, cut_test, power_grid, trial_look, trials_of

    client = load_target(options.client)
    formats: list[Format] = [f for f in formats_of(options.formats, client) if f != "gcode"]
    beds = [("", kerf_gauge(), kind, bed_look(client, kind)) for kind in formats]
    cuts = trials_of(options.speeds, options.powers, options.passes)
    areas = (client.steps["engrave"].color,) if client.trials and "engrave" in client.steps else ()
    for kind in (client.grids,) if client.grids and not options.formats else formats:
        look = bed_look(client, kind)
        for grid, draw, colors in (
            (LETTERED, power_grid, areas),
            (cuts, cut_test, client.trials),
        ):
            for part, trials in grid.split(len(colors) or len(grid.settings)).items():
                bed = draw(trials)
                style = trial_look(look, trials, draw is power_grid, colors)
                beds.append((part, bed, kind, style))
    folder = options.out / FOLDER
    made = []
    with staging(folder) as staged:
        for part, bed, kind, look in beds:
            stem = f"laser-{bed.name}-{client.id}{part}"
            for name, of_step in beds_of_files(stem, bed, client):
                staged.write(f"{name}.{kind}", render_bed(kind, of_step, look))
                made.append(folder / f"{name}.{kind}")
    return tuple(made)
