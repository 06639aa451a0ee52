"""Copies of a package to change."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def bag(package, tmp_path) -> Path:
    """A package to change."""
    return Path(shutil.copytree(package, tmp_path / "pond"))
