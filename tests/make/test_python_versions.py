"""Every supported Python makes the same bytes.

``PNP_OTHER_PYTHON`` names another interpreter that has the same libraries in the same versions;
without it there is nothing to compare with. Python 3.12, for one, adds up floats in another way
than 3.11 does.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import threads

import pnp

OTHER = os.environ.get("PNP_OTHER_PYTHON", "")
# The report of a package names the version of the XML parser, which is Python's own. These list
# that report with its checksum.
NAMING_PYTHON = re.compile(r"/(data/(validation-report|datapackage)|(tag)?manifest-\w+)\.\w+$")
LIBRARIES = (
    *("reportlab", "fonttools", "pillow", "ezdxf", "shapely", "pikepdf"),
    *("cairosvg", "markdown-it-py", "jinja2", "num2words", "pyphen"),
)
VERSIONS = f"from importlib.metadata import version; print([version(n) for n in {LIBRARIES}])"

pytestmark = pytest.mark.skipif(not OTHER, reason="PNP_OTHER_PYTHON names no other Python")


def run(python: str, *arguments: str) -> str:
    path = str(Path(pnp.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [python, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment
    ).stdout


def test_other_python_has_the_same_libraries():
    version = "import sys; print(sys.version_info[:2])"
    assert run(OTHER, "-c", version) != run(sys.executable, "-c", version)
    assert run(OTHER, "-c", VERSIONS) == run(sys.executable, "-c", VERSIONS)


@pytest.mark.parametrize("job", threads.JOBS)
def test_other_python_makes_the_same_bytes(tmp_path, job):
    made = [
        json.loads(run(python, threads.__file__, str(tmp_path / str(number)), "1", job))
        for number, python in enumerate((sys.executable, OTHER))
    ]
    assert made[0]
    assert made[0].keys() == made[1].keys()
    other = {name for name, digest in made[0].items() if made[1][name] != digest}
    own = job.startswith("archive")
    assert {name for name in other if not (own and NAMING_PYTHON.search(name))} == set()
