"""Icons in one colour: their ground is left out, and currentColor is that of the text."""

import pytest

from pnp.base.geometry import Rect, Size
from pnp.images.file import draw_picture, read_picture
from pnp.images.svg import has_ground, read_svg
from pnp.scene import Role, shapes_in

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"'
SQUARE = '<path d="M0 0h512v512H0z"/>'
GLYPH = '<path fill="#fff" d="M100 100h200v300H100z"/>'
GROUNDS = {
    "a square": SQUARE,
    "a square in a group": f"<g><g>{SQUARE}</g></g>",
    "a rectangle of its own": '<rect width="100%" height="100%" fill="#123456"/>',
    "with round corners": '<rect width="512" height="512" rx="80"/>',
    "larger than the picture": '<path d="M-9-9h600v600H-9z"/>',
    "moved into its place": '<path d="M-9-9h512v512H-9z" transform="translate(9 9)"/>',
}
OTHERS = {
    "a disc": '<circle cx="256" cy="256" r="256"/>',
    "a square with a hole": '<path fill-rule="evenodd" d="M0 0h512v512H0zM9 9h90v90H9z"/>',
    "half of the square": '<path d="M0 0h512v256H0z"/>',
    "a triangle": '<path d="M0 0h512v512z"/>',
    "an empty frame": '<path fill="none" stroke="#000" d="M0 0h512v512H0z"/>',
}


def svg(body, more=""):
    return f"{HEAD}{more}>{body}</svg>".encode()


@pytest.fixture
def painted(tmp_path):
    """Return the colours of the shapes of an icon."""

    def draw(content, **colors):
        (tmp_path / "icon.svg").write_bytes(content)
        picture = read_picture(tmp_path, "icon.svg")
        items = (draw_picture(picture, Rect(0, 0, 10, 10), **colors),)
        return [shape.style.fill or shape.style.stroke for shape in shapes_in(items)]

    return draw


@pytest.mark.parametrize("name", GROUNDS)
def test_a_ground_under_a_drawing_is_left_out_in_one_colour(painted, name):
    content = svg(GROUNDS[name] + GLYPH + GLYPH)
    assert has_ground(read_svg(content).items, Size(512, 512))
    assert painted(content, ink="#aa2222") == ["#aa2222"] * 2
    assert len(painted(content)) == 3


@pytest.mark.parametrize("name", OTHERS)
def test_a_lowest_shape_that_covers_less_is_part_of_the_drawing(painted, name):
    content = svg(OTHERS[name] + GLYPH)
    assert not has_ground(read_svg(content).items, Size(512, 512))
    assert len(painted(content, ink="#aa2222")) == 2


def test_a_plain_square_stays_a_square(painted):
    assert painted(svg(SQUARE), ink="#aa2222") == ["#aa2222"]


def test_the_drawing_of_a_picture_is_the_same_object_wherever_it_is_painted(tmp_path):
    (tmp_path / "icon.svg").write_bytes(svg(SQUARE + GLYPH))
    picture = read_picture(tmp_path, "icon.svg")
    one, other = (
        draw_picture(picture, Rect(x, 0, 10, 10), ink="#aa2222").items for x in (0.0, 20.0)
    )
    assert one is other


CURRENT = svg(
    '<path fill="currentColor" d="M0 0h9v9z"/><path fill="#00ff00" d="M0 0h9v9z"/>'
    '<g color="#0000ff"><path fill="currentColor" d="M0 0h9v9z"/></g>'
)


def test_current_colour_is_that_around_the_picture(painted):
    assert painted(CURRENT, current="#aa2222") == ["#aa2222", "#00ff00", "#0000ff"]
    assert painted(CURRENT) == ["#000000", "#00ff00", "#0000ff"]
    assert painted(CURRENT, ink="#aa2222") == ["#aa2222"] * 3


def test_a_file_with_a_colour_of_its_own_keeps_it(painted):
    content = svg('<path fill="currentColor" d="M0 0h9v9z"/>', ' color="#00aa00"')
    assert painted(content, current="#aa2222") == ["#00aa00"]


@pytest.mark.parametrize(
    ("style", "size"),
    [
        ("height: 512px; width: 512px;", (512, 512)),
        ("width:1em;height:1em;fill:#fff", (512, 512)),
        ("width: 200px; height: 100px !important", (200, 100)),
    ],
)
def test_a_size_in_the_style_of_the_root_is_that_of_the_picture(style, size):
    assert read_svg(svg(GLYPH, f' style="{style}"')).size == size


ICONS = 'icons = { sword = "sword.svg", drop = "drop.svg" }'


@pytest.fixture
def inks(own):
    """Return the colours of the shapes on a card, its ground excepted."""

    def draw(frame):
        own.write("sword.svg", svg(SQUARE + GLYPH))
        own.write("drop.svg", svg('<path fill="currentColor" d="M0 0h9v9z"/>'))
        (piece,) = own.deck(frame, more=ICONS, ground="#fefefe").pieces()
        shown = shapes_in(piece.front.only(Role.ART).items)
        return {shape.style.fill for shape in shown} - {"#fefefe"}

    return draw


def test_an_icon_of_a_frame_with_a_colour_is_painted(inks):
    assert inks('kind = "icon", icon = "sword", color = "#aa2222"') == {"#aa2222"}
    assert inks('kind = "icon", icon = "sword"') == {"#000000", "#ffffff"}


def test_an_icon_in_a_text_takes_its_colour_where_it_leaves_that_open(inks):
    text = 'kind = "text", text = "{}", area = "30x30mm", color = "#2255aa"'
    assert inks(text.format(":drop:")) == {"#2255aa"}
    assert inks(text.format(":sword:")) == {"#000000", "#ffffff"}


def test_the_report_says_once_that_a_ground_is_left_out(own):
    own.write("sword.svg", svg(SQUARE + GLYPH))
    own.write("drop.svg", svg(GLYPH))
    frame = 'kind = "icon", icon = "{icon}", color = "#aa2222"'
    built = own.deck(frame, more=ICONS, rows="icon\nsword\ndrop\nsword\n").build()
    assert built.notes == (
        "sword.svg: painted in one colour without the ground, which would hide the rest",
    )
    assert (
        own.deck(frame.partition(", color")[0], more=ICONS, rows="icon\nsword\n").build().notes
        == ()
    )
