"""Fixtures of the tests of trust."""

from pathlib import Path

import pytest
from larder import Larder


@pytest.fixture
def larder(tmp_path: Path) -> Larder:
    return Larder(tmp_path)
