"""What MeerK40t, a program that drives lasers, makes of files; run as a program of its own.

Nothing here uses pnp. ``python meerk40t_reads.py FILE...`` writes one JSON table; after a file's
name may come ``@`` and the size of the machine's bed. For each file there are its elements in
order, each with its place, size and length in mm, the operations it is in, and whether it is
closed; and the operations in the order in which they are burnt.
"""

import importlib
import json
import os
import sys

PLUGINS = (
    "network.kernelserver.plugin",
    "device.dummydevice.plugin",
    "core.core.plugin",
    "image.imagetools.plugin",
    "fill.fills.plugin",
    "core.svg_io.plugin",
    "dxf.plugin.plugin",
    "extra.lbrn.plugin",
)


def started():
    """Return MeerK40t without a window, with nobody's settings."""
    from meerk40t.kernel import Kernel

    kernel = Kernel("MeerK40t", "0.0.0", "pnp_check", ansi=False, ignore_settings=True)
    for name in PLUGINS:
        module, _, plugin = name.rpartition(".")
        kernel.add_plugin(getattr(importlib.import_module(f"meerk40t.{module}"), plugin))
    kernel(partial=True)
    kernel.console("service device start dummy 0\n")
    return kernel


def reading(kernel, file):
    """Load a file beside the operations that a new user has, and tell what became of it."""
    elements = kernel.elements
    file, _, bed = file.partition("@")
    device = kernel.device
    width, height = bed.split("x") if bed else (320, 220)
    device.bedwidth, device.bedheight = f"{width}mm", f"{height}mm"
    device.realize()
    kernel.console("element* delete\noperation* delete\n")
    elements.load_default(performclassify=False)
    assert elements.load(file), file
    operations = [op for op in elements.ops() if op.children]
    members = [(op, {id(child.node) for child in op.children}) for op in operations]
    return {
        "operations": [(op.type.removeprefix("op "), str(op.label)) for op in operations],
        "settings": [(op.speed, op.power / 10) for op in operations],  # mm/s, per cent
        "elements": [
            measured(node)
            | {"in": [operations.index(op) for op, inside in members if id(node) in inside]}
            for node in elements.elems()
        ],
    }


def measured(node):
    from meerk40t.core.units import UNITS_PER_MM

    geometry = node.as_geometry()
    left, top, right, bottom = (float(value) / UNITS_PER_MM for value in geometry.bbox())
    parts = list(geometry.as_subpaths())
    apart = [abs(part.first_point - part.last_point) / UNITS_PER_MM for part in parts]
    return {
        "place": (left, top),
        "size": (right - left, bottom - top),
        "length": float(geometry.length()) / UNITS_PER_MM,
        "closed": all(gap < 1e-6 for gap in apart),
        "filled": getattr(node, "fill", None) is not None and node.fill.value is not None,
    }


if __name__ == "__main__":
    kernel = started()
    print(json.dumps({file: reading(kernel, file) for file in sys.argv[1:]}))
    sys.stdout.flush()
    os._exit(0)  # its threads would keep it running
