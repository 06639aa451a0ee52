"""Commands as a user types them, in this process, and the files that they make."""

import json
from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from pnp.cli import app


def run(*arguments: object, status: int = 0, **more: Any) -> Result:
    """Run a command, which ends with that status."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], **more)
    assert result.exit_code == status, result.output
    return result


def refusal(*arguments: object, status: int = 2) -> str:
    """Run a command that is refused in one line; return that."""
    (line,) = run(*arguments, status=status).stderr.splitlines()
    assert line.startswith("error: ")
    return line.removeprefix("error: ")


def listed(folder: Path) -> list[dict[str, Any]]:
    """Return the files that a folder's manifest lists."""
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
