"""What this wing adds: files for a laser cutter."""

from pnp.make.wing import MAKE, ChosenJob, CommandEntry, Wing

WING = Wing(
    "laser",
    commands=(
        CommandEntry("laser", "pnp.cli.laser:laser", "Make files for a laser cutter.", MAKE, 10),
        CommandEntry("calibrate laser", "pnp.cli.laser:calibrate_laser", "", MAKE, 20),
    ),
    job=ChosenJob(
        "laser",
        "laser",
        "pnp.jobs.laser_options:LaserOptions",
        "pnp.jobs.laid_out_laser:LaidOutLaser",
        ("for", "material", "thickness", "kerf", "client", "bed", "lang"),
        extra="laser",
    ),
    views={
        "laser/": "pnp.web.views.laser:laser_page",
        "laser/bed/{number}.svg": "pnp.web.views.laser:bed_svg",
        "laser/files.zip": "pnp.web.views.laser:files_zip",
        "laser/gauges.zip": "pnp.web.views.laser:gauges_zip",
    },
)
