"""Jobs on eight threads of a fresh process make the same bytes as on one thread.

``PNP_THREAD_RUNS=50`` runs fifty such processes over all jobs of all games; a few runs of quick
jobs are made otherwise.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import threads
from helpers.sample_archive import write_game

THREADS = 8
RUNS = int(os.environ.get("PNP_THREAD_RUNS", "0"))
QUICK = (  # POND is a small game
    *("faces:punt-match",) * 2,
    *("laser:turno",) * 2,
    *("previews:turnio", "sheets:bird-clock", "rules:POND", "archive:POND"),
)


def run(folder: Path, count: int, jobs: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Run jobs in a fresh process; return the checksums of the files of each run of a job."""
    environment = {**os.environ, "PYTHONHASHSEED": str(count)}
    command = [sys.executable, threads.__file__, str(folder), str(count), *jobs]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, str]] = {f"{n} {job}": {} for n, job in enumerate(jobs)}
    for name, digest in json.loads(done.stdout).items():
        number, job, *file = name.split(" ", 2)
        found[f"{number} {job}"][file[0] if file else "error"] = digest
    return found


def chosen(number: int) -> tuple[str, ...]:
    """Return eight of all jobs; another run has the next ones."""
    first = THREADS * number
    return tuple(threads.JOBS[(first + n) % len(threads.JOBS)] for n in range(THREADS))


CASES = [chosen(n) for n in range(RUNS)] or [QUICK]


@pytest.fixture(scope="module")
def pond(tmp_path_factory):
    """The path of a small game."""
    return str(write_game(tmp_path_factory.mktemp("pond")))


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What jobs make on one thread: the checksums of files by job, made once for each of them."""
    known: dict[str, dict[str, str]] = {}

    def make(jobs: tuple[str, ...]) -> dict[str, dict[str, str]]:
        missing = tuple(job for job in dict.fromkeys(jobs) if job not in known)
        if missing:
            made = run(tmp_path_factory.mktemp("alone"), 1, missing)
            known.update({name.partition(" ")[2]: found for name, found in made.items()})
        return {job: known[job] for job in jobs}

    return make


@pytest.mark.parametrize("jobs", CASES, ids=map(str, range(len(CASES))))
def test_eight_cold_threads_make_the_same_bytes_as_one(tmp_path, pond, alone, jobs):
    jobs = tuple(job.replace("POND", pond) for job in jobs)
    together = run(tmp_path / "eight", THREADS, jobs)
    expected = alone(jobs)
    errors = [
        found["error"] for found in (*together.values(), *expected.values()) if "error" in found
    ]
    assert errors == []
    assert all(expected.values())
    assert {
        n: found for n, found in together.items() if found != expected[n.partition(" ")[2]]
    } == {}


def test_escapes_of_links_are_known_before_threads_share_them():
    code = """
from pnp.rulebook.read_markdown import markdown_parser
from mdurl._decode import decode_cache
from mdurl._encode import encode_cache

before = {**encode_cache}, {**decode_cache}
markdown_parser().render("[a](https://a.example/%20b?c d) <https://b.example/>")
assert before == (encode_cache, decode_cache), "a link fills a table that other threads read"
assert all(len(table) == 128 for tables in before for table in tables.values())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_importlib_is_whole_before_threads_import_more_of_it():
    code = "import pnp, sys; assert 'importlib._bootstrap' in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
