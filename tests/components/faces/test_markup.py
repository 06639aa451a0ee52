"""Line breaks, lists, justified lines and icons in texts, read back from made faces."""

from itertools import pairwise
from json import dumps

import pytest
from helpers.game_folder import Face

from pnp.render import pdf
from pnp.scene.ink import Ink, InkSaver

STORY = (
    "The river rises in the night and takes what lies on its banks: boats and nets and a goat. "
    "Whoever has the fewest cards draws two, and all the others give one away to the left."
)


@pytest.fixture
def said(own):
    """Set one card's title in a frame of 50 mm and read the face back."""

    def run(title, more="", text="{title}", size="4mm", **cells):
        cells = ", ".join(
            f"{key} = {dumps(cell)}" for key, cell in {"title": title, **cells}.items()
        )
        frame = f'kind = "text", text = {dumps(text)}, at = "5x10mm", area = "50x60mm"'
        own.deck(f'{frame}, size = "{size}"{more}', more=f"cards = [{{ {cells} }}]")
        return own.face()

    return run


@pytest.fixture
def refused(own, said):
    """Return what is said of a title that cannot be set."""

    def run(title, more=""):
        with pytest.raises(Exception, match=r"front\.frames") as refusal:
            said(title, more)
        return str(refusal.value).partition(", text: ")[2]

    return run


def lefts(face):
    """Where each line begins."""
    return [face.of(line)[0].left for line in face.lines]


def baselines(face):
    return sorted({round(one.bottom, 2) for one in face.letters if one.character in "HIT"})


def test_a_line_break_adds_no_room(said):
    assert said(r"HIT\nHIT").lines == ["HIT", "HIT"]
    one, two = baselines(said(r"HIT\nHIT"))
    assert two - one == pytest.approx(1.22 * 4, abs=0.02)
    one, two = baselines(said(r"HIT\n\nHIT"))
    assert two - one == pytest.approx(2 * 1.22 * 4, abs=0.02)


def test_a_backslash_before_that_of_a_line_break_prints_it(said):
    assert said(r"a\\nb").lines == [r"a\nb"]


@pytest.mark.parametrize(("space", "lines"), [(0, 1), (35, 1.35), (100, 2)])
def test_paragraphs_are_as_far_apart_as_they_are_said_to_be(said, space, lines):
    one, two = baselines(said("HIT\nHIT", f", paragraph_space = {space}"))
    assert two - one == pytest.approx(lines * 1.22 * 4, abs=0.02)


@pytest.mark.parametrize("bullet", ["-", "•", "1.", "2)"])
def test_lines_of_a_list_hang_beside_what_begins_them(said, bullet):
    face = said(f"Intro\n{bullet} {STORY}\n{bullet} x")
    intro, first, *rest, _ = face.lines
    assert first.startswith(f"{bullet} The river") or first.startswith(f"{bullet}The river")
    beside = [face.of(line)[0].left for line in rest]
    assert len(rest) > 2
    assert beside == pytest.approx([beside[0]] * len(beside), abs=0.5)
    assert beside[0] > face.of(first)[0].left + 2
    assert face.of(intro)[0].left == pytest.approx(5, abs=0.4)


@pytest.mark.parametrize("bullet", ["-", "•", "1."])
def test_a_line_break_begins_an_item_of_a_list_without_room_above(said, bullet):
    face = said(rf"HIT\n{bullet} HIT {STORY}\n {bullet} HIT\\n- no item")
    top, _, second, *_, last = face.lines
    beside = face.of(second)[0].left
    assert beside > face.of(top)[0].left + 2
    assert face.of("HIT\\n-")[0].left == pytest.approx(beside, abs=0.5)
    assert last.startswith(bullet)
    assert last.endswith(r"\n- no item")
    one, two, *_ = baselines(face)
    assert two - one == pytest.approx(1.22 * 4, abs=0.02)


def test_an_empty_line_ends_a_list_within_a_paragraph(said):
    face = said(r"- A HIT\n- A HIT\nHIT\n\nHIT")
    edge, beside = face.letters[0].left, face.of("A")[0].left
    assert face.lines == ["- A HIT", "- A HIT", "HIT", "HIT"]
    inside, after = (one.left for one in face.letters if one.character == "H" if one.top > 18)
    assert (inside, after) == (pytest.approx(beside, abs=0.6), pytest.approx(edge, abs=0.6))
    *_, three, four = baselines(face)
    assert four - three == pytest.approx(2 * 1.22 * 4, abs=0.02)


@pytest.mark.parametrize("text", ["* A HIT\n* A HIT", r"* A HIT\n* A HIT"])
def test_an_asterisk_and_a_blank_begin_a_list_item(said, text):
    face = said(text)
    assert face.lines == ["* A HIT", "* A HIT"]
    assert {one.font.partition("-")[2] for one in face.letters} == {"Regular"}


def test_the_lines_of_an_item_that_begins_with_an_asterisk_are_indented(said):
    first, *others = lefts(said("* " + 9 * "A HIT "))
    assert {round(left - first, 2) for left in others} == {round(others[0] - first, 2)}
    assert others[0] - first > 2


def test_numbers_of_a_list_end_one_below_the_other(said):
    face = said("9. HI\n10. HI")
    ends = [one.right for one in face.letters if one.character == "."]
    assert ends[0] == pytest.approx(ends[1], abs=0.02)
    begins = [one.left for one in face.letters if one.character == "H"]
    assert begins[0] == pytest.approx(begins[1], abs=0.02)


def test_a_number_alone_begins_a_paragraph_as_any_word_does(said):
    apart, words = said("7. HI"), said("A. HI")
    assert apart.letters[-2].left == pytest.approx(words.letters[-2].left, abs=0.5)


