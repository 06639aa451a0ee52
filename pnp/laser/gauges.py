"""The gauges of a laser: kerf gauge, fit test, power grid and cut test."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import UsageError
from pnp.base.imports import require
from pnp.base.messages import Message
from pnp.laser.options import LASER_FORMATS, LaserOptions, MaterialOptions
from pnp.make.options import choices, file_option, machine_option, same_option, whole_number
from pnp.make.output import staging
from pnp.make.output_options import OutputOptions

if TYPE_CHECKING:
    from pnp.game.presets import Format, LaserTarget
    from pnp.scene.laser_bed import Bed, BedStyle

FOLDER = "calibration"
SIDE = 5  # squares in each row and column of a cut test
GCODE = "gcode"
_USES = {  # of each gauge, by its name in files, in the order in which they are burnt
    "cut": "squares to cut; use the speed and power of the fastest that falls out without a push",
    "power": "squares to engrave; choose a speed and a power for areas in the same way",
    "kerf": "cut it like that; push its blocks to one end and measure the gap that is left, in mm",
    "fit": "make it with --kerf-from-gauge 10 GAP and --thickness, put it together, choose a --fit",
}


def _read_machine(option: str, name: str) -> str:
    from pnp.laser.presets import load_target

    client = load_target(name)
    if client.shop:
        raise UsageError(Message("own_kerf", option, client=client.name))
    return name


def _read_numbers(option: str, text: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(one) for one in text.split(","))
    except ValueError:
        numbers = ()
    if not numbers or not all(0 < one < inf for one in numbers):
        raise UsageError(Message("numbers", option, written=text))
    if len(set(numbers)) < len(numbers) or len(numbers) > SIDE:
        raise UsageError(Message("different_numbers", option, most=SIDE, written=text))
    return numbers


def _read_powers(option: str, text: str) -> tuple[float, ...]:
    powers = _read_numbers(option, text.replace("%", ""))
    if max(powers) > 100:
        raise UsageError(Message("per_cent", option, written=text))
    return powers


@dataclass(frozen=True)
class GaugeOptions(MaterialOptions, OutputOptions):
    """The gauges of a laser; empty ``formats`` mean the client's usual ones."""

    client: str = same_option(LaserOptions, "client", read=_read_machine)
    formats: tuple[str, ...] = file_option(
        "The formats; by default all that the client reads at full size.",
        choices(LASER_FORMATS),
        default=(),
        flag="--format",
        setting=True,
    )

    speeds: tuple[float, ...] = machine_option(
        "The speeds of the cut test in mm/s, such as 5,10,15.",
        _read_numbers,
        default=(),
        raw_type=str | None,
        setting=True,
        metavar="SPEEDS",
    )
    powers: tuple[float, ...] = machine_option(
        "The powers of the cut test in per cent, such as 40,60,80.",
        _read_powers,
        default=(),
        raw_type=str | None,
        setting=True,
        metavar="POWERS",
    )
    passes: int = machine_option(
        "How many times the cut test cuts each line.",
        whole_number(1, 20),
        default=1,
        raw_type=int,
        setting=True,
        metavar="N",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that needs another or contradicts it."""
        yield from super().faults(given)
        for one, other in (("speeds", "powers"), ("powers", "speeds")):
            if getattr(self, one) and not getattr(self, other):
                yield f"--{one}: the test has rows of speeds and columns of powers; add --{other}"
        if self.passes > 1 and not self.speeds:
            yield "--passes: goes with --speeds and --powers; set it in your program otherwise"


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
    require("laser", "making laser files")
    from pnp.laser.files import beds_of_files
    from pnp.laser.presets import load_target
    from pnp.laser.settings import bed_look, formats_of, render_bed
    from pnp.laser.test_pieces import kerf_gauge

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
    from pnp.laser.presets import load_material
    from pnp.laser.settings import kerf_of, material_faults
    from pnp.laser.test_pieces import fit_test

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
    from pnp.laser.settings import bed_look
    from pnp.laser.test_pieces import LETTERED, cut_test, power_grid, trial_look, trials_of

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


def gauge_steps(files: Sequence[Path], options: GaugeOptions) -> Iterator[str]:
    """Yield numbered instructions for the gauges of a laser, and what else to check."""
    from pnp.laser.files import rescaled_notes
    from pnp.laser.presets import load_target

    made = [name for name in _USES if any(f.name.startswith(f"laser-{name}-") for f in files)]
    steps = [f"laser-{name}-…: {_USES[name]}" for name in made]
    if "kerf" in made:
        steps.append("pnp laser GAME --kerf-from-gauge 10 GAP")
    yield from (f"{number}. {step}" for number, step in enumerate(steps, start=1))
    if "kerf" in made:
        yield "its square measures 50 mm on each side; if not, the machine's scale is wrong"
    yield from rescaled_notes(options.formats, load_target(options.client))
