"""What this wing adds: files for a laser cutter."""

from pnp.make.wing import MAKE, ChosenJob, CommandEntry, Wing

WING = Wing(
    "laser",
    commands=(
        CommandEntry(
            "laser", "pnp.laser.command:laser", "Make files for a laser cutter.", MAKE, 10
        ),
        CommandEntry("calibrate laser", "pnp.laser.command:calibrate_laser", "", MAKE, 20),
    ),
    job=ChosenJob(
        "laser",
        "laser",
        "pnp.laser.options:LaserOptions",
        "pnp.laser.laid_out:LaidOutLaser",
        ("for", "material", "thickness", "kerf", "client", "bed", "lang"),
        extra="laser",
    ),
    views={
        "laser/": "pnp.laser.page:laser_page",
        "laser/beds/": "pnp.laser.page:beds_page",
        "laser/bed/{number}.svg": "pnp.laser.page:bed_svg",
        "laser/files.zip": "pnp.laser.page:files_zip",
        "laser/gauges.zip": "pnp.laser.page:gauges_zip",
    },
)
