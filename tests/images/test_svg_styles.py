"""Styles of SVG files: selectors, variables, media, transforms and geometry of CSS, conditions."""

import pytest

from pnp.base.errors import PictureError
from pnp.base.geometry import Rect
from pnp.images.file import read_picture
from pnp.images.svg import read_svg
from pnp.scene import Group, items_bounds, shapes_in

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
FEATURE = "http://www.w3.org/TR/SVG11/feature#"
RED, BLACK = "#ff0000", "#000000"
THREE = '<g class="a"><rect id="x" width="9" height="9"/><rect width="9" height="9"/></g>'
THREE += '<rect data-n="3" width="9" height="9"/>'


def drawn(content, attributes='viewBox="0 0 100 100"'):
    return read_svg(f"{SVG}{attributes}>{content}</svg>".encode())


def fills(content):
    return [shape.style.fill for shape in shapes_in(drawn(content).items)]


@pytest.mark.parametrize(
    ("selector", "red"),
    [
        ("g > rect", [1, 1, 0]),
        ("g.a rect", [1, 1, 0]),
        ("svg rect", [1, 1, 1]),
        ("svg > rect", [0, 0, 1]),
        ("rect + rect", [0, 1, 0]),
        ("g ~ rect", [0, 0, 1]),
        ("rect:first-child", [1, 0, 0]),
        ("rect:last-child", [0, 1, 1]),
        ("rect:nth-child(2)", [0, 1, 0]),
        ("rect:nth-of-type(2n+1)", [1, 0, 1]),
        ("rect:not(:first-child)", [0, 1, 1]),
        (":is(#x, [data-n])", [1, 0, 1]),
        ("[data-n]", [0, 0, 1]),
        ('[data-n="3"]', [0, 0, 1]),
        ("[data-n^='4']", [0, 0, 0]),
        ("rect:hover", [0, 0, 0]),
        ("rect::before", [0, 0, 0]),
        ("g > circle, #x", [1, 0, 0]),
    ],
)
def test_a_rule_is_for_the_elements_that_its_selector_names(selector, red):
    style = f"<style>{selector} {{ fill: red }}</style>"
    assert fills(style + THREE) == [RED if one else BLACK for one in red]


def test_the_more_specific_rule_wins_and_of_equal_ones_the_later():
    style = "<style>g rect{fill:red} .a > #x{fill:lime} rect{fill:blue} svg rect{fill:navy}</style>"
    assert fills(style + THREE) == ["#00ff00", "#000080", "#000080"]


@pytest.mark.parametrize(
    ("style", "color"),
    [
        (":root { --c: red } rect { fill: var(--c) }", RED),
        ("rect { fill: var(--c, red) }", RED),
        ("rect { fill: var(--none) }", "#0000ff"),
        (":root { --c: var(--d); --d: red } rect { fill: var(--c) }", RED),
        (":root { --d: red } rect { --d: lime; fill: var(--d) }", "#00ff00"),
        (":root { --c: var(--d, blue) } rect { --d: red; fill: var(--c) }", "#0000ff"),
        ("rect { fill: light-dark(red, lime) }", RED),
        ("rect { fill: light-dark(var(--c, red), lime) }", RED),
        ("rect { fill: rgb(var(--r, 255), 0, 0) }", RED),
    ],
)
def test_variables_are_filled_in(style, color):
    content = f"<style>{style}</style><g fill='blue'><rect width='9' height='9'/></g>"
    assert fills(content) == [color]


@pytest.mark.parametrize(
    ("query", "applies"),
    [
        ("print", True),
        ("all", True),
        ("screen", False),
        ("only print", True),
        ("not print", False),
        ("not screen", True),
        ("screen, print", True),
        ("(prefers-color-scheme: dark)", False),
        ("(prefers-color-scheme: light)", True),
        ("print and (prefers-color-scheme:dark)", False),
    ],
)
def test_rules_for_paper_apply(query, applies):
    rect = '<rect width="9" height="9"/>'
    color = RED if applies else BLACK
    assert fills(f"<style>@media {query} {{ rect {{ fill: red }} }}</style>{rect}") == [color]
    assert fills(f'<style media="{query}">rect {{ fill: red }}</style>{rect}') == [color]


