"""Sheets to judge, and copies of them to damage."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

COMPONENTS = ("tiles", "hexagon", "deck-36", "pawns", "turnooi-mat", "box-36")


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("judged")
    options = SheetOptions(out=out, formats=("pdf",), only=COMPONENTS)
    build_game("turno", options)
    build_game("turno", replace(options, formats=("svg", "png"), only=("hexagon",)))
    return out / "turno"


@pytest.fixture
def made(built, tmp_path) -> Path:
    """A folder of made files to damage."""
    return Path(shutil.copytree(built, tmp_path / "turno"))


def edit_manifest(folder: Path, path: str, **changes: object) -> None:
    """Change the entry of a file in a manifest."""
    manifest = json.loads((folder / "manifest.json").read_text())
    next(entry for entry in manifest["files"] if entry["path"] == path).update(changes)
    (folder / "manifest.json").write_text(json.dumps(manifest))
