"""Rule documents are PDF/A-2a and PDF/UA-1 by veraPDF, which finds what is planted in them."""

import os

import pytest
from helpers.document_faults import FAULTS, good_file, planted
from verapdf.engine import FLAVOURS, judge, require_java

from pnp.definitions import built_in_games
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.options import read_options

GOOD = ("good", "good, but nobody looked into its rights")
LEAST = 1000  # checks: of a page with hardly anything on it there are more


def test_rulebooks_rule_sheets_and_a_kit_are_pdf_a_2a_and_pdf_ua_1(rule_documents, tmp_path):
    """Of the rulebooks those of two games are looked at; they have what the thicker ones have."""
    require_java()
    job = KitJob.of("turno/loop", read_options(KitOptions, {"duplex": "fold", "lang": "fr"}))
    kit = []
    for number, file in enumerate(job.files()):
        kit.append(tmp_path / f"kit-{number}.pdf")
        kit[-1].write_bytes(file.content())
    assert kit
    books = sorted(
        (file for file in rule_documents if file.name.startswith("rulebook.")),
        key=lambda file: file.stat().st_size,
    )
    assert len(books) >= len(built_in_games())
    passed_over = {*books[2:]} if "PNP_EVERY_LANGUAGE" not in os.environ else set()
    rules = [file for file in rule_documents if file not in passed_over]
    judged = judge([*rules, *kit])
    assert {key: one.broken for key, one in judged.items() if one.broken} == {}
    assert min(one.checks for one in judged.values()) > LEAST


def test_planted_faults_break_the_rules_that_are_known_for_them_and_a_good_file_none(tmp_path):
    require_java()
    good = good_file()
    contents = dict(zip(GOOD, (good, good_file(rights=None)), strict=True))
    contents |= {name: planted(good, fault) for name, fault in FAULTS.items()}
    files = {name: tmp_path / f"{number}.pdf" for number, name in enumerate(contents)}
    for name, file in files.items():
        file.write_bytes(contents[name])
    judged = judge(files.values())
    broken = {
        name: {rule for one in FLAVOURS for rule in judged[file, one].broken}
        for name, file in files.items()
    }
    assert broken == {name: set() for name in GOOD} | {
        name: set(fault.rules) for name, fault in FAULTS.items()
    }
    assert min(judged[files[name], one].checks for name in GOOD for one in FLAVOURS) > LEAST


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
        judge([file], FLAVOURS[:1])
