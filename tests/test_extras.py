"""Optional libraries: what works without them, and what one line says when one is missing."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from test_architecture import HOMES

from pnp.base.errors import MissingExtraError
from pnp.base.imports import EXTRAS, optional, require
from pnp.base.trust import LIST

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Distributions whose import name is another.
IMPORTED_AS = {
    "pillow": "PIL",
    "fonttools": "fontTools",
    "markdown-it-py": "markdown_it",
    "ocfl-py": "ocfl",
    "python-bidi": "bidi",
    "resvg-py": "resvg_py",
    "tree-sitter": "tree_sitter",
    "tree-sitter-ruby": "tree_sitter_ruby",
    "pyyaml": "yaml",
}
BROUGHT = {"annotated_types", "pydantic_core"}  # by pydantic, whose parts they are
RUN = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
import pnp.__main__
sys.argv = ['pnp', *{arguments!r}]
pnp.__main__.main()
"""


def imported(requirements: list[str]) -> set[str]:
    names = [re.match(r"[\w.-]+", line).group() for line in requirements]
    return {IMPORTED_AS.get(name, name) for name in names if not name.startswith("font-")}


def pnp(blocked, *arguments, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a process without some libraries, and trust the folder, so in no other."""
    code = RUN.format(blocked=sorted(blocked), arguments=[str(part) for part in arguments])
    settings = folder / "settings"
    settings.mkdir(exist_ok=True)
    (settings / LIST).write_text(f"{folder}\n")
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PNP_CONFIG_DIR": str(settings)},
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )


def test_the_groups_of_pyproject_are_those_the_messages_name():
    groups = dict(PROJECT["optional-dependencies"])
    everything = groups.pop("all")
    assert {extra: imported(lines) for extra, lines in groups.items()} == {
        extra: set(names) for extra, names in EXTRAS.items()
    }
    assert everything == [f"{PROJECT['name']}[{','.join(groups)}]"]


def test_every_library_is_in_the_core_or_in_an_extra():
    core = imported(PROJECT["dependencies"])
    optional_ones = {name for names in EXTRAS.values() for name in names}
    assert core & optional_ones == set()
    assert set(HOMES) - core - optional_ones == BROUGHT


def test_the_core_alone_prints_a_deck_and_the_rules(tmp_path):
    optional_ones = {name for names in EXTRAS.values() for name in names}
    optional_ones -= {"lxml"}  # pikepdf brings it
    for arguments in (
        ["check", "turnio"],
        ["deck", "--cards", "36", "--format", "pdf,svg", "--out", tmp_path / "deck"],
        ["rules", "turnio", "--lang", "en", "--out", tmp_path / "rules"],
    ):
        done = pnp(optional_ones, *arguments, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("library", "extra", "status", "arguments"),
    [
        ("shapely", "laser", 2, ["laser", "turnio"]),
        ("ezdxf", "laser", 2, ["laser", "turnio"]),
        ("shapely", "laser", 2, ["calibrate", "laser"]),
        ("lxml", "archive", 2, ["archive", "turnio"]),
        ("bagit", "archive", 2, ["archive", "turnio"]),
        ("ocfl", "archive", 2, ["archive", "turnio", "--ocfl", "store"]),
        ("distributed", "cluster", 2, ["archive", "turnio", "--scheduler", "tcp://here:1"]),
        ("cairosvg", "png", 1, ["build", "turnio", "--format", "png"]),
        ("watchfiles", "watch", 2, ["build", "turnio", "--watch"]),
        ("bagit", "archive", 2, ["verify", "bag"]),
        ("uvicorn", "web", 2, ["serve", "--no-open"]),
    ],
)
def test_a_missing_library_takes_one_line(library, extra, status, arguments, tmp_path):
    (tmp_path / "bag" / "data").mkdir(parents=True)
    declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    (tmp_path / "bag" / "bagit.txt").write_text(declaration)
    (tmp_path / "bag" / "manifest-sha256.txt").touch()
    done = pnp({library}, *arguments, folder=tmp_path)
    assert done.returncode == status
    (line,) = done.stderr.splitlines()
    assert f"{library} is not installed" in line
    assert line.endswith(f"run make, or pip install '.[{extra}]'")


def test_a_package_without_previews_says_by_which_extra_they_come(tmp_path):
    for _ in ("made", "kept"):
        done = pnp({"cairosvg"}, "archive", "turnio", "--out", tmp_path / "out", folder=tmp_path)
        (line,) = [line for line in done.stdout.splitlines() if "previews: no PNG was made" in line]
        assert "cairosvg is not installed" in line
        assert line.endswith("or pip install '.[png]')")


def test_a_site_says_by_which_extra_its_packages_come(tmp_path):
    arguments = ("site", "turnio", "--out", tmp_path / "site", "--lang", "en", "--downloads")
    blocked = {*EXTRAS["archive"]} - {"lxml"}  # pikepdf brings it
    done = pnp(blocked, *arguments, "package", folder=tmp_path)
    said = "turnio: no package: making an archive: bagit and ocfl are not installed; "
    assert (done.returncode, said in done.stdout + done.stderr) == (0, True)
    assert "pip install '.[archive]'" in done.stdout + done.stderr


def test_no_text_names_the_distribution_of_somebody_else():
    texts = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("pnp/**/*.py")]
    assert [path.name for path in texts if re.search(r"pnp\[\w+\]", path.read_text("utf-8"))] == []


def test_require_names_every_library_that_is_missing(monkeypatch):
    for name in EXTRAS["laser"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError) as raised:
        require("laser", "laser files")
    named = "laser files: ezdxf, numpy and shapely are not installed"
    assert str(raised.value).startswith(named)


def test_no_text_installs_from_an_index_on_which_the_distribution_is_not():
    texts = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("pnp/**/*.py")]
    texts += [path for path in ROOT.glob("templates/**/*") if path.suffix in {".html", ".toml"}]
    wrong = re.compile(r"pip install \S*(printandplay|pnp)\[")
    assert [path.name for path in texts if wrong.search(path.read_text("utf-8"))] == []


def test_an_import_error_of_another_library_keeps_its_traceback():
    with pytest.raises(ModuleNotFoundError, match="no_such_library"), optional("laser", "files"):
        import no_such_library  # noqa: F401
