"""Calibration files: the test sheet of a printer, and the gauges of a laser."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import UsageError
from pnp.base.words import ENGLISH
from pnp.jobs.calibrate_options import GaugeOptions, PrinterTestOptions
from pnp.jobs.one_file import DUPLEX_HINTS
from pnp.jobs.output import staging
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages.calibration import calibration_pages

if TYPE_CHECKING:
    from pnp.game.laser_presets import Format, LaserTarget
    from pnp.scene.bed import Bed, BedStyle

FOLDER = "calibration"
GCODE = "gcode"
_USES = {  # of each gauge, by its name in files, in the order in which they are burnt
    "cut": "squares to cut; use the speed and power of the fastest that falls out without a push",
    "power": "squares to engrave; choose a speed and a power for areas in the same way",
    "kerf": "cut it like that; push its blocks to one end and measure the gap that is left, in mm",
    "fit": "make it with --kerf-from-gauge 10 GAP and --thickness, put it together, choose a --fit",
}


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


def make_laser_calibration(options: GaugeOptions) -> tuple[Path, ...]:
    """Write the gauges of a laser and return their paths.

    Raises:
        PnpError: If they cannot be made, or nothing can be written.
    """
    folder = options.out / FOLDER
    made = []
    with staging(folder) as staged:
        for name, content in laser_gauges(options):
            staged.write(name, content)
            made.append(folder / name)
    return tuple(made)


def laser_gauges(options: GaugeOptions) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of kerf gauge, fit test, power grid and cut test.

    Raises:
        PnpError: If the file of a target or a material has faults, or a width is outside the range
            of laser kerfs.
    """
    from pnp.definitions.laser_files import load_target
    from pnp.jobs.laser_files import beds_of_files
    from pnp.jobs.laser_settings import bed_look, formats_of, render_bed
    from pnp.laser.gauge import kerf_gauge

    client = load_target(options.client)
    formats = formats_of(options.formats, client)
    if options.formats == (GCODE,) and not options.speeds:
        raise UsageError("--format gcode: holds speeds and powers; give --speeds and --powers")
    drawn = [kind for kind in formats if kind != GCODE]
    gauges = (kerf_gauge(), _fit_test(options))
    beds = [("", bed, kind, bed_look(client, kind)) for bed in gauges for kind in drawn]
    beds += _grids(options, client, formats)
    for part, bed, kind, look in beds:
        stem = f"laser-{bed.name}-{client.id}{part}"
        files = [(stem, bed)] if kind == GCODE else beds_of_files(stem, bed, client)
        for name, of_step in files:
            yield f"{name}.{kind}", render_bed(kind, of_step, look)


def _fit_test(options: GaugeOptions) -> "Bed":
    """Return the fit test for the sheet and the kerf in the options."""
    from pnp.definitions.laser_files import load_material
    from pnp.jobs.laser_widths import kerf_of, material_faults
    from pnp.laser.fit_test import fit_test

    material = load_material(options.material)
    if faults := [*material_faults(options, material)]:
        raise UsageError("\n".join(faults))
    return fit_test(options.thickness or material.thickness, kerf_of(options, material))


def _grids(
    options: GaugeOptions, client: "LaserTarget", formats: Sequence["Format"]
) -> Iterator[tuple[str, "Bed", "Format", "BedStyle"]]:
    """Yield the power grid and the cut test, in as many parts as the program needs, by format.

    G-code holds any number of settings, so it makes other files of the cut test superfluous.
    """
    from pnp.jobs.laser_settings import bed_look
    from pnp.laser.trials import LETTERED, cut_test, power_grid, trial_look, trials_of

    cuts = trials_of(options.speeds, options.powers, options.passes)
    areas = (client.steps["engrave"].color,) if client.trials and "engrave" in client.steps else ()
    if client.grids and not options.formats:
        formats = (client.grids,)
    for kind in formats:
        for grid, draw, colors in ((LETTERED, power_grid, areas), (cuts, cut_test, client.trials)):
            shades = colors if kind != GCODE else ()
            if kind == GCODE and None in grid.settings:
                continue
            if kind != GCODE and GCODE in formats and None not in grid.settings:
                continue
            for part, trials in grid.split(len(shades) or len(grid.settings)).items():
                bed = draw(trials)
                look = trial_look(bed_look(client, kind), trials, draw is power_grid, shades)
                yield part, bed, kind, look


def gauge_steps(files: Sequence[Path]) -> Iterator[str]:
    """Yield numbered instructions for the gauges of a laser, and what else to check."""
    made = [name for name in _USES if any(f.name.startswith(f"laser-{name}-") for f in files)]
    steps = [f"laser-{name}-…: {_USES[name]}" for name in made]
    if "kerf" in made:
        steps.append("pnp laser GAME --kerf-from-gauge 10 GAP")
    yield from (f"{number}. {step}" for number, step in enumerate(steps, start=1))
    if "kerf" in made:
        yield "its square measures 50 mm on each side; if not, the machine's scale is wrong"
