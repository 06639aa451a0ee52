"""Every example in docs/library.md runs."""

import re
from pathlib import Path

import pytest

from pnp.api import draw_component, find_game, load_game
from pnp.base.geometry import Size
from pnp.scene import Scene

TEXT = (Path(__file__).parent.parent / "docs" / "library.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (.*)$((?:\n(?!## ).*)*)", TEXT, re.MULTILINE)
EXAMPLES = [
    pytest.param(title, code, id=f"{title} {number}")
    for title, body in SECTIONS
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", body, re.DOTALL), start=1)
]
SAYS = {  # what the examples must print
    "Load a game and check it": "hexagon",
    "Draw a component": "1-1 Size(",
    "Make a PDF in memory": "print/deck-36-a4.pdf 6 ",
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
    exec(compile(code, f"docs/library.md, {title}", "exec"), {})
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
