"""SVG files that are refused, and the messages that say why."""

import pytest

from pnp.base.errors import PictureError
from pnp.images.svg import read_svg
from pnp.images.svg.tree import NotShapesError

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
RECT = '<rect width="10" height="10"/>'
FILTER = '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
GRADIENT = (
    '<linearGradient id="g" spreadMethod="reflect"><stop stop-color="red"/><stop offset="1"/>'
    "</linearGradient>"
)
LAUGHS = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def refusal(data: str | bytes) -> str:
    """Return the error message for a file."""
    with pytest.raises(PictureError) as refused:
        read_svg(data if isinstance(data, bytes) else data.encode())
    line = str(refused.value)
    assert "\n" not in line
    assert len(line) < 300
    return line


def svg(content: str, attributes: str = "") -> str:
    return f'{SVG}viewBox="0 0 100 100" {attributes}>{content}</svg>'


@pytest.mark.parametrize(
    ("content", "start"),
    [
        ("<script>alert(1)</script>", "has a script; remove it"),
        ('<script href="x.js"/>', "has a script; remove it"),
        (f'<g onclick="x()">{RECT}</g>', "has a script (onclick); remove it"),
        ('<rect ONLOAD="x()"/>', "has a script (ONLOAD); remove it"),
        (f"<defs><script/></defs>{RECT}", "has a script; remove it"),
        ("<foreignObject/>", "has a part of a web page (foreignObject); convert it to text or pa"),
        ('<image href="a.png" width="9" height="9"/>', "shows the file 'a.png', which is not in"),
        ('<image xlink:href="data:image/png;base64,AA==" width="9" height="9"/>', "contains a bit"),
        ('<image href="data:image/png;base64,A" width="9" height="9"/>', "contains a bitmap"),
        ('<image href="data:image/png;base64,%%" width="9" height="9"/>', "contains a bitmap"),
        ('<image href="data:image/png;base64," width="9" height="9"/>', "contains a bitmap"),
        ('<image href="data:text/html,hello" width="9" height="9"/>', "contains a bitmap"),
        ('<image href="http://x.y/a.png" width="9" height="9"/>', "shows the file 'http://x.y/a."),
        ('<use href="other.svg#a"/>', "refers to another file ('other.svg#a')"),
        ('<use xlink:href="file:///etc/passwd#a"/>', "refers to another file"),
        ('<use xlink:href="http://x.y/a.svg#a"/>', "refers to another file"),
        ('<rect fill="url(http://x.y/a.svg#g)" width="9" height="9"/>', "takes its fill from ano"),
        ('<rect style="fill:url(\'a.svg#g\')" width="9" height="9"/>', "takes its fill from ano"),
        ("<style>@import url(http://x.y/a.css);</style>", "has a style with @import"),
        ("<style>rect{fill:url(http://x.y/a.svg#g)}</style>" + RECT, "takes its fill from ano"),
        ("<style>@supports(fill:red){rect{fill:red}}</style>", "has a style with @supports"),
        ("<style>g:has(rect){fill:red}</style>", "has a style for 'g:has(rect)', which cannot"),
        ("<style>g >> rect{fill:red}</style>", "has a style for 'g >> rect', which cannot be read"),
        ("<style>@media (min-width: 9px){rect{fill:red}}</style>", "has a style for '@media (min"),
        ("<rect style='rotate:9deg' width='9' height='9'/>", "has rotate in a style"),
        ("<rect style='backdrop-filter:blur(9px)' width='9' height='9'/>", "has a backdrop-filte"),
        ("<flowRoot><flowPara>Text</flowPara></flowRoot>", "has flowed text"),
        ('<rect xml:base="http://x.y/" width="9" height="9"/>', "refers to another place (xml"),
        ("<text>Hi</text>", "has text"),
        (f'{FILTER}<g filter="url(#f)">{RECT}</g>', "has a filter"),
        (f'<mask id="m"/><g mask="url(#m)">{RECT}</g>', "has a mask"),
        (f'{GRADIENT}<rect fill="url(#g)" width="9" height="9"/>', "has a gradient that repeats"),
        ('<pattern id="p" width=".1" height="1"><g/></pattern>'
         '<rect fill="url(#p)" width="9" height="9"/>', "has a pattern"),
        ('<rect fill="url(#x)" width="9" height="9"/>', "has a paint that is not in it"),
        (f'<g style="mix-blend-mode:multiply">{RECT}</g>', "has a mix-blend-mode"),
        ('<marker id="m"/><path d="M0 0h9" marker-end="url(#m)"/>', "has markers, such as arrow"),
        ('<rect width="9" height="9"><animate attributeName="x"/></rect>', "is an animation"),
        ('<path d="M0 0 L"/>', "has path data that cannot be read"),
        ('<path d="L 5 5"/>', "has path data that does not begin with M"),
        ('<path d="M0 0 L 1e999 5"/>', "has path data that cannot be read"),
        ('<path d="M0 0 L5 5 x"/>', "has path data that cannot be read at ' x'"),
        ('<path d="M0 0 L5 5 6"/>', "has path data that cannot be read"),
        ('<path d="M0 0 A5 5 0 2 0 9 9"/>', "has path data that cannot be read"),
        ('<rect width="x" height="9"/>', "has width that cannot be read: 'x'"),
        ('<rect width="9vw" height="9"/>', "has width that cannot be read: '9vw'"),
        ('<polygon points="1 2 3"/>', "has points with an x but no y"),
        ('<rect fill="pinkish" width="9" height="9"/>', "has the colour 'pinkish', which cannot"),
        ('<rect fill="color(display-p3 1 0 0)" width="9" height="9"/>', "has the colour 'color("),
        ('<rect fill="rgb(1 2)" width="9" height="9"/>', "has the colour 'rgb(1 2)', which cannot"),
        ('<rect style="fill: {red}" width="9" height="9"/>', "has the colour '{red}', which"),
        ('<rect style="@media{}" width="9" height="9"/>', "has a style that cannot be read"),
        ("<style>rect</style>", "has a style that cannot be read"),
        (r"<style>rect{fill:u\72l(a.svg#g)}</style>", "takes its fill from another file"),
        (f"<style>rect{{fill:{'(' * 99_999}}}</style>", "has a style with too many brackets"),
        (f"<style>/*{'x' * 500_000}*/</style>", "has too many styles for its elements"),
        ('<g transform="turn(9)"/>', "has transform that cannot be read: 'turn(9)'"),
        ('<use href="#a"/>', "uses 'a', which is not in it"),
        ('<g id="a"><use href="#a"/></g>', "uses 'a' within itself"),
        ('<widget/>', "has <widget>, which pnp does not draw; save it as plain SVG"),
        (f'<g clip-path="url(#c)">{RECT}</g>', "has a clip-path that is not in it"),
        ("<g>" * 70 + "</g>" * 70, "has elements more than 64 deep in one another"),
        ('<path d="M0 0A1e-300 1 0 0 0 9 9"/>', "has an arc whose radii are too small for its"),
        ('<path d="M0 0A1e12 1e-9 0 0 0 9 9"/>', "reaches more than 1,000 times its size"),
        ('<rect x="-2e5" width="4e5" height="9"/>', "reaches more than 1,000 times its size"),
        ('<circle r="9" stroke="red" stroke-width="1e6"/>', "reaches more than 1,000 times its"),
        (f'<clipPath id="c"><path d="M0 0h1e6v1z"/></clipPath><g clip-path="url(#c)">{RECT}</g>',
         "reaches more than 1,000 times its size beyond its edges; remove what lies there"),
        (f'<g transform="scale(1e-300 1)">{RECT}</g>', "has transforms that make it too small"),
    ],
)  # fmt: skip
def test_features_that_shapes_cannot_show_are_refused_by_name(content, start):
    assert refusal(svg(content)).startswith(start)


