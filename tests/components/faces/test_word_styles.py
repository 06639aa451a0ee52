"""Words in styles within a text: colours, sizes, lines and backgrounds, measured on made faces."""

import pytest

from pnp.components.faces.texts import plain_text
from pnp.scene import Shape, Text, leaves_in
from pnp.scene.ink import Ink, InkSaver

RED, BLUE = "#c23b22", "#23479b"
STYLES = (
    f'colors = {{ red = "{RED}", "Deep blue" = "{BLUE}" }}\n'
    'styles = { key = { bold = true, color = "#ffffff", background = "#5a2a1e" }, '
    "big = { size = 200 }, low = { size = 50, italic = true }, line = { underline = true } }\n"
)


class Said:
    """A card with one text: its scene, and its face as PDFium sees it."""

    def __init__(self, own):
        (piece,) = own.pieces()
        self.scene, self.face = piece.front, own.face()

    def __getattr__(self, name):
        return getattr(self.face, name)


@pytest.fixture
def said(own):
    """Draw a card with one text and return it."""

    def run(text, more="", styles=STYLES):
        frame = f"kind = \"text\", text = '''{text}''', at = \"5x10mm\", area = \"50x60mm\""
        own.deck(f'{frame}, size = "4mm"{more}', more=styles)
        return Said(own)

    return run


@pytest.fixture
def refused(own, said):
    def run(text):
        with pytest.raises(Exception, match=r"front\.frames") as refusal:
            said(text)
        return str(refusal.value).partition(", text: ")[2]

    return run


def words(face):
    """The fill, size and font of each text."""
    found = [one for one in leaves_in(face.scene.items) if isinstance(one, Text)]
    return {one.string.strip(): (one.fill, one.size, one.font) for one in found}


def bars(face):
    """The rectangles below, through and behind words: their fill and bounds."""
    from pnp.base.path import path_bounds

    return [
        (one.style.fill, path_bounds(one.paths[0]))
        for one in leaves_in(face.scene.items)
        if isinstance(one, Shape) and one.style.fill and path_bounds(one.paths[0]).height < 8
    ]


def test_a_tag_gives_words_the_colour_of_that_name(said):
    found = words(said("pay <red>three</red> coins, <RED>no</red> more"))
    assert found["three"][0] == found["no"][0] == RED
    assert found["pay"][0] == found["more"][0] == "#1b1b1b"


def test_a_style_may_be_larger_and_the_line_is_higher(said):
    face = said("HIT\nan <big>HIT</big>\nHIT", ", paragraph_space = 0")
    assert words(face)["HIT"][1] == 4.0
    lines = sorted({round(one.bottom, 2) for one in face.letters if one.character == "I"})
    assert lines[1] - lines[0] == pytest.approx(2 * 1.22 * 4, abs=0.02)
    assert lines[2] - lines[1] == pytest.approx(1.22 * 4, abs=0.02)


def test_larger_words_in_the_first_line_stay_in_their_frame(said):
    face = said("<big>HIT</big> it")
    assert min(one.top for one in face.letters) == pytest.approx(10, abs=0.05)


def test_words_within_styles_have_the_inner_colour_and_both_sizes(said):
    found = words(said("<big>one <low>two</low> <red>three</red></big>"))
    assert found["one"][1] == 8.0
    assert found["two"][1] == 4.0
    assert found["three"][:2] == (RED, 8.0)


def test_tags_and_asterisks_may_enclose_one_another(said):
    found = words(said("**<red>one</red>** <red>**two**</red> <b>three</b> <i>four</i>"))
    bold = {found[word][2] for word in ("one", "two", "three")}
    assert len(bold) == 1
    assert found["four"][2] not in bold


def test_underlines_and_strikes_are_as_long_as_their_words(said):
    face = said("pay <u>three</u> or <s>four</s>")
    (color, under), (_, through) = bars(face)
    assert color == "#1b1b1b"
    three, four = face.of("three"), face.of("four")
    assert under.x == pytest.approx(three[0].left, abs=0.3)
    assert under.right == pytest.approx(three[-1].right, abs=0.3)
    assert under.y > three[0].bottom
    assert four[0].top < through.center.y < four[0].bottom


