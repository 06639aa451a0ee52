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
    games = "pnp/templates/games"
    carried = {f"{games}/turno/game.toml", f"{games}/examples/bird-clock/art/dawn.png"}
    carried |= {"pnp/components/die/reference.toml", "pnp/LICENSE", "pnp/py.typed"}
    assert carried <= set(names)
    assert not any(name.startswith(("tests", "output", "docs")) for name in names)


def test_an_installed_wheel_makes_a_deck_outside_the_checkout(wheel, tmp_path):
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False)
    bin = environment / ("Scripts" if os.name == "nt" else "bin")
    install = ["-m", "pip", "--python", str(bin / "python"), "install", "--no-index", "--no-deps"]
    subprocess.run([sys.executable, *install, str(wheel)], check=True, capture_output=True)
    # The libraries are those of this environment; pnp itself is only linked from there, by a
    # file that a path in PYTHONPATH does not read.
    run = {"check": True, "capture_output": True, "text": True, "cwd": tmp_path}
    run["env"] = {**os.environ, "PYTHONPATH": sysconfig.get_path("purelib")}
    where = [bin / "python", "-c", "import pnp; print(pnp.__file__)"]
    assert subprocess.run(where, **run).stdout.startswith(str(environment))
    out = subprocess.run([bin / "pnp", "deck", "--cards", "36"], **run).stdout
    assert "deck-36_box-36-a4.pdf" in out
    assert (tmp_path / "output" / "turno" / "print" / "deck-36_box-36-a4.pdf").stat().st_size > 5000
