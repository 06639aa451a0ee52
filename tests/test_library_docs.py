"""Every example in docs/reference/library.md runs."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_architecture import HEAVY

import pnp.api
from pnp.api import draw_component, find_game, load_game
from pnp.base.geometry import Size
from pnp.scene import Scene

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (.*)$((?:\n(?!## ).*)*)", TEXT, re.MULTILINE)
EXAMPLES = [
    pytest.param(title, code, id=f"{title} {number}")
    for title, body in SECTIONS
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", body, re.DOTALL), start=1)
]
SAYS = {  # what the examples must print
    "Load a game and check it": "hexagon",
    "Draw a component": "1-1 Size(",
    "Make a PDF in memory": "print/deck-36_box-36-a4.pdf 6 ",
    "Write files to a folder": "output/turno 1 ()",
    "Rule sheets": "'rules/loop.en.html'",
    "Laser files": "laser/tiles-lightburn-fronts.svg",
    "Choices from a web request": "pnp kit turno/loop --paper letter --duplex fold",
    "A package for an archive": "Source-Organization: A Museum",
    "Options": "--gap",
}


@pytest.mark.parametrize(("title", "code"), EXAMPLES)
def test_the_example_runs(title, code, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, f"docs/reference/library.md, {title}", "exec"), {})
    assert SAYS[title] in capsys.readouterr().out


def test_every_section_with_an_example_is_checked():
    assert {example.values[0] for example in EXAMPLES} == set(SAYS)


def test_jobs_taken_in_memory_touch_no_disk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = (e.values[1] for e in EXAMPLES if e.values[0] == "Make a PDF in memory")
    exec(code, {})
    assert list(tmp_path.iterdir()) == []


def test_a_scene_shows_itself_in_a_notebook():
    game = load_game(find_game("turno")).game
    picture = draw_component(game, "tiles")[0].front._repr_svg_()
    assert picture.startswith("<?xml")
    assert 'width="' in picture
    assert Scene(Size(1, 1), ())._repr_svg_() is not None


def imported_from_pnp(text):
    """Yield the module and the name of each import from pnp, in order."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] == "pnp":
            yield from ((node.module, alias.name) for alias in node.names)


@pytest.mark.parametrize(("title", "code"), EXAMPLES)
def test_the_example_takes_every_name_from_the_stable_module(title, code):
    assert {module for module, _ in imported_from_pnp(code)} == {"pnp.api"}


def test_names_for_type_checkers_are_those_that_programs_get():
    text = Path(pnp.api.__file__).read_text(encoding="utf-8")
    imported = imported_from_pnp(text.partition("else:")[0])
    typed = {name: module for module, name in imported}
    assert typed == pnp.api._MODULES
    assert dir(pnp.api) == sorted(typed)
    for name in typed:
        assert getattr(pnp.api, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'draw'"):
        _ = pnp.api.draw


def test_importing_the_stable_module_imports_little():
    code = "import sys, pnp.api; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert loaded.isdisjoint(HEAVY)
    assert {name for name in loaded if name.partition(".")[0] == "pnp"} == {"pnp", "pnp.api"}


def test_a_users_script_passes_strict_types(tmp_path):
    for number, example in enumerate(EXAMPLES):
        (tmp_path / f"example{number}.py").write_text(example.values[1], encoding="utf-8")
    wrong = "from pnp.api import Scene, load_game\n\nscene: Scene = load_game(3)\n"
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    options = ("--strict", "--cache-dir", ROOT / ".mypy_cache")
    mypy = [sys.executable, "-m", "mypy", *options, "--config-file", ROOT / "pyproject.toml"]
    env = {**os.environ, "MYPYPATH": str(ROOT)}
    files = sorted(tmp_path.glob("*.py"))
    ran = subprocess.run([*mypy, *files], cwd=ROOT, env=env, capture_output=True, text=True)
    *faults, total = ran.stdout.splitlines()
    assert all("/wrong.py:3: error:" in fault for fault in faults), ran.stdout + ran.stderr
    assert total.startswith("Found 2 errors in 1 file")


def test_a_missing_component_is_refused_with_those_that_there_are():
    game = load_game(find_game("tawula")).game
    with pytest.raises(pnp.api.UsageError, match=r"^tawula has no component 'bord'; it has: board"):
        draw_component(game, "bord")


def test_a_rule_set_may_be_an_option_or_part_of_a_name():
    options = pnp.api.SheetOptions(rule_set="anatolia-1845")
    by_option = pnp.api.BuildJob.of("tawula", options)
    by_name = pnp.api.BuildJob.of("tawula/anatolia-1845", pnp.api.SheetOptions())
    assert [file.facts for file in by_option.files()] == [file.facts for file in by_name.files()]
    with pytest.raises(pnp.api.UsageError, match="tawula has no rule set 'chess'"):
        pnp.api.BuildJob.of("tawula", pnp.api.SheetOptions(rule_set="chess"))


def test_a_name_that_needs_an_extra_says_so():
    code = "import sys; sys.modules['shapely'] = None; from pnp.api import LaserJob"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    told = ran.stderr.splitlines()[-1]
    assert "MissingExtraError: pnp.api.LaserJob: shapely is not installed; " in told
    assert "[laser]" in told
