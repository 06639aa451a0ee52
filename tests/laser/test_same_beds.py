"""Files for lasers are the same, byte for byte, on any day and in any process."""

import hashlib
import os
import subprocess
import sys

import pytest
from helpers.beds import BED, LOOK

from pnp.laser import lbrn2
from pnp.render import bed_svg, dxf

ALL = (bed_svg, dxf, lbrn2)
PROGRAM = """
import hashlib
from helpers.beds import BED, LOOK
from pnp.laser import lbrn2
from pnp.render import bed_svg, dxf
for back_end in (bed_svg, dxf, lbrn2):
    print(hashlib.sha256(back_end.render(BED, LOOK)).hexdigest())
"""


@pytest.mark.parametrize("seed", ["1", "4"])  # of these, sets of ezdxf differ
def test_another_hash_seed_gives_the_same_bytes(seed):
    tests = os.path.dirname(os.path.dirname(__file__))
    path = os.pathsep.join([tests, os.path.dirname(tests)])
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    here = [hashlib.sha256(back_end.render(BED, LOOK)).hexdigest() for back_end in ALL]
    assert run.stdout.split() == here


def test_a_dxf_file_has_no_date_and_no_trace_of_the_machine():
    content = dxf.render(BED, LOOK).decode()
    import datetime

    import ezdxf

    this_year = datetime.datetime.now(tz=datetime.UTC).year  # noqa: TID251
    assert ezdxf.__version__ not in content
    assert f"{this_year}-" not in content
