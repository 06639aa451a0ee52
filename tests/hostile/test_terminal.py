"""What `pnp verify` says of files that a stranger sent does nothing to a terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_attacks import guarded
from typer.testing import CliRunner

from pnp.cli import app

ACTS = "\x1b]0;pwned\x07\x9b2J\u202e\r\nerror: all is well"


@pytest.fixture
def output(tmp_path) -> Path:
    """Return an output folder whose manifest and file names act on a terminal."""
    folder = tmp_path / "larder"
    folder.mkdir()
    made = {"path": f"a{ACTS}.svg", "kind": ACTS, "component": ACTS, "format": ACTS, "sha256": ACTS}
    other = {"path": "b.dxf", "kind": "laser", "component": ACTS, "format": "dxf", "sha256": ACTS}
    manifest = {
        "game": ACTS,
        "name": ACTS,
        "version": ACTS,
        "definition_sha256": ACTS,
        "files": [made, other],
        "earlier_files": [ACTS],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    stray = ACTS.replace("/", "")
    (folder / stray).write_text(ACTS)
    (folder / "b.dxf").write_text(
        f"0\nSECTION\n2\nENTITIES\n0\n{ACTS[:9]}\n8\n{ACTS[:9]}\n0\nEOF\n"
    )
    (folder / "c.svg").write_text(f'<svg width="9{ACTS[8:9]}mm" height="9\u202emm">')
    return folder


@pytest.fixture
def bag(tmp_path) -> Path:
    """Return a bag whose lists and file names act on a terminal."""
    folder = tmp_path / "bag"
    (folder / "data").mkdir(parents=True)
    (folder / "bagit.txt").write_text("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    (folder / "bag-info.txt").write_text("Internal-Sender-Identifier: \x1b[2J\u202e\n")
    (folder / "manifest-sha256.txt").write_text(f"{'0' * 64}  data/\x1b[2Jmissing\u202e\n")
    (folder / "data" / f"x{ACTS}.xml").write_text(f"<{ACTS}/>")
    return folder


@pytest.mark.parametrize("what", ["output", "bag"])
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_nothing_that_is_verified_acts_on_a_terminal(request, what, more):
    folder = request.getfixturevalue(what)
    with guarded():
        done = CliRunner().invoke(app, ("verify", str(folder), *more))
    assert done.exit_code == 1, done.output
    lines = done.output.split("\n")
    assert [line for line in lines if not line.isprintable()] == []
    assert [line for line in lines if line.startswith("error: all")] == []
    assert "x1b" in done.output or "u001b" in done.output


def test_what_libraries_log_does_not_act_on_a_terminal():
    code = (
        "import warnings\n"
        "import pnp.cli\n"
        "from pnp.program import prepare\n"
        "prepare()\n"
        "import logging\n"
        f"logging.getLogger('pikepdf').warning({ACTS!r})\n"
        f"warnings.warn({ACTS!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    told = done.stderr.decode()
    assert r"\x1b]0;pwned\x07\x9b2J\u202e\r" in told
    assert all(line.isprintable() for line in told.split("\n"))