def test_an_underline_in_a_justified_line_has_no_gap(said):
    face = said(
        "<line>one two</line> and then a long line of words that is set from edge to edge here",
        ', align = "justified"',
    )
    (_, one), (_, two) = bars(face)
    assert one.right == pytest.approx(two.x, abs=0.001)
    assert two.right == pytest.approx(face.of("two")[-1].right, abs=0.3)


def test_a_background_lies_behind_its_words_and_goes_with_little_ink(said):
    face = said("Then <key>draw</key> a card")
    ((color, place),) = bars(face)
    assert color == "#5a2a1e"
    letters = face.of("draw")
    assert place.x < letters[0].left
    assert place.right > letters[-1].right
    assert face.color_at(place.x + 0.1, place.y + 0.1) == "#5a2a1e"
    low = InkSaver(Ink.LOW).face(face.scene, straight=True)
    inked = {one.string.strip(): one.fill for one in leaves_in(low.items) if isinstance(one, Text)}
    assert inked["draw"] == "#1b1b1b"  # white letters turn dark with the paper


def test_a_style_goes_on_in_the_next_paragraph_and_in_cells(own):
    own.deck(
        'kind = "text", text = "<red>{title}</red>", at = "5x10mm", area = "50x60mm"',
        more=STYLES + 'cards = [{ title = "one\\ntwo <low>three</low>" }]',
    )
    found = words(Said(own))
    assert found["one"][0] == found["two"][0] == found["three"][0] == RED


@pytest.mark.parametrize(
    "text",
    [
        "2 < 3 > 1",
        "<3>",
        "x <br/> y",
        r"\<red> and </none>",
        r"\<none> and </none",
        "a <red> b",
        "c </red>",
        "a <b> b",
    ],
)
def test_what_is_no_style_is_printed(said, text):
    assert "".join(said(text).lines).replace(" ", "") == text.replace("\\", "").replace(" ", "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("pay <rad>three</rad>", "there is no style 'rad'; there are: b, i, u, s, red, Deep blue,"),
        ("<red>one <red>two</red>", "<red> has no </red> after it"),
        ("<red>one</red> two</red>", "</red> does not end the style that began last"),
        ("<red>a <u>b</red> c</u>", "</red> does not end the style that began last"),
    ],
)
def test_a_wrong_tag_is_a_fault(refused, text, fault):
    assert refused(text).startswith(fault)


def test_a_style_that_changes_nothing_is_a_fault(own):
    own.deck('kind = "text", text = "x", area = "9x9mm"', more="styles = { key = {} }\n")
    (fault,) = own.faults()
    assert "styles.key: a style changes something" in fault


def test_texts_for_other_programs_have_no_tags():
    assert plain_text("a <red>b</RED> <3> \\<u> <i>", (), ("red", "u", "i")) == "a b <3> <u> <i>"


def test_letters_may_have_a_gradient(said):
    blend = ', color_gradient = { from = "#ff0000", to = "#0000ff", angle = 90 }'
    face = said("HHHHHHHHH <red>H</red>", f"{blend}, bold = true")
    row = face.of("HHHHHHHHH")
    left, right = (face.color_at(one.left + 0.45, one.bottom - 0.7) for one in (row[0], row[-1]))
    assert int(left[1:3], 16) > 200 > 60 > int(left[5:7], 16)
    assert int(right[1:3], 16) < 90 < 160 < int(right[5:7], 16)
    assert "HHHHHHHHH" in "".join(face.lines)
    assert words(face)["H"][0] == RED


def test_lines_may_lie_close(said):
    face = said("HIT\nHIT", ", leading = 60, paragraph_space = 0")
    one, two = sorted({round(one.bottom, 2) for one in face.letters if one.character == "I"})
    assert two - one == pytest.approx(0.6 * 4, abs=0.02)
