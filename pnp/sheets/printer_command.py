"""Commands for printers: make a test sheet; save, list, show and remove measurements."""

from typing import Annotated, Any

import typer

from pnp.make.command.commands import CommandGroup
from pnp.make.command.console import console, say, table
from pnp.make.command.options import AsJson, completer, takes
from pnp.make.command.report import Report, files_data
from pnp.make.printer_profile import PrinterProfile, load_printer, load_printers, save_printer
from pnp.make.printer_profile import remove_printer as remove
from pnp.sheets.calibrate import PrinterTestOptions, ProfileOptions, make_calibration
from pnp.sheets.calibration import Measurements, make_profile

calibrate = CommandGroup(
    "pnp calibrate print --paper letter", name="calibrate", no_args_is_help=True
)
printer = CommandGroup(
    "pnp printer add office --top 0.5 --bottom 0.5 --left -1 --right -1",
    "pnp printer list",
    name="printer",
    no_args_is_help=True,
    help="Manage the measurements of your printers.",
)

NameArgument = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="A name for the printer.", autocompletion=completer("PRINTER")
    ),
]


@calibrate.callback()
def calibrate_machines() -> None:
    """Make test sheets to calibrate your machines."""


@calibrate.command("print")
@takes(PrinterTestOptions, also=("open_pdf",))
def calibrate_print(*, options: PrinterTestOptions, report: Report) -> int:
    """Make a two-sided test sheet to measure how a printer prints."""
    file = make_calibration(options)
    lines = (
        f"made {file}: a sheet with two sides",
        "print it at 100 % on both sides, hold it against the light with the front towards you;",
        "the sheet says what to read, what to measure, and which command to type then",
    )
    report.add(files_data("printer test", [file]), lines, [file])
    return report.finish("calibration")


def _measured(help: str, unit: str = "MM") -> Any:
    return typer.Option(metavar=unit, help=help)


@printer.command("add")
@takes(ProfileOptions)
def add_printer(
    name: NameArgument,
    top: Annotated[str | None, _measured("The reading at the top scale.")] = None,
    bottom: Annotated[str | None, _measured("The reading at the bottom scale.")] = None,
    left: Annotated[str | None, _measured("The reading at the left scale.")] = None,
    right: Annotated[str | None, _measured("The reading at the right scale.")] = None,
    dx: Annotated[
        str | None,
        _measured(
            "Instead of the four readings: how far backs lie to the right, seen from the front."
        ),
    ] = None,
    dy: Annotated[
        str | None, _measured("Instead of the four readings: how far backs lie below their fronts.")
    ] = None,
    angle: Annotated[
        str | None,
        _measured("Instead of the four readings: how far backs are rotated clockwise.", "DEGREES"),
    ] = None,
    scale_x: Annotated[
        str | None,
        _measured(
            "Measured and nominal length of the horizontal line, such as 189.2/190.", "SCALE"
        ),
    ] = None,
    scale_y: Annotated[str | None, _measured("The same for the vertical line.", "SCALE")] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a printer with this name.")
    ] = False,
    *,
    options: ProfileOptions,
    report: Report,
) -> int:
    """Save the measurements of a printer under a name to use with --printer."""
    paper = options.paper
    measured = Measurements(top, bottom, left, right, dx, dy, angle, scale_x, scale_y)
    profile = make_profile(name, paper.name, paper.size, measured)
    file = save_printer(profile, replace=replace)
    paper_option = "" if paper.name == "a4" else f" --paper {paper.name}"
    lines = (
        f"printer {name}: {profile_words(profile)}",
        f"kept in {file}",
        f"to check it: pnp calibrate print --printer {name}{paper_option}",
    )
    report.add(files_data(name, [file]) | profile._asdict(), lines)
    return report.finish("printers")


@printer.command("list")
def list_printers(as_json: AsJson = False) -> int:
    """List the printers that you have measured."""
    report, printers = Report(as_json=as_json), load_printers()
    for one in printers:
        report.add(one._asdict())
    if not as_json:
        rows = [
            (p.name, p.paper, *(f"{number:g}" for number in (*p[2:5], p.scale_x, p.scale_y)))
            for p in printers
        ]
        if not rows:
            say("no printer has been measured yet: pnp calibrate print makes the sheet for it")
        table(console(), ("name", "paper", "dx", "dy", "angle", "scale x", "scale y"), rows)
    return report.finish("printers")


@printer.command("show")
def show_printer(name: NameArgument, as_json: AsJson = False) -> int:
    """Show the measurements of a printer."""
    profile, report = load_printer(name), Report(as_json=as_json)
    line = f"printer {profile.name}, measured on {profile.paper}: {profile_words(profile)}"
    report.add(profile._asdict(), [line])
    return report.finish("printers")


@printer.command("remove")
def remove_printer(name: NameArgument, as_json: AsJson = False) -> int:
    """Delete the measurements of a printer."""
    remove(name)
    report = Report(as_json=as_json)
    report.add({"name": name.lower(), "removed": True}, [f"printer {name.lower()} is removed"])
    return report.finish("printers")


def profile_words(profile: "PrinterProfile") -> str:
    """Describe how a printer prints: where backs lie, and how long 100 mm come out."""
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
