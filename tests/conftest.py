"""Fixtures that all tests share."""

from pathlib import Path

import pytest
from helpers.own import Own
from hypothesis import settings

from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.game import Game
from pnp.jobs.build import build_game
from pnp.jobs.pipeline import Written
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.rules import make_rules
from pnp.jobs.sheet_options import SheetOptions

settings.register_profile("pnp", deadline=None, derandomize=True)
settings.load_profile("pnp")


def silent(done: int, total: int, what: str) -> None:
    """Progress that nobody looks at."""


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees or touches the printers and games of whoever runs it."""
    folder = tmp_path / "settings"
    monkeypatch.setenv("PNP_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PNP_CONFIG_DIR", str(folder))
    return folder


@pytest.fixture(scope="session")
def turno() -> Game:
    return load_game(find_game("turno")).game


@pytest.fixture(scope="session")
def rule_documents(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Every rule sheet and rulebook of every game in every language, as PDF, made once."""
    options = RuleOptions(out=tmp_path_factory.mktemp("rules"), formats=("pdf",))
    made = [make_rules(game, options) for game in built_in_games()]
    return tuple(one.folder / file.path for one in made for file in one.files)


@pytest.fixture
def build(tmp_path: Path):
    """Build TURNO, or another game, into a folder of the test's own."""

    def run(game: str = "turno", **options: object) -> Written:
        chosen = SheetOptions(out=tmp_path / "out")._replace(**options)
        return build_game(game, chosen, silent)

    return run


@pytest.fixture
def own(tmp_path: Path) -> Own:
    """Return a folder for a deck of one's own."""
    return Own(tmp_path / "river")
