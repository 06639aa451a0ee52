"""Kinds stay apart: a game loads those it uses, models know no drawing, art no kind."""

import json
import subprocess
import sys
from pathlib import Path

import make_reference
import pytest

import pnp.components
from pnp.base.geometry import Size
from pnp.components.piece import Piece
from pnp.components.registry import KINDS, class_of, draw_component, kinds_able
from pnp.definitions import load_game
from pnp.scene import Scene

DRAWING = ("pnp.scene", "pnp.typeset", "pnp.images", "pnp.components.piece", "pnp.components.art")
COMPONENTS = Path(pnp.components.__file__).parent
SIZES = {"dial": Size(80, 80), "arrow": Size(12, 36)}


def loaded(code: str) -> set[str]:
    """Return the modules that a program has loaded at its end."""
    code += "\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def test_a_build_imports_the_kinds_of_the_game_and_no_other(tmp_path):
    game = make_reference.EXAMPLES / "die"
    modules = loaded(
        "from pathlib import Path\n"
        "from pnp.sheets.job import build_game\n"
        "from pnp.sheets.options import SheetOptions\n"
        f"build_game({str(game)!r}, SheetOptions(out=Path({str(tmp_path)!r}), formats=('pdf',)))"
    )
    folders = {name.split(".")[2] for name in modules if name.startswith("pnp.components.")}
    assert folders & set(KINDS) == {"die"}


MODELS = """
import json, sys
from importlib import import_module

found = {}
for kind in sys.argv[1:]:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pnp"]:
        del sys.modules[name]
    import_module(f"pnp.components.{kind}")
    found[kind] = [*sys.modules]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def of_models() -> dict[str, list[str]]:
    """The modules that the model of each kind loads, by kind."""
    command = [sys.executable, "-c", MODELS, *KINDS]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_knows_no_drawing_and_no_other_kind(of_models, kind):
    modules = set(of_models[kind])
    assert f"pnp.components.{kind}" in modules
    assert {name for name in modules if name.startswith(DRAWING)} == set()
    others = {f"pnp.components.{other}" for other in KINDS if other != kind}
    assert modules & others == set()


def test_what_several_kinds_share_imports_none_of_them():
    rooms = (COMPONENTS, COMPONENTS / "art", COMPONENTS / "faces")
    shared = [file for room in rooms for file in room.glob("*.py")]
    assert len(shared) > 20
    for file in shared:
        text = file.read_text(encoding="utf-8")
        assert [kind for kind in KINDS if f"pnp.components.{kind}." in text] == [], file.name


def test_every_kind_has_a_class_a_drawing_and_a_page():
    for kind, model in KINDS.items():
        assert model.model_fields["kind"].annotation.__args__ == (kind,)
        assert (COMPONENTS / kind / "draw.py").is_file()
        assert (COMPONENTS / kind / "reference.toml").is_file()


def test_a_table_of_no_known_kind_has_no_class():
    assert class_of({"kind": "die"}) is KINDS["die"]
    assert class_of({"kind": "dice"}) is class_of({"kind": 3}) is class_of({}) is None
    assert class_of("die") is None
    assert {"art", "faces"}.isdisjoint(KINDS)
    with pytest.raises(KeyError):
        KINDS["art"]


def test_a_drawing_with_pieces_of_several_sizes_is_refused(monkeypatch):
    pieces = tuple(Piece(name, Scene(size, ())) for name, size in SIZES.items())
    monkeypatch.setattr("pnp.components.die.draw.draw", lambda component, context: pieces)
    game = load_game(make_reference.EXAMPLES / "die" / "game.toml").game
    with pytest.raises(TypeError, match=r"die\.draw: .* several: dial 80x80mm, arrow 12x36mm;"):
        draw_component(game, "die")


def test_kinds_are_found_by_what_they_can_do():
    assert kinds_able("has_pairs") == ("deck", "tiles")
    assert "grid" in kinds_able("is_board")
