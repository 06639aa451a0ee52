"""Rule documents are PDF/A-2a and PDF/UA-1 by veraPDF, which finds what is planted in them."""

import pytest
from helpers.document_faults import FAULTS, good_file, planted
from helpers.rule_files import one_language_each
from verapdf.engine import FLAVOURS, judge, require_java

from pnp.definitions import built_in_games
from pnp.jobs.kit import KitJob
from pnp.jobs.kit_options import KitOptions
from pnp.jobs.options import read_options

GOOD = ("good", "good, but nobody looked into its rights")
LEAST = 1000  # checks: of a page with hardly anything on it there are more


@pytest.fixture(scope="session")
def faults(tmp_path_factory):
    """Return how good files and those with a fault are judged, the good ones under GOOD."""
    require_java()
    folder, good = tmp_path_factory.mktemp("planted"), good_file()
    contents = dict(zip(GOOD, (good, good_file(rights=None)), strict=True))
    contents |= {name: planted(good, fault) for name, fault in FAULTS.items()}
    files = {name: folder / f"{number}.pdf" for number, name in enumerate(contents)}
    for name, file in files.items():
        file.write_bytes(contents[name])
    judgements = judge(files.values())
    return {(name, one): judgements[file, one] for name, file in files.items() for one in FLAVOURS}


@pytest.mark.parametrize("game", built_in_games())
def test_every_rulebook_and_rule_sheet_is_pdf_a_2a_and_pdf_ua_1(rule_documents, game):
    """Looks at one language of each, by turns; all with PNP_EVERY_LANGUAGE."""
    own = judge(file for file in one_language_each(rule_documents) if game in file.parts)
    assert {flavour for _, flavour in own} == set(FLAVOURS)
    assert {file.name.partition(".")[0] for file, _ in own} > {"rulebook"}
    assert {key: one.broken for key, one in own.items() if one.broken} == {}
    assert min(one.checks for one in own.values()) > LEAST


def test_a_kit_is_pdf_a_2a_and_pdf_ua_1_from_its_first_page_to_its_last_sheet(tmp_path):
    require_java()
    job = KitJob.of("turno/loop", read_options(KitOptions, {"duplex": "fold", "lang": "fr"}))
    files = []
    for number, file in enumerate(job.files()):
        files.append(tmp_path / f"{number}.pdf")
        files[-1].write_bytes(file.content())
    judged = judge(files)
    assert {key: one.broken for key, one in judged.items() if one.broken} == {}
    assert min(one.checks for one in judged.values()) > LEAST


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("name", GOOD)
def test_in_a_good_file_nothing_is_wrong(faults, name, flavour):
    assert faults[name, flavour].broken == ()
    assert faults[name, flavour].checks > LEAST


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_breaks_the_rules_that_are_known_for_it(faults, name):
    found = {rule for flavour in FLAVOURS for rule in faults[name, flavour].broken}
    assert found == set(FAULTS[name].rules)


def test_where_there_is_no_java_tests_are_skipped_but_never_in_ci(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="install a JDK"):
        require_java()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="install a JDK"):
        require_java()


def test_a_file_that_cannot_be_judged_is_an_error_and_not_a_good_one(tmp_path):
    require_java()
    file = tmp_path / "none.pdf"
    file.write_bytes(b"no PDF")
    with pytest.raises(AssertionError):
        judge([file])
