"""A package in two languages, copies of it to change."""

import shutil
from pathlib import Path

import pytest
from helpers.bags import translate
from helpers.sample_archive import options, write_game

from pnp.jobs.archive import archive_game


@pytest.fixture(scope="session")
def once(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("package")
    game = write_game(place)
    translate(game)
    return archive_game(str(game), options(place / "out", zip=True)).folder


@pytest.fixture
def bag(once, tmp_path) -> Path:
    """A package to change."""
    return Path(shutil.copytree(once, tmp_path / "pond"))
