"""Commands for printers: make a test sheet; save, list, show and remove measurements."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.commands import StrictTyper
from pnp.cli.completion import completer
from pnp.cli.options import OutOption, Quiet

if TYPE_CHECKING:
    from pnp.records.printer_profile import PrinterProfile

calibrate = StrictTyper(
    name="calibrate",
    no_args_is_help=True,
    help="Make sheets to measure a machine with.",
)
printer = StrictTyper(
    name="printer",
    no_args_is_help=True,
    help="Keep the measurements of printers.",
)

PaperOption = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="PAPER",
        help="The paper, as for pnp build, such as letter.",
        autocompletion=completer("PAPER"),
    ),
]
NameArgument = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="What the printer is called.",
        autocompletion=completer("PRINTER"),
    ),
]


@calibrate.command("print")
def calibrate_print(
    paper: PaperOption = "a4",
    duplex: Annotated[
        str,
        typer.Option(
            "--duplex",
            metavar="long-edge|short-edge",
            help="How the sheet is turned.",
            autocompletion=completer("long-edge|short-edge"),
        ),
    ] = "long-edge",
    name: Annotated[
        str,
        typer.Option(
            "--printer",
            metavar="PRINTER",
            autocompletion=completer("PRINTER"),
            help="Correct it for this printer, to check its profile.",
        ),
    ] = "",
    lang: Annotated[
        str,
        typer.Option("--lang", metavar="LANG", help="The language of the sheet, such as de."),
    ] = "",
    out: OutOption = Path("output"),
    quiet: Quiet = False,
) -> None:
    """Make a two-sided test sheet that shows how a printer prints."""
    from pnp.jobs.calibrate import make_calibration

    file = make_calibration(out, paper, duplex.lower(), name, lang)
    if quiet:
        return
    typer.echo(f"made {file}: a sheet with two sides")
    typer.echo(
        "  print it at 100 % on both sides, hold it against the light with the front towards you;"
    )
    typer.echo("  the sheet says what to read, what to measure, and which command to type then")


def _measured(help: str, unit: str = "MM") -> Any:
    return typer.Option(metavar=unit, help=help)


@printer.command("add")
def add_printer(
    name: NameArgument,
    paper: PaperOption = "a4",
    top: Annotated[str | None, _measured("The reading of the scale at the top.")] = None,
    bottom: Annotated[str | None, _measured("The reading at the bottom.")] = None,
    left: Annotated[str | None, _measured("The reading on the left.")] = None,
    right: Annotated[str | None, _measured("The reading on the right.")] = None,
    dx: Annotated[
        str | None,
        _measured("Instead of readings: how far backs lie to the right, seen from the front."),
    ] = None,
    dy: Annotated[str | None, _measured("Likewise: how far down.")] = None,
    angle: Annotated[
        str | None, _measured("Likewise: how far turned clockwise.", "DEGREES")
    ] = None,
    scale_x: Annotated[
        str | None,
        _measured("What the line across measures over what it should, such as 189.2/190.", "SCALE"),
    ] = None,
    scale_y: Annotated[str | None, _measured("The same for the line down.", "SCALE")] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a printer with this name.")
    ] = False,
) -> None:
    """Save the measurements of a printer under a name for --printer."""
    from pnp.game.paper import parse_paper
    from pnp.sheets.printers import Measurements, make_profile, save_printer

    chosen = parse_paper(paper)
    measured = Measurements(top, bottom, left, right, dx, dy, angle, scale_x, scale_y)
    profile = make_profile(name, chosen.name, chosen.size, measured)
    file = save_printer(profile, replace=replace)
    typer.echo(f"printer {name}: {_in_words(profile)}\n  kept in {file}")
    paper_option = "" if chosen.name == "a4" else f" --paper {chosen.name}"
    typer.echo(f"  to check it: pnp calibrate print --printer {name}{paper_option}")


@printer.command("list")
def list_printers() -> None:
    """List the printers that were measured."""
    from pnp.cli.console import console, table
    from pnp.sheets.printers import load_printers

    rows = [
        (p.name, p.paper, *(f"{value:g}" for value in p[2:5]), f"{p.scale_x:g}", f"{p.scale_y:g}")
        for p in load_printers()
    ]
    if not rows:
        typer.echo("no printer has been measured yet: pnp calibrate print makes the sheet for it")
    table(console(), ("name", "paper", "dx", "dy", "angle", "scale x", "scale y"), rows)


@printer.command("show")
def show_printer(name: NameArgument) -> None:
    """Describe how a printer prints."""
    from pnp.sheets.printers import load_printer

    profile = load_printer(name)
    typer.echo(f"printer {profile.name}, measured on {profile.paper}: {_in_words(profile)}")


@printer.command("remove")
def remove_printer(name: NameArgument) -> None:
    """Forget a printer."""
    from pnp.sheets.printers import remove_printer as remove

    remove(name)
    typer.echo(f"printer {name.lower()} is removed")


def _in_words(profile: "PrinterProfile") -> str:
    parts = [
        f"{abs(value):g}{unit} {more if value > 0 else less}"
        for value, unit, more, less in (
            (profile.dx, " mm", "too far right", "too far left"),
            (profile.dy, " mm", "too far down", "too far up"),
            (round(profile.angle, 2), "°", "turned clockwise", "turned anticlockwise"),
        )
        if value
    ]
    backs = f"backs lie {', '.join(parts)}" if parts else "backs lie behind their fronts"
    across, down = 100 * profile.scale_x, 100 * profile.scale_y
    if across == down == 100:
        return f"{backs}; sizes are right"
    return f"{backs}; 100 mm come out as {across:.4g} mm across and {down:.4g} mm down"