@pytest.mark.parametrize(
    ("data", "start"),
    [
        (LAUGHS + svg("<desc>&b;</desc>"), "has a DOCTYPE with entities"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg(""), "has a DOCTYPE"),
        ('<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://x.y/">%x;]>' + svg(""), "has a DOCTYPE"),
        ('<?xml-stylesheet href="a.css"?>' + svg(""), "takes its style from another file"),
        (svg(RECT)[:-8], "is not SVG: line 1: "),
        (svg(RECT).replace("</svg>", "</g>"), "is not SVG: line 1: mismatched tag"),
        (svg("&nbsp;"), "is not SVG: line 1: undefined entity"),
        ("<html/>", "is XML, but not SVG: it begins with <html>"),
        (f"{SVG}/>", "has no size; give its svg element a viewBox"),
        ('<!DOCTYPE svg [<!ENTITY a "&b;">]>' + svg(""), "has a DOCTYPE with entities"),
        ('<!DOCTYPE svg [<!ENTITY a "<g/>">]>' + svg("&a;"), "has a DOCTYPE with entities"),
        ('<!DOCTYPE svg [<!ATTLIST g id CDATA "a">]>' + svg(""), "has a DOCTYPE with entities"),
        (f'{SVG}width="0" height="9"/>', "has no size: its width is 0"),
        (f'{SVG}viewBox="0 0 0 5"/>', "has a viewBox without size"),
        (f'{SVG}viewBox="0 0 5"/>', "has viewBox that cannot be read"),
        (f'{SVG}viewBox="0 0 5e-324 5e-324"/>', "has a size of 4.94066e-324 x 4.94066e-324"),
        (f'{SVG}width="1e-300in" height="9"/>', "has a size of 9.6e-299 x 9; its sides may be"),
        (svg("", 'transform="scale(2)"'), "has a transform on its svg element"),
        ('<?xml version="1.0" encoding="x-none"?>' + svg(""), "is not SVG: "),
        (b"\xff\xfe<\0", "is not SVG: "),
        (b"<", "is not SVG: line 1: "),
    ],
)
def test_a_file_that_is_not_svg_is_refused_in_one_line(data, start):
    assert refusal(data).startswith(start)


def test_a_doctype_without_entities_is_accepted():
    doctype = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    assert len(read_svg((doctype + svg(RECT)).encode()).items) == 1


def test_a_truncated_svg_file_is_refused():
    whole = svg(f'<g fill="red">{RECT}<path d="M0 0 L5 5 z"/></g>').encode()
    for end in range(1, len(whole)):
        refusal(whole[:end])


@pytest.mark.parametrize(
    ("content", "drawable"),
    [
        (f'{FILTER}<g filter="url(#f)">{RECT}</g>', True),
        (f'<mask id="m"/><g mask="url(#m)">{RECT}</g>', True),
        ("<text>Hi</text>", True),
        ("<script/>", False),
        ('<use href="/etc/passwd#x"/>', False),
    ],
)
def test_the_error_tells_undrawable_features_from_forbidden_ones(content, drawable):
    with pytest.raises(PictureError) as refused:
        read_svg(svg(content).encode())
    assert isinstance(refused.value, NotShapesError) == drawable
