"""A folder that the first of several test processes fills, and for which the others wait."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 300  # seconds; the machine may have other things to do


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder of that name, which ``make`` has filled in this process or another one.

    If that fails, one process tells why; the others find what is missing.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, sign = base / name, base / f"{name}.made"
    try:
        folder.mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE
        while not sign.exists():
            assert time.monotonic() < end, f"another process does not get {name} made"
            time.sleep(0.2)
        return folder
    try:
        make(folder)
    finally:
        sign.touch()
    return folder
