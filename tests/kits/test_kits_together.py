"""Kits of several games in one file: what its first page says is so."""

from io import BytesIO

import pypdfium2
import pytest
from helpers.command import run

from pnp.kits.evening import Evening, totals
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions

NAMES = ("turno/loop", "turnio/basic")


def jobs(**options):
    return [KitJob.of(name, KitOptions(**options)) for name in NAMES]


@pytest.fixture(scope="module")
def evening():
    return Evening(jobs(), "en")


@pytest.fixture(scope="module")
def document(evening):
    ((_, content),) = evening.files()
    return pypdfium2.PdfDocument(BytesIO(content))


def words_on(document, number):
    return " ".join(document[number - 1].get_textpage().get_text_bounded().split())


def test_the_first_page_lists_the_kits_and_what_they_add_up_to(evening, document):
    page, single = words_on(document, 1), [job.facts for job in jobs()]
    for part, facts in zip(evening.parts, single, strict=True):
        assert part.numbers == (facts.piece_sheets, sum(facts.cuts), facts.minutes)
        assert f"{part.title} {part.pages} {part.sheets} {part.cuts} {part.minutes}" in page
    sums = [sum(numbers) for numbers in zip(*(one.numbers for one in evening.parts), strict=True)]
    assert list(totals(evening.parts)) == sums
    assert f"Together {' '.join(map(str, sums))}" in page


def test_each_kit_is_where_the_first_page_and_its_own_say(evening, document):
    after = 2
    for part, job in zip(evening.parts, jobs(), strict=True):
        own = job.made
        assert part.pages.first == after + 1
        assert part.pages.first % 2 == 1  # a front
        assert part.pages.length == len(own.document.pages)
        first = words_on(document, part.pages.first)
        assert part.title in first
        at = own.pages.after(after, after)
        for name, pages in (
            ("Pieces", at.pieces),
            *((f"Rules of play: {t}", p) for t, p in at.rules),
        ):
            assert f"{pages} {name}" in first
        assert words_on(document, at.rules[0][1].first).startswith(own.pages.rules[0][0])
        after += -(-part.pages.length // 2) * 2
    assert len(document) == evening.pages == after


def test_bookmarks_lead_to_the_kits_and_into_them(evening, document):
    found = [(one.level, one.get_title()) for one in document.get_toc()]
    tops = [title for level, title in found if level == 0]
    assert tops == ["An evening of games", *(part.title for part in evening.parts)]
    assert (1, "Pieces") in found
    pages = [one.get_dest().get_index() + 1 for one in document.get_toc() if one.level == 0]
    assert pages == [1, *(part.pages.first for part in evening.parts)]


def test_sheets_for_one_sided_printers_have_no_blank_pages_between_kits():
    made = Evening(jobs(duplex="fold"), "de")
    first, second = (part.pages for part in made.parts)
    assert (first.first, second.first) == (2, first.last + 1)
    assert made.pages == second.last


def test_the_command_writes_the_same_file_each_time(tmp_path, evening):
    told = run("kit", *NAMES, "--together", "--out", tmp_path)
    assert "2 kits" in told.stdout
    ((path, content),) = evening.files()
    assert (tmp_path / path).read_bytes() == content
    assert [file.name for file in tmp_path.rglob("*.*")] == [path.rpartition("/")[2]]
    refused = run("kit", *NAMES, "--together", "--cut", "cutter", "--out", tmp_path, status=2)
    assert "a machine needs files for each kit" in refused.stderr


def test_two_files_have_the_rules_and_the_pieces_of_all_kits_where_the_first_page_says():
    made = Evening(jobs(split=True), "en")
    texts, sheets = (pypdfium2.PdfDocument(BytesIO(content)) for _, content in made.files())
    page, names = words_on(texts, 1), [path.rpartition("/")[2] for path in made.paths]
    assert [name.rpartition("-")[2] for name in names] == ["rules.pdf", "pieces.pdf"]
    assert f"{names[1]} on card" in page.replace("- ", "-")
    assert len(texts) + len(sheets) == made.pages
    before = 0
    for part in made.parts:
        assert f"{part.title} {part.pages} {part.piece_pages} {part.sheets}" in page
        assert f"{part.piece_pages} Pieces: " in words_on(texts, part.pages.first)
        assert "sheet 1 of" in words_on(sheets, part.piece_pages.first)
        assert part.piece_pages.first == before + 1
        before += -(-part.piece_pages.length // 2) * 2
    assert len(sheets) == before
    tops = [one.get_title() for one in sheets.get_toc() if one.level == 0]
    assert tops == [part.title for part in made.parts]
