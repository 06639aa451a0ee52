"""Fixtures of the security tests."""

from pathlib import Path

import pytest
from larder_game import LarderGame


@pytest.fixture
def larder(tmp_path: Path) -> LarderGame:
    return LarderGame(tmp_path)