def test_bullets_do_not_hang_in_the_middle(said):
    (line,) = said("- HIT", ', align = "center"').lines
    assert line == "- HIT"


def test_what_begins_with_a_figure_or_a_dash_and_no_space_is_not_a_list(said):
    assert said("1.5 litres").lines == ["1.5 litres"]
    assert said("-3").lines == ["-3"]


@pytest.mark.parametrize(
    "text", ["*{none}*", "**{none}**", "HI\n***{none}***", "HI *{none|title}*"]
)
def test_emphasis_of_an_empty_cell_is_nothing(said, text):
    face = said("" if "title" in text else "x", text=text, none="")
    assert "".join(face.lines).strip() in ("", "HI")


def test_emphasis_beside_an_empty_cell_stays(said):
    face = said("two", text="*one {none}{title}* three", none="")
    fonts = {word: {one.font for one in face.of(word)} for word in ("one", "two", "three")}
    assert fonts["one"] == fonts["two"] != fonts["three"]


def test_the_name_of_an_icon_may_have_capitals(said, refused):
    assert said("HI :Star: HI").lines[0].split() == ["HI", "HI"]
    assert refused("HI :Nope: HI").startswith("there is no icon 'Nope'; there are: disc")


@pytest.mark.parametrize("title", ["A:B:C", "Mark 4:Luke:John", "10:AM:x"])
def test_a_word_between_colons_within_words_is_not_an_icon(said, title):
    assert said(title).lines == [title]


@pytest.mark.parametrize("title", ["3*", "**a", ":star: 5", r"a\nb", "a: *b*", "- dash", r"\*"])
def test_signs_without_markup_are_printed(said, title):
    assert said(title, ", markup = false").lines == [title]


def test_paragraphs_are_set_without_markup_too(said):
    assert said("3*\n4*", ", markup = false").lines == ["3*", "4*"]


def ends(face):
    return [(face.of(line)[0].left, face.of(line)[-1].right) for line in face.lines]


def test_justified_lines_reach_from_edge_to_edge_but_the_last(said):
    *lines, (last_left, last_right) = ends(
        said(STORY, ', align = "justified", hyphens = true', size="3mm")
    )
    assert len(lines) > 3
    for left, right in lines:
        assert (left, right) == (pytest.approx(5, abs=0.45), pytest.approx(55, abs=0.45))
    assert last_left == pytest.approx(5, abs=0.45)
    assert last_right < 50


def test_a_paragraph_whose_spaces_would_gape_stays_ragged(said):
    wide = "an extraordinarily incomprehensible misunderstanding of interdependencies"
    face = said(f"{wide}\n{STORY}", ', align = "justified"')
    ragged = said(wide, "")
    assert ends(face)[: len(ragged.lines)] == ends(ragged)


def test_icons_stand_in_justified_lines_as_words_do(said):
    title = STORY.replace(" and ", " :square: ").replace("and", "and :disc:")
    found = ends(said(title, ', align = "justified", hyphens = true', size="3mm"))
    assert [right for _, right in found[:-1]] == pytest.approx(
        [55] * (len(found) - 1), abs=4
    )  # one ends in an icon


def test_justified_text_is_read_as_words(said):
    face = said(STORY, ', align = "justified", hyphens = true', size="3mm")
    assert "The river rises" in " ".join(face.lines)


def test_icons_are_as_high_as_they_are_said_to_be(said):
    heights = [
        said(":square:", f', icon_size = {size}, color = "#0000ff"').seen("#0000ff").height
        for size in (50, 100, 200)
    ]
    for one, two in pairwise(heights):
        assert two == pytest.approx(2 * one, rel=0.05)


SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<rect width="10" height="10" fill="{}"/></svg>'
)


@pytest.mark.parametrize(
    ("fill", "more", "seen"),
    [
        ("currentColor", "", "#0000ff"),
        ("#ff8800", "", "#ff8800"),
        ("#ff8800", ', icon_color = "#00aa00"', "#00aa00"),
        ("currentColor", ', icon_color = "{hue}"', "#c23b22"),
    ],
)
def test_icons_have_the_colour_of_the_text_or_the_one_that_is_said(own, fill, more, seen):
    own.write("sign.svg", SIGN.format(fill))
    frame = 'kind = "text", text = "H:sign:H", at = "5x10mm", area = "50x20mm", size = "9mm"'
    own.deck(
        f'{frame}, color = "#0000ff"{more}',
        more='icons = { sign = "sign.svg" }\ncards = [{ hue = "#c23b22" }]',
    )
    face = own.face()
    found = face.seen(seen)
    assert found.height == pytest.approx(0.9 * 9, abs=0.2)
    before, after = (one for one in face.letters if one.character == "H")
    middle = (before.top + before.bottom) / 2
    assert (found.top + found.bottom) / 2 == pytest.approx(middle, abs=0.1) or seen == "#0000ff"
    assert before.right < after.left


def test_white_behind_light_words_covers_no_icon_where_ink_is_saved(own):
    own.write("sign.svg", SIGN.format("#ff8800"))
    frame = 'kind = "text", text = ":sign: to", at = "5x10mm", area = "50x20mm", size = "3mm"'
    own.deck(f'{frame}, color = "#ffffff"', ground="#20304f", more='icons = { sign = "sign.svg" }')
    (piece,) = own.pieces()
    face = Face(pdf.render((InkSaver(Ink.LOW).face(piece.front, True),), pdf.PrintHints("face")))
    left, middle = 5 + 0.05 * 3, 10 + 0.656 * 3 / 2
    inside = [left + 0.9 * 3 * part for part in (0.1, 0.5, 0.9)]
    colors = {face.color_at(x, middle) for x in inside}
    assert len(colors) == 1
    assert "#ffffff" not in colors
