"""The commands that make laser files."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.base.errors import PnpError
from pnp.cli.errors import print_error

if TYPE_CHECKING:
    from pnp.jobs.pipeline import Written
    from pnp.jobs.summary import LaserReports

GAMES = "Ids or paths of games; if none is named the one in this folder, or all built-in games."


def laser(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help=GAMES),
    ] = None,
    component: Annotated[
        list[str] | None,
        typer.Option(
            "--component", help="A component's id; all that are cut if none. May be repeated."
        ),
    ] = None,
    client: Annotated[
        str, typer.Option("--client", help="The program or shop, or a file that describes one.")
    ] = "lightburn",
    format: Annotated[
        str | None,
        typer.Option("--format", help="svg, dxf, lbrn2; all the client reads if not given."),
    ] = None,
    material: Annotated[
        str, typer.Option("--material", help="What is cut, or a file that describes it.")
    ] = "plywood-3",
    kerf: Annotated[
        str | None,
        typer.Option("--kerf", help='The width of the cut: "0.15", or "0.15x0.12" across x down.'),
    ] = None,
    kerf_from_gauge: Annotated[
        tuple[int, str] | None,
        typer.Option(
            "--kerf-from-gauge",
            metavar="N SLACK",
            help="The kerf from N blocks of a gauge and how much room is left beside them.",
        ),
    ] = None,
    bed: Annotated[str, typer.Option("--bed", help="Width x height of the sheet.")] = "600x400mm",
    sides: Annotated[
        str | None,
        typer.Option("--sides", help="in-place (two sides), flip, jig or fronts (one side)."),
    ] = None,
    share: Annotated[
        bool | None,
        typer.Option("--share/--no-share", help="Whether neighbours share a cut."),
    ] = None,
    tabs: Annotated[
        str | None, typer.Option("--tabs", help='Bridges that hold each part, "4x0.3mm".')
    ] = None,
    holes: Annotated[
        bool, typer.Option("--holes", help="Cut through what would be engraved.")
    ] = False,
    speed: Annotated[
        str | None,
        typer.Option("--speed", help="mm/s, for times: cut=10,score=40,engrave=300,travel=300."),
    ] = None,
    size: Annotated[
        list[str] | None,
        typer.Option("--size", help="Another size of tiles: tiles=40x60mm. May be repeated."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where output goes.")] = Path(
        "output"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Make files for a laser: pieces and boards of wood or card, kerf in them."""
    from pnp.jobs.laser_options import LaserWords, read_laser_options

    words = LaserWords(
        out=out,
        component=component or [],
        format=format,
        client=client,
        material=material,
        kerf=kerf,
        gauge=kerf_from_gauge,
        bed=bed,
        sides=sides,
        share=share,
        tabs=tabs,
        holes=holes,
        speed=speed,
        size=size or [],
    )
    status = _make(games or [], read_laser_options(words), quiet, as_json)
    if status:
        raise typer.Exit(status)


def calibrate_laser(
    client: Annotated[
        str, typer.Option("--client", help="The program or shop, or a file that describes one.")
    ] = "lightburn",
    format: Annotated[
        str | None,
        typer.Option("--format", help="svg, dxf, lbrn2; all the client reads if not given."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where output goes.")] = Path(
        "output"
    ),
) -> None:
    """Make what shows the kerf of a laser, its lengths, and what settings do."""
    from pnp.jobs.calibrate_laser import make_laser_calibration

    kerf, power = make_laser_calibration(out, client, format)
    for file in (*kerf, *power):
        typer.echo(f"made {file}")
    typer.echo("  1. cut the kerf gauge: one slot with ten blocks in it, and score the square")
    typer.echo("  2. push the blocks to one end and measure the room that is left, in mm")
    typer.echo("  3. pnp laser GAME --kerf-from-gauge 10 ROOM")
    typer.echo("  the square measures 50 mm on each side; if not, the machine's scale is wrong")
    typer.echo("  power: each cell has a layer or a colour of its own, for settings of your own")


def _make(games: list[str], options: Any, quiet: bool, as_json: bool) -> int:
    """Make the games one after the other; one that fails does not stop the others."""
    from pnp.definitions import games_named
    from pnp.jobs.laser import LaserJob
    from pnp.jobs.pipeline import write
    from pnp.jobs.summary import laser_data

    status, made = 0, []
    for game in games_named(games):
        try:
            job = LaserJob.of(game, options)
            written = write(job, options.out)
        except PnpError as error:
            print_error(error)
            status = max(status, error.status)
            continue
        for problem in written.problems:
            print_error(f"{written.name}: {problem}")
            status = max(status, 1)
        made.append(laser_data(written, job.reports))
        if not (quiet or as_json):
            _print(written, job.reports)
    if as_json:
        typer.echo(json.dumps({"games": made}, indent=1, ensure_ascii=False))
    return status


def _print(written: "Written", reports: "LaserReports") -> None:
    from pnp.cli.tables import console, heading, lines, table
    from pnp.jobs.summary import laser_table

    to = console()
    heading(to, f"{written.name}: laser files in {written.folder / 'laser'}")
    table(to, *laser_table(reports))
    lines(to, written.notes)
