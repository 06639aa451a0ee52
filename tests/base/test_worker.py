import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import worker_calls as calls

from pnp.base import worker_helper, worker_process
from pnp.base.errors import DefinitionError
from pnp.base.limits import Allowance, Limits, WorkerError
from pnp.base.worker import run_in_worker
from pnp.base.workplace import place_of, removed_if_killed, unhurried, working_on

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")

USUAL = Allowance.of(Limits())
SMALL = Allowance(memory_mb=100, seconds=1, file_mb=2, open_files=30, patience=30)
HURRIED = SMALL._replace(patience=0.4)


def run(call, allowance=SMALL):
    return run_in_worker(call, allowance)


@pytest.fixture(autouse=True)
def _no_child_stays():
    before = children()
    yield
    worker_process.end_workers()
    assert children() <= before


def children():
    """Return the processes that this one has started and not waited for, where that is told."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(listed.read_text().split()) if listed.exists() else set()


def test_a_call_returns_its_result_from_another_process():
    assert run(partial(calls.double, 21)) == 42
    assert run(calls.process) != os.getpid()


def test_an_error_of_the_user_comes_back_as_itself():
    with pytest.raises(DefinitionError) as error:
        run(calls.fault)
    assert str(error.value).splitlines() == [
        "game.toml: name: is missing",
        "game.toml: id: is missing",
    ]


def test_a_bug_keeps_its_type_and_tells_where_it_was():
    with pytest.raises(ZeroDivisionError) as error:
        run(calls.bug)
    assert "in bug" in error.value.__notes__[0]


def test_a_bug_that_cannot_be_pickled_keeps_its_text():
    with pytest.raises(RuntimeError, match="UnpicklableError: one"):
        run(calls.unpicklable_bug)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            partial(calls.take_memory, 500),
            "jars, card 17: needs more than 100 MB of memory (PNP_LIMITS=memory_mb=… allows more)",
        ),
        (
            calls.compute,
            "rulebook.en.pdf: takes more than 1 seconds of computing "
            "(PNP_LIMITS=seconds=… allows more)",
        ),
        (
            partial(calls.open_many, 50),
            "the work: opens more than 30 files (PNP_LIMITS=open_files=… allows more)",
        ),
        (calls.nest, "the work: is nested too deeply"),
        (calls.crash, "a.pdf: was ended by SIGSEGV in a library, perhaps for lack of memory"),
        (
            partial(calls.crash, signal.SIGKILL),
            "a.pdf: was ended by SIGKILL, perhaps by the system for lack of memory",
        ),
        (partial(calls.leave, 3), "the work: was ended by a library with status 3"),
    ],
    ids=["memory", "seconds", "open files", "depth", "crash", "killed", "left"],
)
def test_a_worker_that_exceeds_a_limit_is_told_about_in_a_line(call, said):
    with pytest.raises(WorkerError) as error:
        run(call)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)
    assert error.value.status == 1


def test_what_does_nothing_is_ended_by_the_clock(monkeypatch):
    monkeypatch.setattr("pnp.base.worker_process.TICK", 0.1)
    with pytest.raises(WorkerError, match=r"^data/x\.pdf: has not ended after 0\.4 seconds"):
        run(calls.sleep, HURRIED)


def test_no_time_counts_while_a_worker_waits(monkeypatch):
    monkeypatch.setattr("pnp.base.worker_process.TICK", 0.1)
    assert run(partial(calls.rest, 3, 0.3), HURRIED) == 3


def test_a_file_that_is_too_large_is_told_about(tmp_path):
    with pytest.raises(WorkerError, match="makes a file of more than 2 MB"):
        run(partial(calls.write, tmp_path / "large", 5))
    run(partial(calls.write, tmp_path / "small", 1))


def test_a_file_that_is_too_large_for_the_system_is_told_otherwise(tmp_path):
    with pytest.raises(WorkerError, match=r"a larger file than the system allows \(ulimit -f\)$"):
        run(partial(calls.write_within, tmp_path / "large", 5, most=1))


@pytest.mark.parametrize(
    "call", [calls.take_memory_and_call_it_something_else, calls.lack_memory_in_a_library]
)
def test_lack_of_memory_is_told_whatever_error_it_became(call):
    with pytest.raises(WorkerError, match="jars, card 17: needs more than 100 MB"):
        run(call)


def test_an_error_is_raised_although_no_memory_is_left_to_note_its_place():
    with pytest.raises(WorkerError, match=r"^numbers: needs more than 100 MB"):
        run(calls.take_memory_to_the_last_block, SMALL._replace(seconds=30))


def test_the_usual_allowance_lets_much_more_through():
    assert run(partial(calls.take_memory, 500), USUAL) == 500_000_000
    run(partial(calls.open_many, 50), USUAL)


def test_a_function_that_ends_the_program_ends_it_with_that_status():
    with pytest.raises(SystemExit) as end:
        run(partial(calls.exit, 2))
    assert end.value.code == 2


def test_a_killed_worker_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.base.worker_process.TICK", 0.1)
    with pytest.raises(WorkerError):
        run(partial(calls.begin, tmp_path / "half"), HURRIED)
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_a_worker_goes_through_a_pipe_whole():
    error = USUAL.exceeded("memory", "jars")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.place) == (str(error), "jars")


def test_twenty_workers_at_once_each_keep_to_their_own_limits():
    def one(number):
        if number % 4:
            return run_in_worker(partial(calls.double, number), USUAL)
        with pytest.raises(WorkerError, match="jars, card 17"):
            run_in_worker(partial(calls.take_memory, 500), SMALL)
        return -1

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(one, range(20)))
    assert results == [2 * number if number % 4 else -1 for number in range(20)]


def test_a_worker_that_is_kept_follows_its_caller(tmp_path, monkeypatch):
    run(os.getcwd)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLOUR", "green")
    assert run(os.getcwd) == str(tmp_path)
    assert run(partial(os.getenv, "COLOUR")) == "green"


def test_a_worker_takes_one_call_after_another_until_one_may_have_damaged_it():
    first = run(calls.process)
    with pytest.raises(DefinitionError):
        run(calls.fault)
    assert run(calls.process) == first
    with pytest.raises(WorkerError):
        run(calls.nest)
    assert run(calls.process) != first


def test_a_worker_that_keeps_much_memory_takes_no_more_calls():
    first = run(calls.process)
    assert run(partial(calls.keep_memory, 10)) == first
    assert run(partial(calls.keep_memory, 30)) == first
    assert run(calls.process) != first


def test_a_worker_frees_what_its_calls_leave_in_circles():
    run(calls.tie_knot)
    assert run(calls.count_knots) == 0
    run(partial(calls.tie_knot, keep=True))
    assert run(calls.count_knots) == 1
    run(calls.release_knots)
    for _ in range(worker_helper._CALLS):
        run(calls.process)
    assert run(calls.count_knots) == 0


def test_a_worker_that_was_killed_while_idle_is_replaced():
    first = run(calls.process)
    os.kill(first, signal.SIGKILL)
    time.sleep(0.1)
    assert run(calls.process) != first


STARTER = """
import sys
sys.path.insert(0, {folder!r})
from functools import partial
import worker_calls as calls
from pnp.base.signals import listen
from pnp.base.worker import run_in_worker
listen()
{how}
"""
DIRECTLY = "run_in_worker(partial(calls.tell_and_wait, {file!r}))"
COPIED = f"""
from pnp.base.worker_helper import serve
from pnp.base.worker_process import copy_process
copy_process(serve)
{DIRECTLY}
"""
IN_A_THREAD = """
from threading import Thread
thread = Thread(target=run_in_worker, args=[partial(calls.tell_and_wait, {file!r})], daemon=True)
thread.start()
thread.join()
"""


def start_and_wait(tmp_path, how):
    """Start a program that waits for its worker; return it and the worker's process."""
    file = tmp_path / "worker"
    code = STARTER.format(folder=str(Path(__file__).parent), how=how.format(file=str(file)))
    program = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    end = time.monotonic() + 10
    while not (file.exists() and file.read_text()) and time.monotonic() < end:
        time.sleep(0.01)
    return program, int(file.read_text())


