"""Fixtures that all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

from pnp.build import Built, Options, build_game
from pnp.definitions import find_game, load_game
from pnp.model.game import Game

settings.register_profile("pnp", deadline=None, derandomize=True)
settings.load_profile("pnp")


def silent(done: int, total: int, what: str) -> None:
    """Progress that nobody looks at."""


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or touches the printers of whoever runs it."""
    folder = tmp_path / "settings"
    monkeypatch.setenv("PNP_CONFIG_DIR", str(folder))
    return folder


@pytest.fixture(scope="session")
def turno() -> Game:
    return load_game(find_game("turno")).game


@pytest.fixture
def build(tmp_path: Path):
    """Build TURNO, or another game, into a folder of the test's own."""

    def run(game: str = "turno", **options: object) -> Built:
        chosen = Options(out=tmp_path / "out")._replace(**options)
        return build_game(game, chosen, silent)

    return run
