"""Make the files that show what a laser does."""

from pathlib import Path

from pnp.base.errors import UsageError
from pnp.definitions.data_files import load_client
from pnp.jobs.laser_beds import bed_look, render_bed
from pnp.jobs.laser_options import formats_of
from pnp.jobs.output import staging


def make_laser_calibration(
    out: Path, client_name: str, format: str | None
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Write the kerf gauge and the power grid, and return the paths of each.

    Raises:
        PnpError: If a choice means nothing, or nothing can be written.
    """
    from pnp.laser.gauge import kerf_gauge, power_grid, trial_look

    client = load_client(client_name)
    if client.shop:
        raise UsageError(
            f"--client: {client.name} know their own kerf; a gauge is for a machine of your own"
        )
    folder = out / "calibration"
    kerf: list[Path] = []
    power: list[Path] = []
    with staging(folder) as staged:
        for kind in formats_of(format, client):
            look = bed_look(client, kind)
            for made, bed, shown in (
                (kerf, kerf_gauge(), look),
                (power, power_grid(), trial_look(look)),
            ):
                name = f"laser-{bed.name}-{Path(client_name).stem}.{kind}"
                staged.write(name, render_bed(kind, bed, shown))
                made.append(folder / name)
    return tuple(kerf), tuple(power)