def ends(process):
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", [DIRECTLY, COPIED, IN_A_THREAD], ids=["new", "copied", "thread"])
def test_no_worker_outlives_a_killed_parent(tmp_path, how):
    program, worker = start_and_wait(tmp_path, how)
    program.kill()
    program.wait()
    assert ends(worker)


@pytest.mark.parametrize("how", [DIRECTLY, COPIED], ids=["new", "copied"])
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_the_worker_too(tmp_path, number, status, how):
    program, worker = start_and_wait(tmp_path, how)
    program.send_signal(number)
    assert program.wait() in (status, -number)
    assert ends(worker)


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="each worker is another Python there")


def run_program(code):
    """Run a program, and return the lines that it prints."""
    program = STARTER.format(folder=str(Path(__file__).parent), how=code)
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return run.stdout.splitlines()


@LINUX
def test_a_copy_of_this_process_serves_calls_until_one_may_have_damaged_it():
    told = run_program("""
from pnp.base.limits import Allowance, WorkerError
from pnp.base.worker_helper import serve
from pnp.base.worker_process import _idle, copy_process
small = Allowance(memory_mb=100, seconds=1, file_mb=2, open_files=30)
print("once")
copy_process(serve)
copy = _idle[0]._process.pid
assert run_in_worker(calls.process, small) == run_in_worker(calls.process, small) == copy
for call in calls.crash, partial(calls.take_memory, 500):
    try:
        run_in_worker(call, small)
    except WorkerError as error:
        print(error)
    copy_process(serve)
""")
    assert told == [
        "once",
        "a.pdf: was ended by SIGSEGV in a library, perhaps for lack of memory "
        "(if so, PNP_LIMITS=memory_mb=… allows more)",
        "jars, card 17: needs more than 100 MB of memory (PNP_LIMITS=memory_mb=… allows more)",
    ]


