"""Rule documents of all games are ok, and each planted fault is found."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from helpers.document_faults import FAULTS, annotations, good_file, planted
from helpers.sample_rulebook import GAME, TEXT
from oracles.documents.document import verify_document
from oracles.folder import judged
from oracles.folder import wrong as faults_in

from pnp.make.made_files import read_manifest
from pnp.rulebook.job import RuleOptions, make_rules
from pnp.verify import Finding, Status

SEEN = {name: fault for name, fault in FAULTS.items() if fault.finding}
FINDINGS = {fault.finding for fault in SEEN.values()}


@pytest.fixture(scope="module")
def good():
    return good_file()


def verified(content: bytes) -> dict[str, Finding]:
    """Return the findings about a document by their names."""
    report = verify_document(content, "hop.en.pdf")
    return {finding.what: finding for finding in report.findings}


def wrong(findings):
    return {name for name, one in findings.items() if one.status is Status.WRONG}


def test_a_document_without_faults_has_every_finding_and_all_are_ok(good):
    found = verified(good)
    assert wrong(found) == set()
    ok = {name for name, one in found.items() if one.status is Status.OK}
    assert FINDINGS - ok == {"turned"}  # which is said of turned pages alone
    assert {name for name, one in found.items() if one.status is Status.UNCHECKED} == {
        "pages",
        "paper",
    }


def test_a_link_is_described_by_its_own_words(good):
    with pikepdf.open(BytesIO(good)) as pdf:
        described = {str(link.Contents) for link in annotations(pdf)}
    assert described == {"the book of ponds", "https://example.org/frogs"}


@pytest.mark.parametrize("name", SEEN)
def test_a_planted_fault_is_seen(good, name):
    assert FAULTS[name].finding in wrong(verified(planted(good, FAULTS[name])))


def test_every_rule_document_of_every_game_is_right(rule_documents):
    assert len(rule_documents) >= 15 + 5
    for file in rule_documents:
        manifest = read_manifest(file.parents[1])
        entry = manifest.file(file.relative_to(file.parents[1]).as_posix())
        report = verify_document(file.read_bytes(), file.name, entry)
        assert [one for one in report.findings if one.status is not Status.OK] == [], file


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pond")
    (folder / "pond" / "rules").mkdir(parents=True)
    (folder / "pond" / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "pond" / "rules" / "hop.en.md").write_text(TEXT, encoding="utf-8")
    options = RuleOptions(out=folder / "out", formats=("pdf",), booklet=True)
    return make_rules(str(folder / "pond"), options).folder


def test_all_rules_of_a_users_own_game_are_right(rules):
    paths = [Path(report.path).name for report in judged(rules)]
    assert set(paths) == {"hop.en.pdf", "rulebook.en.pdf", "rulebook-booklet.en.pdf"}
    assert faults_in(rules) == {}
