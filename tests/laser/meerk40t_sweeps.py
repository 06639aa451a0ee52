"""How far and how long MeerK40t sweeps over what a file engraves; run as a program of its own.

Nothing here uses pnp. ``python meerk40t_sweeps.py SPEED OVERSCAN FILE`` writes a JSON table: the
path in mm that its plotter takes over a picture of the file with 254 lines an inch, and the seconds
that it tells the user.
"""

import io
import json
import os
import sys
import xml.etree.ElementTree as ET

import cairosvg
from meerk40t_reads import started
from PIL import Image

A_MM = 10


def picture(file):
    """Return the group that is engraved, black on white."""
    root = ET.parse(file).getroot()
    for child in list(root):
        if child.get("id") != "engrave":
            root.remove(child)
    width = A_MM * float(root.get("width").removesuffix("mm"))
    png = cairosvg.svg2png(ET.tostring(root), output_width=round(width), background_color="white")
    return Image.open(io.BytesIO(png)).convert("L").point(lambda shade: 255 * (shade >= 128))


def swept(file, overscan):
    from meerk40t.tools.rasterplotter import RasterPlotter

    image = picture(file)
    plotter = RasterPlotter(
        image.load(),
        *image.size,
        overscan=A_MM * overscan,
        filter=lambda shade: (255 - shade) / 255,
    )
    for _ in plotter.plot():
        pass
    return (plotter.distance_burn + plotter.distance_travel) / A_MM


def estimated(file, speed):
    kernel = started()
    kernel.elements.load_default(performclassify=False)
    assert kernel.elements.load(file)
    (raster,) = [op for op in kernel.elements.ops() if op.type == "op raster" and op.children]
    raster.speed, raster.dpi = speed, 254
    hours, minutes, seconds = map(int, raster.time_estimate().split(":"))
    return 3600 * hours + 60 * minutes + seconds


if __name__ == "__main__":
    speed, overscan, file = float(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    print(json.dumps({"path": swept(file, overscan), "seconds": estimated(file, speed)}))
    sys.stdout.flush()
    os._exit(0)  # its threads would keep it running
