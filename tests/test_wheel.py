"""The wheel, installed in an empty environment outside the checkout."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_carries_the_games_and_nothing_made(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "pnp/templates/games/turno/game.toml" in names
    assert not any(name.startswith(("tests", "output", "docs")) for name in names)


def test_an_installed_wheel_makes_a_deck_outside_the_checkout(wheel, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # The libraries are this environment's; pnp itself is not, for it is only linked there.
    libraries = sysconfig.get_path("purelib")
    run = {"check": True, "capture_output": True, "text": True, "cwd": tmp_path}
    run["env"] = {**os.environ, "PYTHONPATH": libraries}
    where = subprocess.run([python, "-c", "import pnp; print(pnp.__file__)"], **run).stdout
    assert where.startswith(site)
    out = subprocess.run([python, "-m", "pnp", "deck", "--cards", "36"], **run).stdout
    assert "deck-36-a4.pdf" in out
    assert (tmp_path / "output" / "turno" / "print" / "deck-36-a4.pdf").stat().st_size > 5000
