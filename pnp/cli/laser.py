"""The commands that make laser files, and what is told of them."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.base.errors import PnpError
from pnp.cli.tell import tell

GAMES = "Ids or paths of games; if none is named the one in this folder, or all built-in games."
_FIGURES = 1  # decimals of a length in a table


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
    from pnp.jobs.laser import make_laser

    status, told = 0, []
    for game in games_named(games):
        try:
            made = make_laser(game, options)
        except PnpError as error:
            tell(error)
            status = max(status, error.status)
            continue
        for problem in made.problems:
            tell(f"{made.name}: {problem}")
            status = max(status, 1)
        told.append(_as_data(made))
        if not (quiet or as_json):
            _report(made)
    if as_json:
        typer.echo(json.dumps({"games": told}, indent=1, ensure_ascii=False))
    return status


def _as_data(made: Any) -> dict[str, Any]:
    return {
        "name": made.name,
        "components": {
            key: [report._asdict() for report in reports] for key, reports in made.reports.items()
        },
        "files": [file.path for file in made.files],
    }


def _report(made: Any) -> None:
    from pnp.cli.tables import console, heading, lines, table

    to = console()
    heading(to, f"{made.name}: laser files in {made.folder / 'laser'}")
    timed = any(one.seconds is not None for reports in made.reports.values() for one in reports)
    columns = ["component", "bed", "parts", "cut mm", "score mm", "engrave mm", "travel mm"]
    columns += ["used", "burnt twice"] + (["time"] if timed else [])
    rows = []
    for key, reports in made.reports.items():
        for one in reports:
            lengths = (one.cut_mm, one.score_mm, one.engrave_mm, one.travel_mm)
            row = [key, one.name or "1", str(one.parts)]
            row += [f"{value:,.{_FIGURES}f}" for value in lengths]
            row += [f"{100 * one.utilisation:.0f} %", f"{one.burnt_twice_mm:.3f} mm"]
            rows.append(row + ([_time(one.seconds)] if timed else []))
    table(to, columns, rows)
    lines(to, made.notes)


def _time(seconds: float) -> str:
    minutes, left = divmod(round(seconds), 60)
    return f"{minutes} min {left:02} s"
