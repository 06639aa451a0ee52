"""Names of files: a word for each chosen option that changes such files."""

import re
from functools import cache

import pypdfium2
import pytest

from pnp.make.file_names import file_words, listed, numbers_word, stock_word
from pnp.make.options import declared, read_options
from pnp.make.pipeline import BuildCache
from pnp.sheets.component_sheets import scheme_of
from pnp.sheets.faces import PictureOutput
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions

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
OTHER = {  # than the usual value of each option
    "sizes": ("poker", "goods=69.85x120.65mm"),
    "stock": "160gsm",
    "theme": "high-contrast",
    "ink": "low",
    "draft": True,
    "scale_layout": True,
    "pieces": "1",
    "copies": "2",
    "gang": True,
    "one_file": True,
    "dpi": "100",
    "bleed": "2mm",
    "face_order": "sides",
    "partly": True,
    "unchecked": True,
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
NOT_IN_SCHEMES = ("paper", "gang", "printer")
# They choose what is made and where, have a folder of their own, or name a file.
NOT_COMPARED = (
    *("out", "clean", "only", "formats", "langs", "paper", "proof", "proof_lines", "preset"),
    *("template", "printer", "changed_since", "cmyk", "pdfx", "pdfx_1a", "tts_url"),
    "groups",  # which tests/definitions/test_groups.py compares, in a game that has one
)
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
    assert file_words(read(**GIVEN), "sheets") == words
    assert file_words(read(**dict(reversed(GIVEN.items()))), "sheets") == words
    assert file_words(read(), "sheets") == ""


def test_an_option_has_a_word_if_it_changes_files():
    assert {
        one.name for one in declared(SheetOptions) if one.file_word and not one.changes
    } == set()
    assert {
        one.name for one in declared(SheetOptions) if one.changes and not one.file_word
    } == set()


@pytest.mark.parametrize("one", OF_SHEETS, ids=[one.name for one in OF_SHEETS])
def test_every_option_of_paper_and_cutting_reaches_the_scheme(one):
    """Sheets are laid out by the scheme, so nothing in it may be missing from names."""
    written = OTHER.get(one.name)
    assert written is not None, f"write another value than the usual one of {one.flag} in OTHER"
    options = read(**{one.name: written})
    assert scheme_of(options) != scheme_of(read()), f"scheme_of does not read {one.name}"
    assert file_words(options, "sheets"), f"write what word {one.flag} puts into names of files"


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
    words = [file_words(options, "sheets") for options in (first, second)]
    assert all(50 < len(word) <= 60 for word in words)
    assert words[0] != words[1]


@pytest.fixture
def deck(build):
    """Return a function that builds the deck of 36 and its box with options as written."""

    def run(*, formats="pdf", **written):
        options = read(**written, formats=formats)
        given = {one.name: getattr(options, one.name) for one in declared(options)}
        del given["out"]
        return build(**given | {"kind": "deck", "cards": 36})

    return run


def test_every_file_is_named_for_the_options_that_it_is_made_with(deck):
    assert names(deck()) == ["print/deck-36_box-36-a4.pdf"]
    more = {"stock": "160gsm", "duplex": "fold", "sizes": ["poker"]}
    words = "a4-poker-160gsm-fold"
    apart = [f"print/deck-36-{words}.pdf", f"print/box-36-{words}.pdf"]
    assert names(deck(**more, gang=False)) == apart
    made = deck(**more, gang=True)
    assert names(made) == [f"print/deck-36_box-36-{words}.pdf"]
    for path in (*apart, *names(made)):
        sheet = pypdfium2.PdfDocument(made.folder / path)[0]
        assert "poker · 160gsm · fold" in sheet.get_textpage().get_text_range()


def test_faces_are_named_for_the_options_that_may_change_them(deck):
    made = deck(sizes=["poker"], duplex="fold", gap="1mm", formats="svg")
    folders = {file.path.rpartition("/")[0] for file in made.files}
    assert folders == {"svg/deck-36/poker-fold", "svg/box-36/poker-fold"}


def test_options_that_cannot_apply_give_way_with_a_note(deck):
    made = deck(skip="1,4", gap="1mm")
    assert names(made) == [
        "print/deck-36-a4-gap-1mm-skip-1_4.pdf",
        "print/box-36-a4-gap-1mm.pdf",
    ]
    assert made.notes == (
        "box-36: made without --skip: a sheet has 2 slots, 1 to 2, and none is number 4",
    )


@cache
def inputs_of(**written):
    """Return what each file of a build of cards is made from, by path."""
    usual = {"sizes": ("goods=69.85x120.65mm",), "formats": "pdf,svg,png,faces,tts"}
    written = {name: list(w) if name == "sizes" else w for name, w in (usual | written).items()}
    options = read(**{"preset": "tgc-tarot"} | written)
    job = BuildJob.of("docs/reference/examples/cards", options)
    files = (file for file in job.files(BuildCache()) if file.inputs)
    return {file.path: shown(file.inputs) for file in files}


def shown(inputs):
    """Return what a file is made from, without the number of copies in its facts."""
    picture = isinstance(inputs[0], PictureOutput)
    return (inputs[0]._replace(pieces=1), *inputs[1:]) if picture else inputs


@pytest.mark.parametrize("one", declared(SheetOptions), ids=lambda one: one.name)
def test_no_option_makes_another_file_of_the_same_name(one):
    if one.name in NOT_COMPARED:
        return
    assert one.name in OTHER, f"write another value than the usual one of {one.flag} in OTHER"
    usual, other = inputs_of(), inputs_of(**{one.name: OTHER[one.name]})
    replaced = {path for path in usual.keys() & other.keys() if usual[path] != other[path]}
    if "faces" in one.changes:
        replaced |= {path for path in usual.keys() & other.keys() if path[:3] in ("svg", "png")}
    assert not replaced, f"say in the declaration of {one.flag} what it changes"


def test_a_file_of_many_components_has_their_number_and_a_checksum_in_its_name():
    ids = [f"{'x' * 50}-{number}" for number in range(5)]
    assert listed(ids[:2], "components") == "_".join(ids[:2])
    names = {listed(some, "components") for some in (ids, ids[::-1])}
    assert len(names) == 2
    assert all(re.fullmatch(r"5-components-[0-9a-f]{8}", name) for name in names)
