"""Archiving many games: one that fails or is killed does not affect the others."""

import importlib.util
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from helpers.at_once import AtOnce, use_no_processes
from helpers.command import files_of
from helpers.sample_archive import EPOCH, POND, options, write_game
from typer.testing import CliRunner

from pnp.archive import job
from pnp.archive.bulk import archive_many, games_below
from pnp.archive.job import archive_game, attempt
from pnp.base.errors import UsageError
from pnp.cli import app
from pnp.make.parallel import AHEAD
from pnp.verify import verify_paths

needs_posix = pytest.mark.skipif(os.name != "posix", reason="kills processes as POSIX does")


def write_games(folder: Path, count: int) -> Path:
    """Write a number of games at different depths."""
    for number in range(count):
        write_game(folder / ("deep/er" if number % 2 else "."), f"pond-{number}")
    return folder


def complete_packages(out: Path) -> set[str]:
    """Return the names of the packages in a folder, each of which must be complete."""
    reports = list(verify_paths([out]))
    assert [report.path for report in reports if not report.ok] == []
    return {Path(report.path).name for report in reports}


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "SOURCE_DATE_EPOCH": EPOCH}


class Counting(AtOnce):
    """An executor that counts the jobs submitted before a result is taken."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, work, /, *arguments):
        self.given += 1
        return super().submit(work, *arguments)


def test_archives_every_game_below_a_folder_and_names_failures(tmp_path, monkeypatch):
    use_no_processes(monkeypatch)
    games = write_games(tmp_path / "games", 2)
    write_game(games, "dry", POND.replace("copies = 5", "copies = 3"))
    (games / "torn").mkdir()
    (games / "torn" / "game.toml").write_text("name = ")
    out = tmp_path / "out"
    command = ["archive", "--all", str(games), "--out", str(out), "--workers", "2"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 1
    assert "dry is not archived: the box lacks something that its rules need" in result.output
    assert "torn" in result.output
    assert "4 games: 2 made, 0 kept, 2 failed" in result.output
    assert complete_packages(out) == {"pond-0", "pond-1"}
    again = CliRunner().invoke(app, command)
    assert "4 games: 0 made, 2 kept, 2 failed" in again.output


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> dict[str, bytes]:
    """The packages of two games, each made by a call in this process."""
    folder = tmp_path_factory.mktemp("alone")
    for game in games_below(write_games(folder / "games", 2)):
        attempt(game, options(folder / "out"))
    return files_of(folder / "out")


def test_several_processes_make_the_same_bytes_as_one_and_success_has_status_0(
    alone, tmp_path, monkeypatch
):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)
    games, out = write_games(tmp_path / "games", 2), tmp_path / "out"
    command = ["archive", "--all", str(games), "--out", str(out), "--workers", "2", "-q"]
    result = CliRunner().invoke(app, command)
    assert (result.exit_code, result.output) == (0, "")
    assert complete_packages(out) == {"pond-0", "pond-1"}
    assert files_of(out) == alone


def test_refuses_two_games_of_one_name_before_making_anything(tmp_path):
    one, other = write_game(tmp_path / "a"), write_game(tmp_path / "b")
    with pytest.raises(UsageError, match=f"{other}: has the same name as {one}"):
        games_below(tmp_path)
    with pytest.raises(UsageError, match="no folder below"):
        games_below(one / "rules")


def test_packages_storage_roots_and_hidden_folders_hold_no_games(tmp_path):
    write_game(tmp_path, "pond")
    for place, file in (("package", "bagit.txt"), ("root", "0=ocfl_1.1"), (".hidden", "x")):
        write_game(tmp_path / place / "data", "definition")
        (tmp_path / place / file).touch()
    (tmp_path / "link").symlink_to(tmp_path / "pond")
    assert games_below(tmp_path) == (str(tmp_path / "pond"),)


def test_a_folder_named_like_a_built_in_game_is_archived_itself(tmp_path, monkeypatch):
    write_game(tmp_path, "tawula")
    monkeypatch.chdir(tmp_path)
    assert games_below(Path()) == (str(tmp_path / "tawula"),)


class Unanswered(Executor):
    """An executor of a cluster whose scheduler has gone."""

    def submit(self, call, *arguments):
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_packages_that_lie_there_are_counted_once_the_scheduler_has_gone(tmp_path):
    games, chosen = games_below(write_games(tmp_path / "games", 4)), options(tmp_path / "out")
    attempt(games[1], chosen)
    outcomes = list(archive_many(games, chosen, Unanswered, 1))
    assert [one.word for one in outcomes] == ["kept", "failed", "failed", "failed"]
    (fault,) = (fault for one in outcomes for fault in one.faults)
    assert fault == "--scheduler: it no longer answers; 3 games are not made: run it again"


def test_few_games_are_in_progress_and_results_are_small(tmp_path, monkeypatch):
    monkeypatch.setattr(job, "archive_game", lambda game, chosen: None)
    executor = Counting()
    games = [f"game-{number}" for number in range(300)]
    taken = 0
    for _ in archive_many(games, options(tmp_path), lambda: executor, 2):
        taken += 1
        assert executor.given - taken < 2 * AHEAD
    assert taken == 300
    monkeypatch.undo()
    outcome = attempt(str(write_game(tmp_path)), options(tmp_path / "out"))
    assert len(pickle.dumps(outcome)) < 2000


def test_reports_an_internal_error_and_makes_the_others(tmp_path, monkeypatch):
    def make(game, chosen):
        if game == "b":
            raise KeyError("x")

    monkeypatch.setattr(job, "archive_game", make)
    outcomes = [*archive_many("abc", options(tmp_path), Counting, 1)]
    told = {outcome.game: outcome.faults for outcome in outcomes}
    assert (told["a"], told["c"]) == ((), ())
    assert "b: KeyError: 'x'" in told["b"][0]


def kill_for_pond_0(game, chosen):
    if Path(game).name == "pond-0":
        os.kill(os.getpid(), signal.SIGKILL)
    return archive_game(game, chosen)


def make_it_kill() -> None:
    job.archive_game = kill_for_pond_0


@needs_posix
def test_names_the_game_of_a_killed_worker_and_makes_the_others(tmp_path):
    games = games_below(write_games(tmp_path / "games", 3))

    def start():
        return ProcessPoolExecutor(1, get_context("fork"), make_it_kill)

    outcomes = [*archive_many(games, options(tmp_path / "out"), start, 1)]
    assert len(outcomes) == 3
    failed = {Path(one.game).name: one.faults[0] for one in outcomes if one.archived is None}
    assert list(failed) == ["pond-0"]
    assert "was ended by SIGKILL" in failed["pond-0"]
    assert complete_packages(tmp_path / "out") == {"pond-1", "pond-2"}


@needs_posix
def test_a_killed_run_resumes(tmp_path, monkeypatch):
    games, out = write_games(tmp_path / "games", 4), tmp_path / "out"
    command = [sys.executable, "-m", "pnp", "archive", "--all", str(games), "--out", str(out)]
    run = subprocess.Popen(
        [*command, "--workers", "2"], env=environment(), stdout=subprocess.DEVNULL
    )
    while not list(out.glob("pond-*")):
        assert run.poll() is None
        time.sleep(0.01)
    workers = children_of(run.pid)
    run.kill()
    run.wait()
    for _ in range(200):
        if not any(map(is_running, workers)):
            break
        time.sleep(0.05)
    assert not any(map(is_running, workers)), "the workers live on without what started them"
    made = complete_packages(out)
    assert 0 < len(made) < 4
    times = {name: (out / name / "bagit.txt").stat().st_mtime_ns for name in made}
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)
    use_no_processes(monkeypatch)
    again = CliRunner().invoke(app, [*command[3:], "--workers", "2"])
    assert f"4 games: {4 - len(made)} made, {len(made)} kept, 0 failed" in again.stdout
    assert len(complete_packages(out)) == 4
    assert {name: (out / name / "bagit.txt").stat().st_mtime_ns for name in made} == times
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []


def children_of(process: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=True
    ).stdout
    return list(map(int, listed.split()))


def is_running(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_a_dask_cluster_makes_the_same_packages(alone, tmp_path):
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("Dask is not installed: pip install -e '.[cluster]'")
    games = write_games(tmp_path / "games", 2)
    CliRunner().invoke(app, ["trust", str(games)])  # or each is made in a process of its own
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as cluster:
        address = cluster.stdout.readline().strip()
        out = tmp_path / "out"
        command = ["archive", "--all", str(games), "--out", str(out), "--scheduler", address]
        run = [sys.executable, "-m", "pnp", *command]
        told = subprocess.run(run, env=environment(), capture_output=True, text=True, check=False)
        cluster.stdin.close()
    assert told.returncode == 0, told.stderr
    assert "2 games: 2 made" in told.stdout
    assert files_of(out) == alone
