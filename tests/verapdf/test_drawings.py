"""The drawings of packages, judged by veraPDF as well: PDF/A-2b."""

from helpers.sample_archive import DAY
from verapdf.engine import judge

from pnp.archive.documents import drawings
from pnp.archive.record import record_of
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.deposit import Deposit
from pnp.render.pdfa import Metadata, render_drawings
from pnp.scene import Group, Scene, Shape, Style
from pnp.scene.gradient import Gradient, Stop


def see_through():
    """Return a drawing with shading patterns, soft masks and a group of transparency."""
    across = Transform(20, 0, 0, 20, 5, 5)
    fills = [
        Gradient("linear", (Stop(0, "#ff0000"), Stop(1, "#0000ff")), across),
        Gradient("radial", (Stop(0, "#ff0000", 0), Stop(1, "#0000ff")), across),
        Gradient("linear", (Stop(0, "#000000"), Stop(1, "#ffffff", 0.5)), across),
    ]
    square = rectangle(Rect(0, 0, 30, 30))
    shapes = tuple(Shape((square,), Style(fill, fill, 2)) for fill in fills)
    scene = Scene(Size(30, 30), (*shapes, Group(shapes, opacity=0.5)))
    return render_drawings([scene], Metadata("See-through", "en"))


def test_both_engines_approve_the_drawings_of_every_component(tmp_path):
    files = []
    for name in built_in_games():
        loaded = load_game(find_game(name))
        record = record_of(loaded.file.parent, loaded.game, ("en",), Deposit(), DAY)
        for place, content in drawings(record):
            if place.endswith(".pdf"):
                file = tmp_path / f"{name}-{place.replace('/', '-')}"
                file.write_bytes(content)
                files.append(file)
    shaded = tmp_path / "see-through.pdf"
    shaded.write_bytes(see_through())
    files.append(shaded)
    assert len(files) > 25
    found = judge(files, ("2b",))
    assert {file.name: one.broken for (file, _), one in found.items() if one.broken} == {}
    assert min(one.checks for one in found.values()) > 50
