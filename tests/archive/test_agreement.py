"""All metadata formats and rulebooks agree with the record."""

from functools import cache

import pytest
from archive.conftest import DAY, record_by_id
from helpers.archive_readers import (
    Book,
    Told,
    told_by_dublin_core,
    told_by_info,
    told_by_jsonld,
    told_by_lido,
    told_by_provenance,
    told_by_xmp,
)
from helpers.game_languages import languages
from helpers.sample_archive import package_files
from verapdf.engine import judge, require_java

from pnp.archive.contents import FileRole
from pnp.archive.documents import book_metadata
from pnp.archive.package import metadata_files
from pnp.definitions import built_in_games
from pnp.game.deposit import Deposit
from pnp.game.paper import PAPERS
from pnp.render import pdfa
from pnp.rulebook.blocks import Chapter, Heading, Paragraph, Run
from pnp.rulebook.pages import set_chapter
from pnp.verify.pdf import level_b_copy

READERS = {
    "metadata/lido.xml": told_by_lido,
    "metadata/game.jsonld": told_by_jsonld,
    "metadata/dublin-core.xml": told_by_dublin_core,
    "metadata/provenance.json": told_by_provenance,
}
GAMES = built_in_games()


def expected(record):
    return Told(
        record.identifier,
        dict(record.titles),
        set(record.languages),
        tuple(record.created) if record.created else (None, None),
        dict(record.created_words),
        record.date,
        dict(record.rights_texts),
        record.rights_uri,
        tuple(one.uri for one in record.other_rights),
        dict(record.book_titles),
        {
            (file.language, file.mediatype): (f"../{file.path}", file.bytes, file.sha256)
            for file in package_files(record)
            if file.role is FileRole.RULEBOOK
        },
    )


@pytest.mark.parametrize("file", READERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_format_agrees_on_every_game(records, game, file):
    record = records[game]
    made = metadata_files(record, package_files(record))
    told = READERS[file](made[file])
    if file.endswith("lido.xml") and None in record.created:  # it has two dates or none
        assert told.created == (None, None)
        told = told._replace(created=expected(record).created)
    assert told == expected(record)
    assert set(record.languages) == set(languages())


@pytest.mark.parametrize("file", READERS)
def test_no_format_invents_unknown_values(file):
    record = record_by_id("compositie", Deposit(), date=None)
    told = READERS[file](metadata_files(record, package_files(record))[file])
    assert (told.created, told.date, told.identifier) == ((None, None), None, "pnp:compositie")


@cache
def book(game, lang, date=DAY):
    """Return a book of one page with the metadata of a game's rulebook."""
    head = Heading(1, game), Paragraph((Run("See the sheets."),))
    page = set_chapter(Chapter(game, head, ()), game, lang, PAPERS["a4"])
    return pdfa.render(page, book_metadata(record_by_id(game, date=date), lang))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_has_the_metadata_of_the_record(records, game, lang):
    record = records[game]
    edition = record.editions[lang]
    told = told_by_xmp(book(game, lang))
    assert told == Book(
        record.identifier,
        dict(record.book_titles)[lang],
        (dict(record.titles)[lang], *(one.name for one in edition.rule_sets.values())),
        lang,
        tuple(record.created) if record.created else (None, None),
        record.date,
        dict(record.rights_texts)[lang],
        record.rights_uri,
        "; ".join(record.authors) or None,
        dict(record.summaries)[lang],
    )
    assert told.title.startswith(dict(record.titles)[lang])
    info = told_by_info(book(game, lang))
    assert (info["Title"], info["Subject"]) == (told.title, told.summary)
    assert info.get("Author") == told.author
    assert info["Keywords"] == "; ".join(told.subjects)
    assert info["CreationDate"] == "D:20261120"


@pytest.mark.parametrize("date", [None, "2026", "2026-11", "2026-11-20"])
def test_a_rulebook_conforms_with_or_without_a_date(date):
    made = book("tawula", "nl", date)
    assert level_b_copy(made).status == "ok"
    assert told_by_xmp(made).date == date
    assert ("CreationDate" in told_by_info(made)) == (date is not None)


def test_rulebooks_with_metadata_are_pdf_a_2a_and_pdf_ua_1(tmp_path):
    require_java()
    files = {lang: tmp_path / f"{lang}.pdf" for lang in languages()}
    for lang, file in files.items():
        file.write_bytes(book("punt-match", lang))
    judged = judge(files.values())
    assert {key: one.broken for key, one in judged.items() if one.broken} == {}
