"""A build to verify, copies of it, and their findings."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions
from pnp.verify import FolderReport, Status, verify_paths

COMPONENTS = ("tiles", "hexagon", "deck-36", "pawns", "turnooi-mat", "box-36")


@pytest.fixture(scope="session")
def once(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("verified")
    options = SheetOptions(out=out, formats=("pdf",), only=COMPONENTS)
    build_game("turno", options)
    build_game("turno", replace(options, formats=("svg", "png"), only=("hexagon",)))
    return out / "turno"


@pytest.fixture
def made(once, tmp_path) -> Path:
    """A folder of made files to damage."""
    return Path(shutil.copytree(once, tmp_path / "turno"))


def verified(*paths: Path, game: str = "") -> list[FolderReport]:
    return list(verify_paths(paths, game))


def faults_of(*paths: Path, game: str = "") -> dict[str, dict[str, str]]:
    """Return the faults by file name and by finding; those of the folder itself under ""."""
    faults: dict[str, dict[str, str]] = {}
    for report in verified(*paths, game=game):
        for name, findings in [
            ("", report.findings),
            *((Path(file.path).name, file.findings) for file in report.files),
        ]:
            for finding in findings:
                if finding.status is Status.WRONG:
                    words = f"{finding.found}; {finding.right}"
                    own = faults.setdefault(name, {})
                    own[finding.what] = " | ".join(filter(None, (own.get(finding.what), words)))
    return faults


def findings(file: Path) -> dict[str, tuple[str, str]]:
    """Return each finding about a file as its status and what was found."""
    (report,) = verified(file)
    return {f.what: (f.status.value, f.found) for f in report.files[0].findings}


def edit_manifest(folder: Path, path: str | None = None, **changes: object) -> None:
    """Change a manifest, or the entry of one file in it."""
    manifest = json.loads((folder / "manifest.json").read_text())
    if path is None:
        manifest |= changes
    else:
        next(entry for entry in manifest["files"] if entry["path"] == path).update(changes)
    (folder / "manifest.json").write_text(json.dumps(manifest))