def test_rules_for_screens_alone_are_reported():
    rect = '<style>@media screen{rect{fill:red}}</style><rect width="9" height="9"/>'
    assert drawn(rect).remark.startswith("has styles for screens (@media screen), which do not")


def test_fonts_key_frames_and_sheets_of_another_kind_are_no_styles_of_shapes():
    style = "@charset 'utf-8'; @font-face { src: url(a.ttf) } @keyframes a { to { fill: red } }"
    other = '<style type="text/less">rect { fill: red }</style>'
    assert fills(f'<style>{style}</style>{other}<rect width="9" height="9"/>') == [BLACK]


@pytest.mark.parametrize(
    ("style", "box"),
    [
        ("transform: translate(20px, 10%)", (30, 20, 20, 10)),
        ("transform: rotate(90deg)", (-20, 10, 10, 20)),
        ("transform: rotate(.25turn); transform-origin: 10px 10px", (0, 10, 10, 20)),
        ("transform: rotate(90deg); transform-origin: center; transform-box: fill-box",
         (15, 5, 10, 20)),
        ("transform: scale(2); transform-origin: top left; transform-box: fill-box",
         (10, 10, 40, 20)),
        ("transform: scale(-1, 1); transform-origin: 50% 50%", (70, 10, 20, 10)),
        ("transform: translateX(1em) scaleY(2)", (26, 20, 20, 20)),
        ("transform: none", (10, 10, 20, 10)),
    ],
)  # fmt: skip
def test_transforms_of_css_are_applied(style, box):
    rect = f'<rect x="10" y="10" width="20" height="10" style="{style}"/>'
    assert items_bounds(drawn(rect).items) == pytest.approx(Rect(*box))


def test_a_style_outweighs_the_transform_of_an_attribute():
    rect = '<rect width="9" height="9" transform="scale(5)" style="transform: scale(2)"/>'
    assert items_bounds(drawn(rect).items) == Rect(0, 0, 18, 18)


def test_a_group_turned_in_its_own_box_is_refused():
    style = "transform: scale(2); transform-origin: 50% 50%; transform-box: fill-box"
    group = f'<g style="{style}">{THREE}</g>'
    with pytest.raises(PictureError, match="has a transform in its fill-box"):
        drawn(group)


@pytest.mark.parametrize(
    ("content", "box"),
    [
        ('<style>rect{x:5px;y:6px;width:10px;height:20px;rx:2px}</style><rect x="50"/>',
         (5, 6, 10, 20)),
        ('<circle style="cx:30px;cy:30px;r:10px"/>', (20, 20, 20, 20)),
        ("<path style=\"d:path('M5 5h10v20z')\"/>", (5, 5, 10, 20)),
        ('<rect width="2em" height="1ex" font-size="10"/>', (0, 0, 20, 5)),
        ('<g font-size="200%"><rect width="1em" height="1rem"/></g>', (0, 0, 32, 16)),
        ('<rect x="-5" width="20" height="9" rx="-3"/>', (-5, 0, 20, 9)),
    ],
)  # fmt: skip
def test_sizes_may_be_in_styles_and_in_ems(content, box):
    assert items_bounds(drawn(content).items) == pytest.approx(Rect(*box))


def test_a_background_lies_under_the_whole_picture():
    style = 'viewBox="10 10 50 20" style="background-color: rgb(255, 0, 0)"'
    (ground,) = drawn("", style).items
    assert items_bounds((ground,)) == Rect(0, 0, 50, 20)
    assert ground.style.fill == RED


def test_styles_inherit_from_where_an_element_stands():
    clip = '<g clip-rule="evenodd"><clipPath id="c"><path d="M0 0h9v9h-9z"/></clipPath></g>'
    (group,) = drawn(f'{clip}<g clip-path="url(#c)"><rect width="9" height="9"/></g>').items
    assert group.even_odd
    stops = '<stop stop-color="currentColor"/><stop offset="1" stop-color="currentColor"/>'
    gradient = f'<g color="red"><linearGradient id="g">{stops}</linearGradient></g>'
    assert fills(f'{gradient}<rect fill="url(#g)" width="9" height="9"/>') == [RED]


