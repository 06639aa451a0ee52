"""Making a game reads its folder and pnp itself, writes where it is told, and asks nobody else."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from larder_game import LarderGame

import pnp
from pnp.base.trust import LIST

PROGRAM = Path(__file__).with_name("audit_hook.py")
PACKAGE = Path(pnp.__file__).parent
REPORTLAB = (".reportlab_mods", ".reportlab_settings")  # where it looks for the user's own


@pytest.fixture(scope="module")
def heard(tmp_path_factory):
    """What is heard while every command is run in the folder of a game with all in it."""
    place = tmp_path_factory.mktemp("heard")
    larder = LarderGame(place)
    larder.put("ezdxf.ini", "hostile settings")  # a library would take them
    game, out = [str(larder.folder)], ["--out", str(larder.out)]
    commands = [
        ["check", *game],
        ["show", *game],
        ["build", *game, *out, "--format", "pdf,svg,png"],
        ["rules", *game, *out, "--booklet"],
        ["laser", *game, *out, "--component", "pegs", "--client", "generic"],
        ["archive", *game, "--out", str(larder.out / "packages")],
        ["verify", str(larder.out / "larder")],
    ]
    settings = place / "home" / ".config" / "pnp"
    settings.mkdir(parents=True)
    (settings / LIST).write_text(f"{place}\n")  # so that it is this process that does everything
    done = subprocess.run(
        [sys.executable, "-B", PROGRAM, json.dumps(commands)],
        cwd=larder.folder,
        env={**os.environ, "HOME": str(place / "home"), "PNP_DATA_DIR": str(place / "data")},
        capture_output=True,
        text=True,
        check=True,
    )
    return larder, json.loads(done.stdout)


def outside(paths, *places):
    """Return the paths that lie in none of the places."""
    real = [Path(os.path.realpath(place)) for place in places]
    return [path for path in paths if not any(Path(path).is_relative_to(one) for one in real)]


DEEDS = """
import json, os, socket, subprocess, sys
import audit_hook
sys.addaudithook(audit_hook.listen)
open("read").close()
open("written", "w").close()
os.close(os.open("opened", os.O_WRONLY | os.O_CREAT))
os.rename("written", "renamed")
os.mkdir("made")
socket.socket().close()
subprocess.run(["true"])
os.system("true")
names = [sorted(map(os.path.basename, places)) for places in (audit_hook.read, audit_hook.written)]
print(json.dumps([*names, [told.partition(" ")[0] for told in audit_hook.outward]]))
"""


def test_what_is_done_is_heard(tmp_path):
    (tmp_path / "read").touch()
    done = subprocess.run(
        [sys.executable, "-c", DEEDS],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROGRAM.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    read, written, outward = json.loads(done.stdout)
    assert "read" in read
    assert {"written", "opened", "renamed", "made"} <= set(written)
    assert not {"written", "opened"} & set(read)
    assert {"socket.__new__", "subprocess.Popen", "os.system"} <= set(outward)


def test_every_command_does_its_work(heard):
    larder, told = heard
    assert told["ended"] == [0] * 7
    assert len(told["written"]) > 50
    assert str(larder.folder / "art" / "plums.png") in told["read"]


def test_no_connection_is_opened_and_no_program_started(heard):
    assert heard[1]["outward"] == []


def test_files_are_written_below_the_output_folder_alone(heard):
    larder, told = heard
    assert outside(told["written"], larder.out) == []


def test_files_are_read_in_the_game_s_folder_and_in_what_is_installed_alone(heard):
    larder, told = heard
    installed = (sys.prefix, sys.base_prefix, PACKAGE, PACKAGE.parent / "templates")
    licence = PACKAGE.parent / "LICENSE"
    home = larder.out.parent / "home"
    settings = [home / name for name in (*REPORTLAB, f".config/pnp/{LIST}")]
    allowed = (larder.folder, larder.out, licence, *installed, *settings)
    assert outside(told["read"], *allowed) == []
    assert str(larder.folder / "ezdxf.ini") not in told["read"]


TRAP = """
#include <unistd.h>
__attribute__((constructor)) static void run(void) { _exit(66); }
"""


@pytest.fixture
def trapped(larder):
    """Return how to run Python in a game's folder that holds code where code is looked for."""
    compiler = shutil.which("gcc") or pytest.skip("the trap is a library that gcc makes")
    larder.put("trap.c", TRAP)
    library = larder.folder / "libcairo.so.2"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, "trap.c"], cwd=larder.folder)
    for name in ("gcc", "ld", "ldconfig"):
        larder.put(name, "#!/bin/sh\ntouch ran\n")
        (larder.folder / name).chmod(0o755)
    paths = {"PATH": f".:{os.environ['PATH']}", "LD_LIBRARY_PATH": "/nowhere:"}
    environment = {**os.environ, "PYTHONPATH": f"{PACKAGE.parent}:", **paths}

    def run(*arguments: str) -> int:
        command = (sys.executable, "-B", "-P", *arguments)
        return subprocess.run(command, cwd=larder.folder, env=environment).returncode

    return run


@pytest.mark.skipif(sys.platform != "linux", reason="the trap is one of Linux")
def test_no_library_module_or_program_is_taken_from_the_game_s_folder(larder, trapped):
    load = "import cairocffi, reportlab.rl_config"
    module = "pnp.make.parallel"
    worker = f"from {module} import processes; processes(1)().submit(exec, {load!r}).result()"
    assert trapped("-c", load) == 66
    (larder.folder / "ran").unlink()
    assert trapped("-c", f"import pnp.cli; {load}") == 0
    assert trapped("-c", worker) == 0
    assert not (larder.folder / "ran").exists()
    for name in ("pydantic.py", "fnmatch.py"):
        larder.put(name, "import os; os._exit(66)")
    assert trapped("-c", "import pydantic") == 66
    assert trapped("-m", "pnp", "check", ".") == 0
