"""A package, and copies of it to change."""

import shutil
from pathlib import Path

import pytest
from helpers.bags import translate
from helpers.sample_archive import options, write_game

from pnp.archive.job import archive_game


@pytest.fixture(scope="session")
def package(tmp_path_factory) -> Path:
    """A package in two languages, with a zip beside it."""
    place = tmp_path_factory.mktemp("package")
    game = write_game(place)
    translate(game)
    return archive_game(str(game), options(place / "out", zip=True)).folder


@pytest.fixture
def bag(package, tmp_path) -> Path:
    """A package to change."""
    return Path(shutil.copytree(package, tmp_path / "pond"))
