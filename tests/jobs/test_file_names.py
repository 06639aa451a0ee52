"""Names of files: a word for each option without which the file would be another."""

from dataclasses import replace

import pypdfium2
import pytest
from helpers.command import listed

from pnp.jobs.component_sheets import scheme_of
from pnp.jobs.file_names import file_words, idle_options, needed_options, words_for
from pnp.jobs.option_words import numbers_word, stock_word
from pnp.jobs.options import declared, read_options
from pnp.jobs.sheet_options import SheetOptions

GIVEN = {
    "sizes": ["poker"],
    "stock": "160gsm",
    "margin": "6mm",
    "gap": "2mm",
    "skip": "1,3-5",
    "duplex": "fold",
    "copies": "2",
    "marks": "full",
    "rounded": True,
    "ink": "low",
}
OTHER = {  # than the usual value of each option that lays sheets out
    "margin": "6mm",
    "orientation": "landscape",
    "gap": "2mm",
    "skip": "1",
    "template": "business-cards",
    "duplex": "fold",
    "fit": True,
    "marks": "full",
    "mark_length": "6mm",
    "mark_width": "0.4mm",
    "mark_sides": "fronts",
    "cut_order": True,
    "cutter": "cricut",
    "rounded": True,
}
# Names have the paper anyway; the others choose another way to lay out, or act on laid out sheets.
NOT_IN_SCHEMES = ("paper", "strips", "gang", "printer")
OF_SHEETS = [
    one
    for one in declared(SheetOptions)
    if one.group in ("paper", "cutting") and one.name not in NOT_IN_SCHEMES
]


def read(**written):
    return read_options(SheetOptions, {"formats": "pdf"} | written)


def names(made):
    return [file.path for file in made.files if file.kind == "sheets"]


def test_words_are_in_the_order_of_the_declarations():
    words = "poker-160gsm-margin-6mm-gap-2mm-skip-1_3-5-fold-2-copies-marks-full-rounded-low"
    assert file_words(read(**GIVEN)) == words
    assert file_words(read(**dict(reversed(GIVEN.items())))) == words
    assert file_words(read()) == ""


def test_every_option_that_changes_sheets_has_a_word():
    words = {one.name for one in declared(SheetOptions) if one.word is not None}
    assert words >= GIVEN.keys() | OTHER.keys() | {"printer", "strips", "theme"}


@pytest.mark.parametrize("one", OF_SHEETS, ids=[one.name for one in OF_SHEETS])
def test_every_option_of_paper_and_cutting_reaches_the_scheme(one):
    """Sheets are laid out by the scheme, so nothing in it may be missing from names."""
    written = OTHER.get(one.name)
    assert written is not None, f"write another value than the usual one of {one.flag} in OTHER"
    options = read(**{one.name: written})
    assert scheme_of(options) != scheme_of(read()), f"scheme_of does not read {one.name}"
    assert file_words(options), f"write what word {one.flag} puts into names of files"


@pytest.mark.parametrize(
    ("written", "word"),
    [("160gsm", "160gsm"), ("0.35mm", "0.35mm"), ("250gsm", "0.3mm"), ("0.192mm", "160gsm")],
)
def test_paper_of_one_thickness_has_one_word(written, word):
    assert stock_word(read(stock=written).stock) == word


def test_runs_of_numbers_are_joined():
    assert numbers_word((1, 2, 3, 5, 7, 8)) == "1-3_5_7-8"


def test_long_words_are_cut_and_stay_different():
    first, second = (read(skip=",".join(map(str, range(n, 200, 2)))) for n in (1, 3))
    assert 50 < len(file_words(first)) <= 60 >= len(file_words(second))
    assert file_words(first) != file_words(second)


def test_a_size_is_written_without_the_id_of_its_own_component():
    options = read(sizes=["deck-36=poker"])
    assert words_for(options, ("deck-36",)) == words_for(options, ("box-36", "deck-36")) == "poker"
    assert words_for(options, ("loop-mat",)) == "deck-36-poker"


def test_only_options_that_make_a_difference_are_needed():
    options = read(**GIVEN)
    needed = needed_options(options, lambda other: other.gap == 2 and other.copies == 2)
    assert file_words(needed) == "gap-2mm-2-copies"


def test_options_that_nothing_needs_are_reported_if_the_user_gave_them():
    options = read(gap="2mm", stock="160gsm", sizes=["tiles=40x60mm", "poker"])
    needed = replace(options, stock=None, sizes={"": "63.5x88.9mm"})
    told = [line.partition(":")[0] for line in idle_options(options, [needed])]
    assert told == ["--size tiles=40x60mm", "--stock"]
    assert idle_options(replace(options, given=frozenset({"gap"})), [needed]) == ()


@pytest.fixture
def deck(build):
    """Return a function that builds the deck of 36 and its box with options as written."""

    def run(*, formats="pdf", **written):
        options = read(**written, formats=formats)
        given = {one.name: getattr(options, one.name) for one in declared(options)}
        del given["out"]
        return build(**given | {"kind": "deck", "cards": 36})

    return run


def test_a_box_is_named_for_the_deck_that_it_fits(deck):
    assert names(deck()) == ["print/deck-36-a4.pdf", "print/box-36-a4.pdf"]
    made = deck(stock="160gsm", duplex="fold", sizes=["poker"])
    assert names(made) == [
        "print/deck-36-a4-poker-fold.pdf",
        "print/box-36-a4-poker-160gsm-fold.pdf",
    ]
    assert len(listed(made.folder)) == 4
    sheet = pypdfium2.PdfDocument(made.folder / "print" / "box-36-a4-poker-160gsm-fold.pdf")[0]
    assert "poker · 160gsm · fold" in sheet.get_textpage().get_text_range()


def test_faces_of_another_size_have_their_own_folder(deck):
    made = deck(sizes=["poker"], duplex="fold", formats="svg")
    folders = {file.path.rpartition("/")[0] for file in made.files}
    assert folders == {"svg/deck-36/poker", "svg/box-36/poker-fold"}


def test_the_usual_values_and_those_without_effect_are_in_no_name(deck):
    usual = {"stock": "0.3mm", "gap": "0mm", "margin": "8mm", "mark_length": "4mm"}
    made = deck(**usual, sizes=["deck-36=44x68mm"])
    assert names(made) == ["print/deck-36-a4.pdf", "print/box-36-a4.pdf"]


def test_options_that_cannot_apply_give_way_with_a_note(deck):
    made = deck(skip="1,4", gap="1mm")
    assert names(made) == ["print/deck-36-a4-gap-1mm-skip-1_4.pdf", "print/box-36-a4.pdf"]
    assert made.notes == (
        "box-36: made without --skip: a sheet has 2 slots, 1 to 2, and none is number 4",
    )


def test_nothing_is_drawn_to_compare_the_classic_theme_with_none():
    options, asked = read(theme="classic"), []
    assert options.theme is not None
    assert needed_options(options, asked.append) == options
    assert not asked
