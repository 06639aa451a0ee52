"""One process at a time holds the lock of a folder, and none keeps it beyond its end."""

import logging
import os
import signal
import subprocess
import sys
from threading import Thread
from time import monotonic, sleep

import pytest

from pnp.base import locks
from pnp.base.locks import locked

HOLD = """
import sys
from pathlib import Path
from pnp.base.locks import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
COUNT = """
import sys
from pathlib import Path
from pnp.base.locks import locked
file = Path(sys.argv[1])
for _ in range(40):
    with locked(file):
        file.write_text(str(int(file.read_text()) + 1))
"""


def process(code, path):
    words = [sys.executable, "-c", code, path]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_three_processes_change_a_file_in_turn(tmp_path):
    file = tmp_path / "count"
    file.write_text("0")
    running = [process(COUNT, file) for _ in range(3)]
    for one in running:
        one.communicate(timeout=60)
    assert [one.returncode for one in running] == [0, 0, 0]
    assert file.read_text() == "120"
    assert [path.name for path in tmp_path.iterdir()] == ["count"]


def test_threads_wait_for_each_other_and_say_so(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    done = []

    def second():
        with locked(tmp_path / "out"):
            done.append("second")

    with locked(tmp_path / "out"):
        thread = Thread(target=second)
        thread.start()
        sleep(0.2)
        done.append("first")
    thread.join(10)
    assert done == ["first", "second"]
    told = f"waiting for another pnp that is writing in {tmp_path / 'out'}"
    assert [(one.levelno, one.message) for one in caplog.records] == [(logging.WARNING, told)]


@pytest.mark.skipif(os.name != "posix", reason="processes are killed in this way on POSIX")
def test_a_killed_process_holds_no_lock(tmp_path):
    holder = process(HOLD, tmp_path / "out")
    assert holder.stdout.readline() == b"held\n"
    assert (tmp_path / ".out.lock").exists()
    holder.send_signal(signal.SIGKILL)
    holder.communicate(timeout=10)
    begin = monotonic()
    with locked(tmp_path / "out"):
        assert monotonic() - begin < 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="links and pipes are made in this way on POSIX")
@pytest.mark.parametrize("make", [lambda to: to.symlink_to("x"), os.mkfifo], ids=["link", "pipe"])
def test_what_is_not_a_file_is_no_lock(tmp_path, make):
    make(tmp_path / ".out.lock")
    with (
        pytest.raises(OSError, match=r"this is where pnp's lock goes, .*; remove it"),
        locked(tmp_path / "out"),
    ):
        pass
