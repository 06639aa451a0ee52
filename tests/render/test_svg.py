"""SVG faces: sizes, validity, outlines; read back as XML and by svgwrite's own validator."""

from xml.etree import ElementTree

import pytest
from helpers.alarm import alarm
from svgwrite.params import Parameter
from svgwrite.validator2 import get_validator

from pnp.base.errors import MissingExtraError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, rectangle
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.render import png, svg
from pnp.scene import Group, Scene, Shape, Style, Text

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(svg.render(scene, "A title"))


def faces(game):
    for component_id in game.components:
        for piece in draw_component(game, component_id):
            for face in (piece.front, piece.back):
                if face is not None:
                    yield trimmed(face, piece.roles)


def test_width_and_height_are_in_mm_and_a_user_unit_is_a_mm():
    root = parsed(Scene(Size(63.5, 88.9), ()))
    assert (root.get("width"), root.get("height")) == ("63.5mm", "88.9mm")
    assert root.get("viewBox") == "0 0 63.5 88.9"
    assert root.find(f"{NAMESPACE}title").text == "A title"


def test_every_attribute_of_every_face_is_valid_svg_1_1(turno):
    validator = get_validator("full")
    assert Parameter(debug=True, profile="full").profile == "full"
    checked = 0
    for face in set(faces(turno)):
        for element in parsed(face).iter():
            name = element.tag.removeprefix(NAMESPACE)
            for key, value in element.attrib.items():
                validator.check_svg_attribute_value(name, key, value)
                checked += 1
    assert checked > 1000


def test_a_wrong_attribute_would_be_found():
    with pytest.raises((TypeError, ValueError)):
        get_validator("full").check_svg_attribute_value("path", "fill", "12 apples")


def test_faces_have_no_text_script_style_or_outside_reference(turno):
    allowed = {"svg", "title", "defs", "g", "path", "clipPath"}
    for face in set(faces(turno)):
        for element in parsed(face).iter():
            assert element.tag.removeprefix(NAMESPACE) in allowed
            assert not any("href" in key for key in element.attrib)


def test_text_becomes_outlines():
    root = parsed(Scene(Size(20, 10), (Text(Point(1, 8), "Ab", "sans", 6),)))
    (path,) = root.iter(f"{NAMESPACE}path")
    assert path.get("d").count("M") == 4  # A has a hole and so has b


def test_arcs_stay_arcs():
    root = parsed(Scene(Size(20, 10), (Shape((circle(Point(7, 5), 2),), Style(fill="#112233")),)))
    (path,) = root.iter(f"{NAMESPACE}path")
    assert path.get("d") == "M5 5A2 2 0 0 1 9 5A2 2 0 0 1 5 5Z"


def test_a_clip_gets_an_id_of_its_own():
    groups = tuple(
        Group(
            (Shape((circle(Point(7, 5), 2),), Style()),),
            Transform.move(n, 0),
            rectangle(Rect(n, 0, 3, 3)),
        )
        for n in range(2)
    )
    root = parsed(Scene(Size(20, 10), groups))
    ids = [clip.get("id") for clip in root.iter(f"{NAMESPACE}clipPath")]
    assert ids == ["clip1", "clip2"]


def test_without_cairo_png_says_what_to_install(monkeypatch):
    import builtins

    real = builtins.__import__

    def without_cairo(name, *args, **kwargs):
        if name == "cairosvg":
            raise OSError('no library called "cairo-2" was found')
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_cairo)
    with pytest.raises(MissingExtraError, match="apt install libcairo2"):
        png.render(Scene(Size(4, 6), ()), "t", dpi=72)


def test_titles_and_names_are_escaped():
    scene = Scene(Size(9, 9), (Shape((circle(Point(4, 4), 3),), Style(fill="#112233")),))
    odd = """A "<b>" & 'c'"""
    picture = ElementTree.fromstring(svg.inline(scene, odd, f"{odd} {odd}", "a"))
    assert [one.text for one in picture[:2]] == [odd, f"{odd} {odd}"]
    assert svg.inline(scene, "", "", 'a"').startswith('<svg aria-labelledby="a&quot;_title')


def test_a_board_of_thousands_of_names_is_written_in_a_moment():
    text = Text(Point(1, 5), "a1", "sans", 4, "#000000")
    many = Scene(Size(9, 9), (Group((text,) * 20_000, clip=rectangle(Rect(0, 0, 9, 9))),))
    with alarm(2):
        assert svg.render(many, "Map").count(b"<path") == 20_001