@LINUX
def test_a_copy_may_end_where_nobody_learns_its_status():
    told = run_program("""
import signal
from pnp.base.worker_helper import serve
from pnp.base.worker_process import copy_process
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
copy_process(serve)
print(run_in_worker(partial(calls.double, 21)))
""")
    assert told == ["42"]


@LINUX
def test_where_there_is_a_thread_a_worker_is_another_python():
    told = run_program("""
from threading import Event, Thread
from pnp.base.worker_helper import serve
from pnp.base.worker_process import _idle, copy_process
ended = Event()
Thread(target=ended.wait).start()
copy_process(serve)
print(_idle)
ended.set()
""")
    assert told == ["[]"]


def test_outside_of_a_worker_nothing_is_kept(tmp_path):
    with working_on("jars") as nothing, removed_if_killed(tmp_path), unhurried():
        assert nothing is None
    assert place_of(ValueError()) == ""


def test_what_all_work_is_on_is_told_where_nothing_finer_is_known():
    with pytest.raises(WorkerError, match=r"^larder: needs more than "):
        run_in_worker(calls.lack_memory_within_a_game, SMALL)


def test_libraries_in_c_print_nothing_on_standard_error_and_python_does():
    code = (
        "import os, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import worker_calls as calls\n"
        "from pnp.base.worker import run_in_worker\n"
        "assert run_in_worker(calls.print_errors) == sys.stderr.encoding\n"
        "os.write(2, b'after\\n')\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert told.stderr.decode().splitlines() == ["said \u00e9", "after"]
