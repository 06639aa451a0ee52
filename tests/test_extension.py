"""The example package of the documents, built and unpacked as an installer does."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXTENSION = ROOT / "docs/developers/extension"


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=EXTENSION, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture
def pnp(installed, tmp_path):
    game = EXTENSION / "pnp_medals/games/podium"
    shutil.copytree(game, tmp_path / "mine")
    path = os.pathsep.join((str(ROOT), str(installed)))
    env = {**os.environ, "PYTHONPATH": path}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pnp", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)

    return run


def test_its_kind_and_its_command_work_in_trusted_games(pnp, tmp_path):
    assert pnp("trust", "mine").returncode == 0
    made = pnp("build", "./mine", "--format", "pdf,svg")
    assert "3 pieces on 1 sheet" in made.stdout, made.stderr
    assert [*(tmp_path / "output/mine/svg").rglob("3-front.svg")]
    assert pnp("count", "./mine").stdout == "medals: 3\n"
    assert "count" in pnp("--help").stdout
    assert '"medals"' in pnp("schema", "game").stdout


def test_its_game_and_its_theme_are_known_by_their_names(pnp, tmp_path):
    made = pnp("build", "podium", "--theme", "bronze")
    assert "3 pieces on 1 sheet: theme bronze" in made.stdout, made.stderr
    assert (tmp_path / "output/podium/print/medals-a4-bronze.pdf").is_file()
    assert pnp("count", "podium").stdout == "medals: 3\n"
    assert "podium" in pnp("list").stdout


def test_untrusted_games_reach_nothing_of_it(pnp, tmp_path):
    (tmp_path / "pnp.toml").write_text('paper = "a4"\n')  # a stranger's, perhaps
    for arguments, says in (
        (("build", "./mine"), "kind 'medals' is of another package"),
        (("count", "./mine"), "those of other packages may read trusted games alone"),
        (("build", "turno", "--theme", "bronze"), "the theme bronze does not come with pnp"),
        (("build", "podium"), "the game 'podium' is of another package"),
    ):
        refused = pnp(*arguments)
        assert refused.returncode == 2
        assert says in refused.stderr
        assert "pnp trust says how" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


def test_it_imports_only_what_stays_and_passes_strict_types():
    files = sorted(EXTENSION.rglob("*.py"))
    modules = re.findall(r"^from (pnp\b\S*)", "\n".join(map(Path.read_text, files)), re.MULTILINE)
    assert set(modules) == {"pnp.api"}
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml"]
    env = {
        **os.environ,
        "MYPYPATH": os.pathsep.join(map(str, (ROOT, EXTENSION))),
    }
    ran = subprocess.run([*mypy, *files], cwd=ROOT, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_no_entry_point_is_looked_for_by_what_needs_none(installed, tmp_path):
    code = (
        "import sys\nfrom pnp.base import extensions\nimport pnp.__main__\n"
        f"sys.argv = ['pnp', 'deck', '--cards', '36', '--out', {str(tmp_path)!r}]\n"
        "try:\n    pnp.__main__.main()\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "assert extensions._every_extension.cache_info().misses == 0\n"
        "assert 'pnp_medals' not in sys.modules\n"
    )
    path = os.pathsep.join((str(ROOT), str(installed)))
    env = {**os.environ, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True)
