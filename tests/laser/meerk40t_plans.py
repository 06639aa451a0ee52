"""What MeerK40t's planner burns, in what order; run as a program of its own.

Nothing here uses pnp. ``python meerk40t_plans.py TIMES FILE...`` writes one JSON table: for each
file its vector cuts in the order of burning, planned as often as asked, for one file's plans
differ. A cut is its operation's colour and the places where it starts and ends, in mm.
"""

import json
import os
import sys

from meerk40t_reads import started

STAGES = "copy preprocess validate blob preopt optimize"


def planned(kernel, file, times):
    """Load a file beside the operations that a new user has, and plan it as often as asked."""
    elements = kernel.elements
    kernel.console("element* delete\noperation* delete\n")
    elements.load_default(performclassify=False)
    assert elements.load(file), file
    for operation in list(elements.ops()):
        if operation.type == "op raster":  # slow to plan, and burnt first in any case
            operation.output = False
    return [one_plan(kernel) for _ in range(times)]


def one_plan(kernel):
    kernel.console(f"plan clear\nplan {STAGES}\n")
    pieces = [piece for code in kernel.planner.default_plan.plan for piece in code.flat()]
    return [[str(piece.color), *in_mm(piece.start), *in_mm(piece.end)] for piece in pieces]


def in_mm(place):
    from meerk40t.core.units import UNITS_PER_MM

    return [round(value / UNITS_PER_MM, 3) for value in place]


if __name__ == "__main__":
    kernel = started()
    times, *files = sys.argv[1:]
    print(json.dumps({file: planned(kernel, file, int(times)) for file in files}))
    sys.stdout.flush()
    os._exit(0)  # its threads would keep it running
