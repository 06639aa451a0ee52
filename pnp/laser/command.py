"""The commands that make laser files."""

from functools import partial

from pnp.base.imports import require
from pnp.laser.gauges import FOLDER, GaugeOptions, gauge_steps, make_laser_calibration
from pnp.laser.options import LaserOptions
from pnp.make.command.commands import single
from pnp.make.command.console import console, heading, lines, table
from pnp.make.command.options import GamesArgument, takes
from pnp.make.command.report import Report, files_data


@single(
    "laser",
    "pnp laser turnio --material plywood-4 --client xtool",
    "pnp laser turno/loop --bed k40   # what one rule set needs",
    "pnp laser tawula --kerf 0.15 --format svg",
)
@takes(LaserOptions)
def laser(
    games: GamesArgument = None,
    *,
    options: LaserOptions,
    report: Report,
) -> int:
    """Make laser files for pieces and boards of wood or card, compensated for the kerf."""
    require("laser", "making laser files")
    from pnp.definitions import games_to_make
    from pnp.laser.job import LaserJob
    from pnp.laser.report import laser_data, laser_lines, laser_table
    from pnp.laser.settings import settings_of
    from pnp.make.pipeline import check_all, write

    settings_of(options)  # once, so that a fault in it is not printed for every game
    named = games_to_make(games or [])
    for read in check_all([partial(LaserJob.of, game, options) for game in named]):
        with report.attempt():
            job = read()
            written = write(job, options.out)
            report.add(laser_data(written, job.reports))
            if not report.silent:
                to = console()
                heading(to, f"{written.name}: laser files in {written.folder / 'laser'}")
                table(to, *laser_table(job.reports))
                lines(to, (*laser_lines(job.reports), *written.notes))
                if report.verbose:
                    lines(to, [file.path for file in written.files])
    return report.finish()


@single("laser", "pnp calibrate laser --client lightburn --speeds 5,10,15 --powers 60,80,100")
@takes(GaugeOptions)
def calibrate_laser(*, options: GaugeOptions, report: Report) -> int:
    """Make files to measure a laser's kerf, scale, settings and joints."""
    files = make_laser_calibration(options)
    told = [f"made {len(files)} files in {options.out / FOLDER}"]
    told += [file.name for file in files if report.verbose]
    told += gauge_steps(files, options)
    report.add(files_data(f"gauges for {options.client}", files), told)
    return report.finish("calibration")
