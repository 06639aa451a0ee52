"""Text in frames, read back from made faces."""

from itertools import pairwise
from json import dumps

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.font_files import SANS
from pnp.base.fonts import cap_height, descent, text_width
from pnp.base.geometry import Rect, Size
from pnp.components.faces.frames import TextFrame
from pnp.components.faces.paragraphs import STEP, PlacedIcon, TextFitter
from pnp.components.faces.wording import parse_wording

PT = 25.4 / 72
STORY = (
    "The river rises in the night and takes what lies on its banks: boats, nets and a goat. "
    "Whoever has fewest cards draws two; all others give one away to the left."
)


def text(words="{title}", at="5x10mm", area="50x40mm", more=""):
    """A frame of text, 4 mm high."""
    return f'kind = "text", text = "{words}", at = "{at}", area = "{area}", size = "4mm"{more}'


@pytest.fixture
def said(own):
    """Set one card's title in a frame and read the face back."""

    def run(title, frame=None, **written):
        own.deck(frame or text(), more=f"cards = [{{ title = {dumps(title)} }}]", **written)
        return own.face()

    return run


@pytest.fixture
def refused(own):
    """Return what is said of a title that cannot be set."""

    def run(title, frame=None, **written):
        own.deck(frame or text(), more=f"cards = [{{ title = {dumps(title)} }}]", **written)
        (line,) = own.refusal()
        return line.removeprefix("card 1 ").partition(": front.frames[1], text: ")[2]

    return run


def baselines(face):
    """Where each line's letters without descenders stand, from the top."""
    flat = [letter for letter in face.letters if letter.character in "EHILTx"]
    return sorted({round(letter.bottom, 2) for letter in flat})


def test_capitals_of_the_first_line_touch_the_top_of_their_frame(said):
    face = said("HILT")
    assert face.lines == ["HILT"]
    assert {round(letter.top, 1) for letter in face.letters} == {10.0}
    for letter in face.letters:  # 0.656 of the size, and what pdfium adds to it
        assert letter.bottom - letter.top == pytest.approx(2.62, abs=0.05)
    assert {letter.size for letter in face.letters} == {4.0}


@pytest.mark.parametrize(("align", "left"), [("left", 5), ("center", 30), ("right", 55)])
def test_a_line_stands_left_in_the_middle_or_right(said, align, left):
    face = said("HILT", text(more=f', align = "{align}"'))
    ends = {"left": face.letters[0].left, "right": face.letters[-1].right}
    ends["center"] = (ends["left"] + ends["right"]) / 2
    assert ends[align] == pytest.approx(left, abs=0.4)  # the room that letters have beside them


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_every_line_of_a_paragraph_is_aligned(said, align):
    face = said(STORY, text(more=f', align = "{align}"'))
    assert len(face.lines) > 3
    for line in face.lines:
        letters = face.of(line)
        assert letters[0].left > 5
        assert letters[-1].right < 55
        middle = (letters[0].left + letters[-1].right) / 2
        edge = {"left": letters[0].left - 5, "center": middle - 30, "right": 55 - letters[-1].right}
        assert abs(edge[align]) < 0.5, line


@pytest.mark.parametrize("lines", ["HILT", "HILT\nHILT", "HILT\n\nHILT\nHILT"])
def test_text_stands_at_the_top_in_the_middle_or_at_the_bottom(own, lines):
    def ends(vertical):
        frame = text(more=f', vertical = "{vertical}"')
        own.deck(frame, more=f"cards = [{{ title = {dumps(lines)} }}]")
        letters = own.face().letters
        printed = [letter for letter in letters if letter.character in "HILT"]
        return min(one.top for one in printed), max(one.bottom for one in printed)

    top, middle, bottom = ends("top"), ends("middle"), ends("bottom")
    assert top[0] == pytest.approx(10, abs=0.05)
    assert sum(middle) / 2 == pytest.approx(30, abs=0.05)
    assert bottom[1] == pytest.approx(50 - 0.273 * 4, abs=0.05)  # the room of a g or p


def test_letters_below_the_line_stay_in_a_frame_at_its_bottom(said):
    face = said("gypq", text(more=', vertical = "bottom"'))
    assert 49 < max(letter.bottom for letter in face.letters) <= 50


@pytest.mark.parametrize(("more", "leading"), [("", 1.22), (", leading = 150", 1.5)])
def test_lines_are_so_far_apart_as_the_leading_says(said, more, leading):
    found = baselines(said("EHILTx " * 20, text(more=more)))
    gaps = {round(two - one, 2) for one, two in pairwise(found)}
    assert gaps == {round(leading * 4, 2)}


def test_a_new_line_in_a_cell_is_a_new_paragraph_a_third_of_a_line_further_down(said):
    first, second = baselines(said("HILT\nHILT"))
    assert second - first == pytest.approx(1.35 * 1.22 * 4, abs=0.02)
    assert baselines(said("HILT\n \n\nHILT")) == [first, second]


