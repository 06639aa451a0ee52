"""Run pnp commands under a Python audit hook and print what they did to the system as JSON.

This is a program of its own, because an audit hook cannot be removed; it takes a list of commands
as JSON. Libraries that search the disk when they are imported are imported first.
"""

import json
import os
import shutil
import sys

import cairocffi  # noqa: F401  (asks the system's linker where cairo is)

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {  # what changes a disk, and how many of its first arguments are paths
    "os.chmod": 1,
    "os.chown": 1,
    "os.link": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.symlink": 2,
    "os.truncate": 1,
    "os.utime": 1,
}
OUTWARD = ("ftplib", "http", "os.exec", "os.fork", "os.posix_spawn", "os.startfile", "os.system")
OUTWARD += ("pty", "smtplib", "socket", "subprocess", "telnetlib", "urllib", "webbrowser", "winreg")

read: set[str] = set()
written: set[str] = set()
outward: list[str] = []


def listen(event: str, arguments: tuple[object, ...]) -> None:
    """Note a file that is opened or changed, and what leaves this process."""
    if event == "open":
        path, _, flags = arguments
        if isinstance(path, str | bytes):
            note(written if int(str(flags)) & WRITING else read, path)
    elif event in CHANGES:
        for path in arguments[: CHANGES[event]]:
            note(written, str(path))
    elif event.startswith(OUTWARD):
        outward.append(f"{event} {arguments}")


def note(places: set[str], path: str | bytes) -> None:
    """Note where a path leads."""
    places.add(os.path.realpath(os.fsdecode(path)))


def main() -> None:
    """Listen, and run the commands one after another."""
    from typer.testing import CliRunner

    from pnp.cli import app

    shutil._use_fd_functions = False  # so that paths are whole
    sys.addaudithook(listen)
    ended = [CliRunner().invoke(app, command).exit_code for command in json.loads(sys.argv[1])]
    heard = {"read": sorted(read), "written": sorted(written), "outward": outward, "ended": ended}
    print(json.dumps(heard))


if __name__ == "__main__":
    main()