@pytest.mark.parametrize(
    ("overflow", "clipped"),
    [("", True), ("hidden", True), ("inherit", False), ("visible", False), ("auto", False)],
)
def test_a_symbol_overflows_as_its_style_says(overflow, clipped):
    said = f'overflow="{overflow}"' if overflow else ""
    path = '<path transform="scale(1,-1)" d="M0-200 400 500 800-200z"/>'
    symbol = f'<defs><symbol id="e" viewBox="0 0 1000 1000" {said}>{path}</symbol></defs>'
    items = drawn(f'{symbol}<use href="#e" x="20" y="60" width="50" height="50"/>').items
    assert isinstance(items[0], Group) == clipped
    assert items_bounds(items).y == pytest.approx(60 if clipped else 35)


def test_links_are_groups_that_lead_nowhere():
    link = '<a xlink:href="javascript:x()" fill="red"><rect width="9" height="9"/></a>'
    assert fills(link) == [RED]


@pytest.mark.parametrize(
    ("content", "colors"),
    [
        ('<switch><rect systemLanguage="de" width="9" height="9"/>@</switch>', [RED]),
        ('<switch><rect systemLanguage="de, en-GB" width="9" height="9"/>@</switch>', [BLACK]),
        ('<switch><foreignObject width="9"/>@</switch>', [RED]),
        ('<switch><rect requiredExtensions="http://x" width="9" height="9"/>@</switch>', [RED]),
        (f'<switch><g requiredFeatures="{FEATURE}Extensibility"/>@</switch>', []),
        (
            f'<switch><rect requiredFeatures="{FEATURE}SVGDOM" width="9" height="9"/>@</switch>',
            [RED],
        ),
        ('<switch><rect requiredFeatures="http://x" width="9" height="9"/>@</switch>', [RED]),
        ('<switch><rect requiredFeatures="" width="9" height="9"/>@</switch>', [RED]),
        ("<switch/>@", [RED]),
        ('<rect systemLanguage="de" width="9" height="9"/>@', [RED]),
    ],
)
def test_of_several_elements_for_others_the_first_for_us_is_drawn(content, colors):
    assert fills(content.replace("@", '<rect fill="red" width="9" height="9"/>')) == colors


def test_what_is_left_out_for_other_languages_is_reported():
    content = '<switch><rect systemLanguage="de"/><rect width="9" height="9"/></switch>'
    assert drawn(content).remark == "has texts for several languages, of which English is shown"


def test_entities_of_illustrator_are_filled_in():
    head = '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY st "fill:red;">]>'
    root = '<svg xmlns="&ns_svg;" viewBox="0 0 9 9"><rect style="&st;" width="9" height="9"/></svg>'
    (shape,) = read_svg(f"{head}{root}".encode()).items
    assert shape.style.fill == RED


def test_a_file_without_a_namespace_is_svg():
    (shape,) = read_svg(b'<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>').items
    assert shape.style.fill == BLACK


def test_a_picture_without_a_size_reaches_as_far_as_it_draws():
    assert drawn('<rect x="10" y="5" width="20" height="30"/>', "").size == (30, 35)


def test_long_data_of_other_programs_is_no_obstacle():
    extra = f'viewBox="0 0 9 9" content="{"x" * 20_000}" data-cells="{"y" * 20_000}"'
    assert drawn("", extra).size == (9, 9)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ('data-cell-id="2"', "File, Export as, SVG, Text Settings"),
        ('id="clip0_1_2"', "take off the effect Background blur"),
        ("", "convert it to text or paths"),
    ],
)
def test_what_is_refused_says_what_to_do_in_the_program_that_made_it(tmp_path, mark, said):
    page = f'<g {mark}><foreignObject width="9" height="9"><p xmlns="x">A</p></foreignObject></g>'
    (tmp_path / "art.svg").write_text(f'{SVG}viewBox="0 0 9 9">{page}</svg>')
    with pytest.raises(PictureError, match=said):
        read_picture(tmp_path, "art.svg")


def test_lines_of_steady_width_stay_as_wide_as_they_say():
    line = '<path d="M0 5h9" stroke="red" stroke-width="2" vector-effect="non-scaling-stroke"/>'
    (shape,) = drawn(f'<g transform="scale(10)">{line}</g>').items
    assert shape.style.stroke_width == pytest.approx(2)


def test_a_paint_that_is_missing_is_replaced_as_it_says():
    assert fills('<rect width="9" height="9" fill="url(#none) red"/>') == [RED]
    assert fills('<rect width="9" height="9" fill="hsl(120, 200%, 25%)"/>') == ["#008000"]