def test_text_that_fits_keeps_its_size_whatever_it_may_become(said):
    assert {one.size for one in said(STORY, text(more=', least = "2mm"')).letters} == {4.0}


@pytest.mark.parametrize("height", [11, 13, 15, 17])
def test_text_becomes_so_small_that_it_fits_and_no_smaller(said, refused, height):
    room = text(area=f"50x{height}mm", more=', least = "2mm"')
    face = said(STORY, room)
    (size,) = {round(letter.size, 3) for letter in face.letters}
    assert 2 < size < 4
    assert max(letter.bottom for letter in face.letters) <= 10 + height
    assert "".join(face.lines).replace("-", "").replace(" ", "") == STORY.replace(" ", "")
    larger = room.replace("2mm", f"{size + PT / 4:.4f}mm")
    assert "too high in type of" in refused(STORY, larger)


@pytest.mark.parametrize("height", [9, 12, 16])
@pytest.mark.parametrize("words", [STORY, STORY.replace(". ", "\n"), "Hydra " * 40])
def test_text_is_set_in_the_first_type_that_fits_of_all_steps_down(words, height):
    def fitted(size, least=None):
        frame = TextFrame(
            kind="text",
            text=parse_wording(""),
            area=Size(50, height),
            size=size,
            least=least,
        )
        parts = TextFitter(frame, Rect(0, 0, 50, height), {}, "#000000", "en", SANS).fit(words)
        return parts[0].size

    def fits(size):
        try:
            return bool(fitted(size))
        except LayoutError:
            return False

    steps = [4 - step * PT / 4 for step in range(30)]
    assert fitted(4, steps[-1]) == pytest.approx(next(filter(fits, steps)))


WORDS = st.sampled_from(
    ["a", "river", "**bold**", "*slanted*", ":star:", "Überschwemmung", "-", "\n"]
)


@given(
    st.lists(WORDS, min_size=1, max_size=60).map(" ".join),
    st.sampled_from(["left", "center", "right"]),
    st.sampled_from(["top", "middle", "bottom"]),
    st.integers(15, 60),
    st.integers(5, 60),
)
def test_text_that_is_set_stays_in_its_frame(words, align, vertical, width, height):
    place = Rect(5, 7, width, height)
    frame = TextFrame(
        kind="text",
        text=parse_wording(""),
        area=place.size,
        size=5.0,
        least=2.0,
        align=align,
        vertical=vertical,
    )
    try:
        parts = TextFitter(frame, place, {"star": 1.0}, "#000000", "de", SANS).fit(words)
    except LayoutError as error:
        assert "make the frame larger" in str(error)  # noqa: PT017
        return
    assert bool(parts) == bool(words.strip())
    for part in parts:
        if isinstance(part, PlacedIcon):
            assert place.x - 1e-6 <= part.place.x < part.place.right <= place.right + 1e-6
            continue
        assert part.at.x >= place.x - 1e-6
        assert part.at.x + text_width(part.string, part.font, part.size) <= place.right + 1e-6
        assert place.y + cap_height(part.font) * part.size <= part.at.y + 1e-6
        assert part.at.y + descent(part.font) * part.size <= place.bottom + 1e-6


def test_text_becomes_no_smaller_than_its_least(said, refused):
    told = refused(STORY * 3, text(area="50x15mm", more=', least = "7pt"'))
    assert "mm too high in type of 7 pt, with 15.0 mm of room; write less, or make" in told


def test_text_without_a_least_stays_as_large_as_it_is(refused):
    told = refused(STORY, text(area="50x15mm"))
    assert "too high in type of 11.3 pt" in told


def test_it_is_told_how_much_is_too_much(said, refused):
    told = refused(STORY, text(area="50x15mm"))
    excess = float(told.split("the text is ")[1].split(" mm")[0])
    assert excess > 1
    said(STORY, text(area=f"50x{15 + excess + 0.1:.1f}mm"))
    refused(STORY, text(area=f"50x{15 + excess - 0.1:.1f}mm"))


def test_one_line_that_is_too_high_is_reported_too(refused):
    assert "mm too high" in refused("Hi", text(area="50x3mm"))


def test_a_word_longer_than_its_line_is_reported(refused):
    told = refused("Rindfleischetikettierung", text(area="20x40mm"))
    assert "'Rindfleischetikettierung' is longer than a line of 20 mm" in told
    assert told.endswith("or its type smaller, or write hyphens = true")
    told = refused("Straßenbahnschienen", text(area="3x40mm", more=", hyphens = true"))
    assert told.endswith("write less, or make the frame larger or its type smaller")


