"""The example package of the documents, built and unpacked as an installer does."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAME = """
name = "Podium"
summary = "Medals for winners."

[components.medals]
kind = "medals"
name = "Medals"
last = 3
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT / "docs/developers/extension", check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture
def pnp(installed, tmp_path):
    game = tmp_path / "podium"
    game.mkdir()
    (game / "game.toml").write_text(GAME, encoding="utf-8")
    path = os.pathsep.join((str(ROOT), str(installed)))
    env = {**os.environ, "PYTHONPATH": path, "PNP_SETTINGS": str(tmp_path / "settings")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pnp", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)

    return run


def test_its_kind_and_its_command_work_in_trusted_games(pnp, tmp_path):
    assert pnp("trust", "podium").returncode == 0
    made = pnp("build", "podium", "--format", "pdf,svg")
    assert "3 pieces on 1 sheet" in made.stdout, made.stderr
    assert [*(tmp_path / "output/podium/svg").rglob("3-front.svg")]
    assert pnp("count", "podium").stdout == "medals: 3\n"
    assert "count" in pnp("--help").stdout
    assert '"medals"' in pnp("schema", "game").stdout


def test_untrusted_games_reach_none_of_its_code(pnp):
    for arguments in (("build", "podium"), ("count", "podium")):
        refused = pnp(*arguments)
        assert refused.returncode == 2
        assert "of other" in refused.stderr or "of another package" in refused.stderr
        assert "trusted games alone" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


def test_no_entry_point_is_looked_for_by_what_needs_none(installed, tmp_path):
    code = (
        "import sys\nfrom pnp.base import extensions\nimport pnp.__main__\n"
        f"sys.argv = ['pnp', 'deck', '--cards', '36', '--out', {str(tmp_path)!r}]\n"
        "try:\n    pnp.__main__.main()\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "assert extensions._entry_points.cache_info().misses == 0\n"
        "assert 'pnp_medals' not in sys.modules\n"
    )
    path = os.pathsep.join((str(ROOT), str(installed)))
    env = {**os.environ, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True)
