"""Commands that read what may be a stranger's do so in a worker."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import files_of, refusal, run

from pnp.base.files import templates

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")

LITTLE = "open_files=3"  # no command does with so few
TOLD = re.compile(
    r"error: pnp (build|check) \S[^:]*: "
    r"opens more than 3 files \(PNP_LIMITS=open_files=… allows more\)\n"
)


@pytest.fixture
def pond(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("new", "pond")
    return tmp_path / "pond"


def start(*arguments, limits=""):
    """Run a command in a process of its own, as a user does."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "pnp", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PNP_LIMITS": limits},
    )


def refused(ended):
    """Return whether a command was ended for its limits, in one line."""
    return bool(TOLD.fullmatch(ended.stderr))


def test_a_game_that_nobody_trusts_is_made_within_limits_and_earlier_output_stays(pond):
    assert start("build", pond, "--format", "svg").returncode == 0
    before = files_of(pond.parent)
    ended = start("build", pond, limits=LITTLE)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert refused(ended)
    assert files_of(pond.parent) == before


def test_a_worker_makes_the_same_files_and_says_the_same(pond):
    first = start("build", pond, "--out", "one")
    run("trust", pond)
    second = start("build", pond, "--out", "two")
    assert files_of(pond.parent / "one") == files_of(pond.parent / "two")
    assert first.stdout.replace("one", "two") == second.stdout
    assert first.stderr == second.stderr == ""


def test_what_comes_with_pnp_or_is_trusted_has_no_such_limits(pond):
    assert start("show", "tawula", limits=LITTLE).returncode == 0
    assert start("show", templates() / "games" / "tawula", limits=LITTLE).returncode == 0
    assert refused(start("check", "tawula", pond, limits=LITTLE))
    run("trust", pond)
    assert start("check", "tawula", pond, limits=LITTLE).returncode == 0


def test_errors_of_a_worker_are_json_where_that_was_asked_for(pond):
    ended = start("check", pond, "--json", limits=LITTLE)
    (error,) = json.loads(ended.stdout)["errors"]
    assert TOLD.fullmatch(f"error: {error}\n")
    assert ended.returncode == 1


def test_the_status_of_a_worker_is_that_of_the_command(pond):
    (pond / "game.toml").write_text('name = "Pond"\nsummary = 5\n')
    ended = start("check", pond)
    assert ended.returncode == 2
    assert "summary" in ended.stderr


def test_limits_that_cannot_be_read_are_refused_before_a_worker_begins(pond):
    ended = start("check", pond, limits="memory_mb=much")
    (line,) = ended.stderr.splitlines()
    assert (ended.returncode, line.startswith("error: PNP_LIMITS: memory_mb: ")) == (2, True)


def test_one_folder_that_cannot_be_verified_does_not_end_the_others(pond):
    for name in ("a", "b", "c"):
        shutil.copytree(pond, name)
        run("build", name, "--format", "svg", "-q")
    os.truncate("output/b/svg/gems/green-front.svg", 400_000_000)  # with a hole
    ended = start("verify", "output", limits="verify_mb=150")
    wrong = [line.strip() for line in ended.stdout.splitlines() if "WRONG " in line]
    assert (ended.returncode, ended.stderr) == (1, "")
    assert wrong == [
        "WRONG output/b: reading: could not be verified: needs more than 150 MB of memory at "
        "svg/gems/green-front.svg; right is PNP_LIMITS=verify_mb=… allows more"
    ]
    assert "output/c: ok" in ended.stdout
    assert ended.stdout.splitlines()[-1] == "2 ok, 1 not"


def test_a_game_that_cannot_be_archived_does_not_end_the_others(pond):
    shutil.copytree(pond, "games/pond")
    shutil.copytree(pond, "games/sea")
    with Path("games/sea/cards.csv").open("a") as table:
        table.write(f"{'Sea' * 200},9,0,1\n" * 90_000)
    limits = "memory_mb=150,rows=1000000,pieces=1000000,table_kb=60000"
    ended = start("archive", "--all", "games", "--workers", 2, limits=limits)
    assert ended.returncode == 1
    assert "sea/game.toml, cards.csv: needs more than 150 MB of memory" in ended.stderr
    assert "2 games: 1 made, 0 kept, 1 failed" in ended.stderr


def test_trusted_folders_are_listed_and_removed(pond):
    assert run("trust").stdout == "you trust no folder yet; to trust one, run pnp trust DIR\n"
    assert run("trust", pond).stdout == f"{pond} is trusted\n"
    assert run("trust").stdout == f"{pond}\n"
    assert json.loads(run("trust", "--json").stdout)["folders"] == [
        {"folder": str(pond), "trusted": True}
    ]
    assert run("trust", "--remove", pond).stdout == f"{pond} is no longer trusted\n"
    assert "is not trusted" in refusal("trust", "--remove", pond)
    assert "name the folders" in refusal("trust", "--remove")
    assert "is not a folder" in refusal("trust", pond / "missing")