def test_a_word_longer_than_its_line_becomes_smaller_where_it_may(said):
    frame = text(area="30x40mm", more=', least = "2mm"')
    face = said("Rindfleischetikettierung", frame)
    assert face.lines == ["Rindfleischetikettierung"]
    assert face.letters[-1].right <= 35


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", ["fotogra-", "fie"]),
        ("nl", ["fotogra-", "fie"]),
        ("en", ["foto-", "grafie"]),
    ],
)
def test_words_are_parted_by_the_rules_of_the_cards_language(own, language, lines):
    more = f'language = "{language}"\ncards = [{{ title = "fotografie" }}]'
    frame = text(area="14x60mm", more=", hyphens = true")
    assert own.deck(frame, more=more).face().lines == lines


def test_a_translated_card_is_parted_by_the_rules_of_its_translation(own):
    own.deck(
        text(area="14x60mm", more=", hyphens = true"),
        more='cards = [{ title = "picture", title_de = "fotografie" }]',
    )
    assert own.face(lang="de").lines == ["fotogra-", "fie"]


def test_words_stay_whole_unless_hyphens_are_wanted(said):
    face = said(STORY, text(area="30x75mm"))
    assert " ".join(face.lines) == STORY


def test_words_are_hyphenated_only_where_that_saves_a_line(said):
    broken = ', align = "center", hyphens = true'
    whole = said("Mediterranean Avenue", text(area="28x20mm", more=broken))
    assert whole.lines == ["Mediterranean", "Avenue"]
    words = "an extraordinary consideration of constructions"
    assert len(said(words, text(area="46x60mm")).lines) == 3
    face = said(words, text(area="46x60mm", more=", hyphens = true"))
    assert face.lines == ["an extraordinary considera-", "tion of constructions"]


# Bold, italic and icons


def fonts(face, words):
    return {letter.font.partition("-")[2] for letter in face.of(words)}


def test_words_between_asterisks_are_bold_or_italic(said):
    face = said("one **two** *three* ***four*** five")
    assert face.lines == ["one two three four five"]
    assert fonts(face, "one") == fonts(face, "five") == {"Regular"}
    assert fonts(face, "two") == {"Semibold"}
    assert fonts(face, "three") == {"It"}
    assert fonts(face, "four") == {"SemiboldIt"}


def test_bold_may_begin_within_a_word_and_end_in_another(said):
    face = said("be**for**e **and af**ter")
    assert face.lines == ["before and after"]
    assert fonts(face, "for") == fonts(face, "and af") == {"Semibold"}
    assert fonts(face, "ter") == {"Regular"}


def test_what_is_bold_already_stays_bold_and_what_is_italic_turns_upright(said):
    face = said("one **two** *three*", text(more=", bold = true, italic = true"))
    assert fonts(face, "one") == fonts(face, "two") == {"SemiboldIt"}
    assert fonts(face, "three") == {"Semibold"}


def test_there_is_a_serif_family(said):
    face = said("one **two**", text(more=', font = "serif"'))
    assert {one.font for one in face.of("one")} == {"SourceSerifPro-Regular"}
    assert {one.font for one in face.of("two")} == {"SourceSerifPro-Semibold"}


def test_signs_behind_a_backslash_are_printed(said):
    assert said(r"2 \* 3 \: \\ **4**").lines == [r"2 * 3 : \ 4"]
    assert said(r"5 \* 6").lines == ["5 * 6"]


@pytest.mark.parametrize("title", ["5 * 6", "2 * 3 = 6, 4 * 5 = 20", "**bold", "a** b", "3*"])
def test_asterisks_that_open_and_close_nothing_are_printed(said, title):
    face = said(title)
    assert face.lines == [title]
    assert fonts(face, title) == {"Regular"}


def test_bold_goes_on_in_the_next_paragraph(said):
    face = said("one **two\nthree** four")
    fonts = {word: {one.font for one in face.of(word)} for word in ("one", "two", "three", "four")}
    assert fonts["two"] == fonts["three"] != fonts["one"] == fonts["four"]


@pytest.mark.parametrize("title", ["at 12:30:15", "ratio 3:2", "note: this", "a: b: c", "1:2:3:4"])
def test_colons_that_mean_no_icon_are_printed(said, title):
    assert said(title).lines == [title]


def test_an_icon_in_a_line_is_as_high_as_its_letters_and_between_its_words(said):
    face = said("HH :square: HH", text(more=', color = "#0000ff"'))
    square = face.seen("#0000ff", slack=1)
    assert face.lines[0].split() == ["HH", "HH"]
    before, after = face.letters[1], face.letters[-2]
    one = face.sheet.part(before.right + 0.2, 8, after.left - 0.2, 16)
    dark = one.blobs()
    assert len(dark) == 1
    assert dark[0].width == pytest.approx(0.9 * 0.88 * 0.86 * 4, abs=0.2)
    assert dark[0].y + 8 == pytest.approx((before.top + before.bottom) / 2, abs=0.1)
    assert square is not None


