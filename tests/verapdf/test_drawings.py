"""The drawings of packages, judged by veraPDF as well: PDF/A-2b."""

from helpers.sample_archive import DAY
from helpers.script_fonts import LINES, script_font
from verapdf.engine import judge

from pnp.archive.documents import drawings
from pnp.archive.record import record_of
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.definitions import built_in_games, find_game, load_game
from pnp.game.deposit import Deposit
from pnp.render.pdfa import Metadata, render, render_drawings
from pnp.scene import Group, Scene, Shape, Style, Text
from pnp.scene.document import Document, Element, Page, TaggedPart
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


def lines_of_all_scripts():
    """Return a drawing with TrueType and CFF fonts, marks, both directions and hidden signs."""
    lines = [(LINES[code], script_font(code)) for code in LINES]
    lines += [("abc שלום 12", script_font("he")), ("x\u0302 office 1\u202f0 Ham\u00ad", "serif")]
    items = [Text(Point(5, 10 * n), said, font, 5) for n, (said, font) in enumerate(lines, 1)]
    return Scene(Size(100, 100), tuple(items))


def document_of_all_scripts():
    scene, root = lines_of_all_scripts(), Element("Document")
    parts = []
    for leaf, item in enumerate(scene.items):
        root.add(Element("P")).kids.append(leaf)
        parts.append(TaggedPart((item,), leaf))
    return Document((Page(scene.size, tuple(parts)),), root)


def test_lines_of_all_scripts_are_approved_in_a_document(tmp_path):
    told = tmp_path / "told.pdf"
    told.write_bytes(render(document_of_all_scripts(), Metadata("Lines", "en")))
    found = judge([told])
    assert {key: one.broken for key, one in found.items() if one.broken} == {}
    assert min(one.checks for one in found.values()) > 500


def test_the_drawings_of_every_component_and_lines_of_all_scripts_are_approved(tmp_path):
    files = []
    for name in built_in_games():
        loaded = load_game(find_game(name))
        record = record_of(loaded.file.parent, loaded.game, ("en",), Deposit(), DAY)
        for place, content in drawings(record):
            if place.endswith(".pdf"):
                file = tmp_path / f"{name}-{place.replace('/', '-')}"
                file.write_bytes(content)
                files.append(file)
    shaded, lines = tmp_path / "see-through.pdf", tmp_path / "lines.pdf"
    shaded.write_bytes(see_through())
    lines.write_bytes(render_drawings([lines_of_all_scripts()], Metadata("Lines", "en")))
    files += [shaded, lines]
    assert len(files) > 25
    found = judge(files, ("2b",))
    assert {file.name: one.broken for (file, _), one in found.items() if one.broken} == {}
    assert min(one.checks for one in found.values()) > 50
