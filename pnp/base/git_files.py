"""Read the files of a folder at a commit through git, without writing to the folder.

The folder may be untrusted, and so may be the settings of its repository. Only commands that read
objects are called: they refresh no index, run no hook, filter or diff program, and no protocol is
allowed that could fetch missing objects.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from pnp.base.errors import UsageError
from pnp.base.files import is_file_name
from pnp.base.units import quoted

MOST_BYTES = 500_000_000  # of all files of a commit's folder
MOST_SECONDS = 60  # for each call of git
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "-c", "core.pager=cat")
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


def extract_commit(folder: Path, ref: str, into: Path) -> None:
    """Write the files of a commit that lie in ``folder`` or below into another folder.

    Leaves out links and submodules.

    Raises:
        UsageError: If there is no git, no repository or no such commit, or too much in it.
    """
    if _run(folder, "rev-parse", "--show-toplevel") is None:
        raise UsageError(f"{folder} is not in a git repository")
    found = _run(folder, "rev-parse", "--verify", "--end-of-options", f"{ref}^{{commit}}")
    if found is None:
        raise UsageError(f"there is no commit {quoted(ref)}")
    listed = _run(folder, "ls-tree", "-r", "-z", "-l", found.decode().strip(), "--", ".")
    if listed is None:
        raise UsageError(f"git cannot read the files of {quoted(ref)}")
    files = dict(_blobs(listed))
    if sum(size for _, size in files.values()) > MOST_BYTES:
        raise UsageError(f"has more than {MOST_BYTES // 1_000_000} MB in {quoted(ref)}")
    contents = _contents(folder, [name for name, _ in files.values()])
    for path, content in zip(files, contents, strict=True):
        file = into / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _blobs(listed: bytes) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield path, name and size of each file."""
    for entry in filter(None, listed.split(b"\0")):
        facts, _, written = entry.partition(b"\t")
        mode, kind, name, size = facts.decode("ascii").split()
        path = os.fsdecode(written)
        if kind == "blob" and mode.startswith("100") and all(map(is_file_name, path.split("/"))):
            yield path, (name, int(size) if size.isdecimal() else 0)  # "BAD" where it is missing


def _contents(folder: Path, names: list[str]) -> Iterator[bytes]:
    """Yield the content of each object."""
    request = "".join(f"{name}\n" for name in names).encode()
    answered = memoryview(_run(folder, "cat-file", "--batch", given=request) or b"")
    at = 0
    for name in names:
        end = bytes(answered[at : at + 200]).find(b"\n")
        head = bytes(answered[at : at + end]).split()
        if end < 0 or len(head) != 3:
            raise UsageError(f"git cannot read the file {name}")
        at += end + 1
        yield bytes(answered[at : at + int(head[2])])
        at += int(head[2]) + 1


def _program() -> str:
    """Return the path of git from PATH, never from the current folder.

    Raises:
        UsageError: If it is not installed.
    """
    for folder in filter(os.path.isabs, os.environ.get("PATH", "").split(os.pathsep)):
        for name in ("git.exe",) if os.name == "nt" else ("git",):
            file = os.path.join(folder, name)
            if os.path.isfile(file) and os.access(file, os.X_OK):
                return file
    raise UsageError("git is not installed")


def _run(folder: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    """Return the output of git; None if it fails."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    try:
        done = subprocess.run(
            [_program(), *_SAFE, *arguments],
            cwd=folder,
            env=own | _ENVIRONMENT,
            input=given,
            capture_output=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"git has not answered for {MOST_SECONDS} seconds") from None
    return done.stdout if done.returncode == 0 else None
