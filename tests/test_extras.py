"""Optional libraries: what works without them, and what one line says when one is missing."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from test_architecture import HOMES

from pnp.base import imports
from pnp.base.errors import MissingExtraError
from pnp.base.imports import DISTRIBUTION, EXTRAS, install_command, optional, require
from pnp.base.trust import LIST

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, GROUPS = PYPROJECT["project"], PYPROJECT["dependency-groups"]
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
    apart = {"ocfl", "cluster"}  # each brings many other distributions
    assert everything == [
        f"{DISTRIBUTION}[{','.join(group for group in groups if group not in apart)}]"
    ]
    assert PROJECT["name"] == DISTRIBUTION


def test_make_installs_a_release_of_every_library_within_its_range():
    """After a change to pyproject.toml, run make lock."""
    groups = PROJECT["optional-dependencies"]
    extras = re.search(r"^EXTRAS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    made = [*PROJECT["dependencies"], *(line for name in extras.split() for line in groups[name])]
    groups = {**groups, "all": [*GROUPS["dev"], *GROUPS["docs"]]}
    tested = [*PROJECT["dependencies"], *(line for lines in groups.values() for line in lines)]
    assert {*pinned("make").items(), *pinned("docs").items()} <= pinned("test").items()
    for name, lines in {"make": made, "test": tested, "docs": GROUPS["docs"]}.items():
        releases = pinned(name)
        for need in map(Requirement, lines):
            assert releases[canonicalize_name(need.name)] in need.specifier


def pinned(name: str) -> dict[str, str]:
    """Return the release of each distribution in a list of requirements."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))


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
        ("ocfl", "ocfl", 2, ["archive", "turnio", "--ocfl", "store"]),
        ("distributed", "cluster", 2, ["archive", "turnio", "--scheduler", "tcp://here:1"]),
        ("cairosvg", "png", 2, ["build", "turnio", "--format", "png"]),
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
    assert "; in the checkout of printandplay run " in line
    assert line.endswith(f'pip install -e ".[{extra}]"')


def test_a_package_without_previews_says_by_which_extra_they_come(tmp_path):
    for _ in ("made", "kept"):
        done = pnp({"cairosvg"}, "archive", "turnio", "--out", tmp_path / "out", folder=tmp_path)
        (line,) = [line for line in done.stdout.splitlines() if "previews: no PNG was made" in line]
        assert "cairosvg is not installed" in line
        assert line.endswith('pip install -e ".[png]")')


def test_a_site_says_by_which_extra_its_packages_come(tmp_path):
    arguments = ("site", "turnio", "--out", tmp_path / "site", "--lang", "en", "--downloads")
    done = pnp({"bagit"}, *arguments, "package", folder=tmp_path)
    said = "turnio: no package: making an archive: bagit is not installed; "
    assert (done.returncode, said in done.stdout + done.stderr) == (0, True)
    assert 'pip install -e ".[archive]"' in done.stdout + done.stderr


def test_every_extra_is_explained():
    text = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    extras = PROJECT["optional-dependencies"].keys() - {"all"}
    assert sorted(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == sorted(extras)


def test_no_text_names_the_distribution_of_somebody_else():
    texts = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("pnp/**/*.py")]
    assert [path.name for path in texts if re.search(r"pnp\[\w+\]", path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("files", "source", "blocked", "command"),
    [
        ((), None, "", 'pip install "printandplay[laser]"'),
        ((), None, "pip", 'uv pip install "printandplay[laser]"'),
        (("pipx_metadata.json",), None, "", 'pipx runpip pnp install "printandplay[laser]"'),
        (("uv-receipt.toml",), None, "pip", 'uv tool install "printandplay[laser]"'),
        (
            ("uv-receipt.toml",),
            "{}",
            "pip",
            'uv pip install --python "$(uv tool dir)/pnp" "printandplay[laser]"',
        ),
        (("pyproject.toml",), None, "", '{bin}pip install -e ".[laser]"'),
        (("pyproject.toml",), None, "pip", 'uv pip install -e ".[laser]"'),
    ],
    ids=["pip", "uv pip", "pipx", "uv tool", "uv tool, a wheel", "checkout", "checkout, uv"],
)
def test_the_command_for_an_extra_fits_how_pnp_was_installed(
    files, source, blocked, command, tmp_path, monkeypatch
):
    environment = tmp_path / "pnp"
    environment.mkdir()
    for name in files:
        (environment / name).touch()
    monkeypatch.setattr(sys, "prefix", str(environment))
    monkeypatch.setattr(sys, "executable", str(environment / "bin" / "python"))
    monkeypatch.setattr(imports, "_CHECKOUT", environment)
    monkeypatch.setattr(PathDistribution, "read_text", lambda self, name: source)
    if blocked:
        monkeypatch.setattr(imports, "find_spec", lambda name: None)
    assert install_command("laser") == command.format(bin=f"bin{os.sep}")


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
