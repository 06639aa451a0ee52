"""The Nu HTML checker, which is that of the W3C's own service: HTML, inline SVG and CSS.

It is a Java program from npm, where its makers publish it; PyPI has one of 2020 alone.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

# For one process of a few seconds: less time for compiling and collecting garbage.
QUICK_JAVA = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
JAR = Path(__file__).parents[2] / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


def _lacking():
    if not shutil.which("java"):
        return "checking HTML needs Java, which this machine has not"
    if not JAR.is_file():
        return "checking HTML needs its checker: npm ci --ignore-scripts"
    return None


needs_validator = pytest.mark.skipif(
    bool(_lacking()) and not os.environ.get("CI"), reason=str(_lacking())
)


def complaints(files):
    """Return what the checker says of files, errors and warnings, by their names; one process."""
    if missing := _lacking():
        pytest.fail(missing)
    result = subprocess.run(
        ["java", *QUICK_JAVA, "-Xss4m", "-jar", JAR, "--stdout", "--format", "json", *files],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    told = {}
    for message in json.loads(result.stdout)["messages"]:
        told.setdefault(Path(message["url"]).name, []).append(message["message"])
    return told
