"""The commands that make laser files."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.completion import completer
from pnp.cli.options import GamesArgument, OutOption, takes
from pnp.cli.report import Report
from pnp.jobs.laser_options import LaserOptions


@takes(LaserOptions)
def laser(
    games: GamesArgument = None,
    *,
    options: LaserOptions,
    report: Report,
) -> int:
    """Make files for a laser: pieces and boards of wood or card, kerf in them."""
    from pnp.cli.console import console, heading, lines, table
    from pnp.definitions import games_to_make
    from pnp.jobs.laser import LaserJob
    from pnp.jobs.laser_settings import settings_of
    from pnp.jobs.pipeline import check_all, write
    from pnp.jobs.summary import laser_data, laser_table

    settings_of(options)  # once, so that a fault in it is not printed for every game
    named = games_to_make(games or [])
    check_all([partial(LaserJob.of, game, options) for game in named])
    for game in named:
        with report.attempt():
            job = LaserJob.of(game, options)
            written = write(job, options.out)
            report.add(laser_data(written, job.reports))
            if not report.silent:
                to = console()
                heading(to, f"{written.name}: laser files in {written.folder / 'laser'}")
                table(to, *laser_table(job.reports))
                lines(to, written.notes)
                if report.verbose:
                    lines(to, [file.path for file in written.files])
    return report.finish()


def calibrate_laser(
    client: Annotated[
        str,
        typer.Option(
            "--client",
            metavar="CLIENT",
            help="The program or shop, or a file that describes one.",
            autocompletion=completer("CLIENT"),
        ),
    ] = "lightburn",
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="svg|dxf|lbrn2,...",
            help="All that the client reads if not given.",
            autocompletion=completer("svg|dxf|lbrn2,..."),
        ),
    ] = None,
    out: OutOption = Path("output"),
) -> None:
    """Make gauges for the kerf, the scale and the settings of a laser."""
    from pnp.jobs.calibrate import make_laser_calibration

    for file in make_laser_calibration(out, client, format):
        typer.echo(f"made {file}")
    typer.echo("  1. cut the kerf gauge: one slot with ten blocks in it, and score the square")
    typer.echo("  2. push the blocks to one end and measure the remaining gap, in mm")
    typer.echo("  3. pnp laser GAME --kerf-from-gauge 10 ROOM")
    typer.echo("  the square measures 50 mm on each side; if not, the machine's scale is wrong")
    typer.echo("  power: each cell has its own layer or colour, to which you give settings")
