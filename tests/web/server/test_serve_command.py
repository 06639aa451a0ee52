"""``pnp serve`` as a process: it is ready, refuses what it must, and leaves nothing behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from pnp.base.files import templates

TAWULA = templates() / "games" / "tawula"
IMAGE = Path(__file__).parents[3].joinpath("Dockerfile").read_text(encoding="utf-8")
SERVING = (
    Path(__file__).parents[3].joinpath("docs", "how-to", "serving.md").read_text(encoding="utf-8")
)
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def started(*arguments, port="0", program=("-m", "pnp")):
    """Return a server and the address at which it says it serves."""
    command = [sys.executable, "-P", *program, "serve", "--no-open", "--port", port, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    return process, found and found[0]


def workers_of(process) -> list[int]:
    """Return the processes that a server has started."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(one) for one in found.split()]


def has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def end_of(process, number) -> int:
    process.send_signal(number)
    return process.wait(timeout=60)


def assert_ends(process, number, workers):
    """End a server by a signal, and see all of its workers end with it, without a word."""
    status = end_of(process, number)
    assert process.communicate() == ("", "")
    assert status == (-9 if number == signal.SIGKILL else 0)
    until = time.monotonic() + 30
    while time.monotonic() < until and not all(map(has_ended, workers)):
        time.sleep(0.02)
    assert all(map(has_ended, workers))


@POSIX
def test_a_server_that_is_killed_ends_with_all_of_its_workers():
    process, address = started("--workers", "2")
    try:
        assert httpx.get(f"{address}games.json", timeout=60).json()["games"]
        workers = workers_of(process)
        assert len(workers) == 2
        assert_ends(process, signal.SIGKILL, workers)
    finally:
        process.kill()
        process.communicate()


def test_a_port_that_is_taken_is_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process, _ = started(port=port)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert re.fullmatch(rf"error: --port: {port} at 127.0.0.1 cannot be used: .*\n", err)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--public", "."], "--public: does not show your own games; leave out the folder"),
        (["--address", "0.0.0.0"], "--address: 0.0.0.0 stands for every address of this machine; "),
        (["--port", "70000"], "--port: write a number from 0 to 65535, not 70000"),
        (["--workers", "-1"], "--workers: write a number from 0 to 64, not -1"),
        (["nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_served_is_one_line(arguments, fault, tmp_path):
    command = [sys.executable, "-P", "-m", "pnp", "serve", "--no-open", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"error: {fault}" if fault.startswith("-") else "error: ")
    assert fault in run.stderr
    assert run.stderr.count("\n") == 1


@POSIX
def test_the_unit_and_the_container_serve_the_public_by_name_until_a_signal_ends_them():
    (unit,) = re.findall(r"^ExecStart=/opt/pnp/bin/pnp serve (.*)$", SERVING, re.MULTILINE)
    entry, last = map(json.loads, re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", IMAGE, re.MULTILINE))
    commands = unit, " ".join([*entry[2:], *last])
    for command, number in zip(commands, (signal.SIGTERM, signal.SIGINT), strict=True):
        process, address = started(*command.split(), "--workers", "1")
        try:
            statuses = [
                httpx.get(f"{address}games.json", headers={"Host": host}, timeout=60).status_code
                for host in ("games.example.org", "games.example.org:443", "other.example.org")
            ]
            assert statuses == [200, 200, 400]
            workers = workers_of(process)
            assert len(workers) == 1
            assert_ends(process, number, workers)
        finally:
            process.kill()
            process.communicate()


WAITS = """
import sys, threading
from pnp.__main__ import main
from pnp.web.server.kept import Versions
Versions._look = lambda *_: threading.Event().wait()
main()
"""  # for a disk that does not answer
AT_LATEST = 10  # seconds: it is two, where nothing else takes the processor


KIT = "/games/turno/make/kit.pdf?paper=a5"
PNP = ("-m", "pnp")


@POSIX
@pytest.mark.parametrize(
    ("number", "begun", "under_way", "arguments", "program"),
    [
        (signal.SIGINT, ["/games.json"], [KIT], (), PNP),
        (signal.SIGTERM, [KIT] * 6, [], (), PNP),
        (signal.SIGINT, ["/own/events"], [], (str(TAWULA),), PNP),
        (signal.SIGTERM, ["/robots.txt"], ["/games/turno/"], (), ("-c", WAITS)),
        (signal.SIGINT, ["/robots.txt"], ["half"], ("--public",), PNP),
    ],
    ids=["a job", "visitors who read nothing", "a stream", "a thread", "half a request"],
)
def test_a_signal_ends_a_server_whatever_it_does(number, begun, under_way, arguments, program):
    process, address = started("--workers", "1", *arguments, program=program)
    place = urlsplit(address)
    try:
        with ExitStack() as links:
            for path in (*begun, *under_way):
                link = links.enter_context(socket.socket())
                link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                link.connect((place.hostname, place.port))
                asked = f"GET {path} HTTP/1.1\r\nHost: {place.hostname}\r\n\r\n"
                link.sendall(asked.removesuffix("\r\n" * (path == "half")).encode())
                if path in begun:
                    assert link.recv(1)
            time.sleep(0.3)
            process.send_signal(number)
            assert process.wait(timeout=AT_LATEST) == 0
        assert process.communicate() == ("", "")
    finally:
        process.kill()
        process.communicate()