SWORD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    '<rect width="20" height="10" fill="#ff8800"/></svg>'
)


def test_an_icon_of_one_s_own_keeps_its_shape_and_its_colours(own):
    own.write("sword.svg", SWORD)
    own.deck(text(), more='icons = { sword = "sword.svg" }\ncards = [{ title = "HH :sword: HH" }]')
    face = own.face()
    icon = face.seen("#ff8800")
    assert (icon.width, icon.height) == pytest.approx((7.2, 3.6), abs=0.1)  # 0.9 of the type
    assert face.letters[1].right < icon.left
    assert icon.right < face.letters[-2].left
    middle = (face.letters[0].top + face.letters[0].bottom) / 2
    assert (icon.top + icon.bottom) / 2 == pytest.approx(middle, abs=0.05)


def test_icons_are_broken_into_lines_as_words_are(own):
    own.write("sword.svg", SWORD)
    title = ":sword: " * 12
    own.deck(text(), more=f'icons = {{ sword = "sword.svg" }}\ncards = [{{ title = "{title}" }}]')
    found = own.face().seen("#ff8800")
    assert found.left >= 5
    assert found.right <= 55
    assert found.area == pytest.approx(12 * 7.2 * 3.6, rel=0.02)


def test_an_unknown_icon_is_reported_with_those_there_are(refused):
    assert refused("a :swrod: b") == (
        "there is no icon 'swrod'; there are: disc, ring, square, triangle, cross, star; "
        r"write \: to print a colon"
    )


def test_a_character_that_no_font_has_is_reported(own):
    own.deck(text(), more='cards = [{ title = "sun \\U00012000" }, { title = "water" }]')
    with pytest.raises(Exception, match=r"^card 1 'sun .*': front.frames\[1\], text: ") as told:
        own.pieces()
    assert "\U00012000" in str(told.value)


@pytest.mark.parametrize("title", ["", "  ", "\n"])
def test_an_empty_cell_prints_nothing(said, title):
    assert said(title).lines == []


def test_several_columns_and_words_between_make_one_text(own):
    frame = text("{strength}/{speed} {{!}}")
    own.deck(frame, more="cards = [{ strength = 3, speed = 12 }]")
    assert own.face().lines == ["3/12 {!}"]


def test_text_is_turned_around_the_middle_of_its_frame(said):
    upright = said("HILT", text(more=', align = "center", vertical = "middle"'))
    turned = said("HILT", text(more=', align = "center", vertical = "middle", turn = 90'))

    def ink(face):
        found = face.seen("#1b1b1b")
        return found.width, found.height, (found.left + found.right, found.top + found.bottom)

    (width, height, _), (wide, high, middle) = ink(upright), ink(turned)
    assert (wide, high) == pytest.approx((height, width), abs=0.1)
    assert middle == pytest.approx((60, 60), abs=0.4)


def test_the_colour_of_text_may_be_a_column_s(own):
    more = 'colors = { Fire = "#c23b22" }\ncards = [{ title = "HHH", ink = "Fire" }]'
    own.deck(text(more=', color = "{ink}"'), more=more)
    assert own.face().seen("#c23b22", slack=5).area > 1


@pytest.mark.parametrize("words", ["abcdef" * 600, "W" * 200, "ab " * 1300, "a\n" * 300])
def test_type_of_metres_is_made_smaller_in_a_few_steps(words):
    frame = TextFrame(
        kind="text", text=parse_wording("{title}"), area=Size(4000, 900), size=5000.0, least=1.4
    )
    fitter = TextFitter(frame, Rect(0, 0, 4000, 900), {}, "#000000", "en", SANS)
    tried = []
    attempt = TextFitter._attempt
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TextFitter, "_attempt", lambda *args: tried.append(1) or attempt(*args))
        assert fitter.fit(words)
    assert len(tried) < 40


@given(st.lists(st.sampled_from(STORY.split()), min_size=1, max_size=80), st.integers(8, 60))
def test_no_larger_type_fits(words, height):
    place = Rect(0, 0, 50, height)
    frame = TextFrame(
        kind="text", text=parse_wording("{t}"), area=place.size, size=9.0, least=1.5, hyphens=False
    )
    fitter = TextFitter(frame, place, {}, "#000000", "en", SANS)
    try:
        (first, *_) = fitter.fit(" ".join(words))
    except LayoutError:
        return
    if first.size < 9.0:
        larger = TextFrame(**vars(frame) | {"size": first.size + STEP, "least": None})
        with pytest.raises(LayoutError, match=r"mm too high|longer than a line"):
            TextFitter(larger, place, {}, "#000000", "en", SANS).fit(" ".join(words))
