"""Rule documents of all games are ok, and each planted fault is found."""

import json
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from helpers.document_faults import FAULTS, Fault, annotations, change_content, good_file, planted
from helpers.sample_rulebook import GAME, TEXT

from pnp.jobs.build import build_game
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.rules import make_rules
from pnp.jobs.sheet_options import SheetOptions
from pnp.verify import Finding, Status, verify_paths
from pnp.verify.documents.document import verify_document
from pnp.verify.folders import verify_file

FINDINGS = {fault.finding for fault in FAULTS.values()}


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
        "checksum",
        "pages",
        "paper",
    }


def test_a_rewritten_copy_without_faults_is_ok(good):
    assert wrong(verified(planted(good, Fault(lambda pdf: None, "")))) == set()


def test_rights_that_were_not_evaluated_are_reported_as_such():
    found = verified(good_file(rights=None))
    assert wrong(found) == set()
    assert found["rights"].found == "Copyright Not Evaluated"


def test_a_link_is_described_by_its_own_words(good):
    with pikepdf.open(BytesIO(good)) as pdf:
        described = {str(link.Contents) for link in annotations(pdf)}
    assert described == {"the book of ponds", "https://example.org/frogs"}


def test_every_finding_is_documented(good):
    text = (Path(__file__).parents[3] / "docs" / "printing.md").read_text(encoding="utf-8")
    table = text.partition("### Rule documents")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
    documented = {name for cell in cells for name in cell.split(", ")} - {"finding"}
    of_sheets_too = {"checksum", "file", "pages", "paper", "/PrintScaling", "/Duplex"}
    assert set(verified(good)) - of_sheets_too == documented


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(good, name):
    found = verified(planted(good, FAULTS[name]))
    assert FAULTS[name].finding in wrong(found)
    finding = found[FAULTS[name].finding]
    assert finding.found
    assert finding.right


def test_all_of_several_faults_are_found(good):
    names = ("a figure called a figure", "tabs in any order", "two words glued", "a level skipped")
    faults = [FAULTS[name] for name in names]
    content = good
    for fault in faults:
        content = planted(content, fault)
    assert wrong(verified(content)) == {fault.finding for fault in faults}


def test_joined_words_are_quoted(good):
    finding = verified(planted(good, FAULTS["two words glued"]))["words"]
    assert "|" in finding.found


def test_a_code_without_text_is_found(good):
    content = planted(
        good, Fault(change_content(r"<[0-9A-F]{4}([0-9A-F]*>\]? T[Jj])", r"<EEEE\1"), "")
    )
    assert "text codes" in wrong(verified(content))


@pytest.mark.parametrize("kept", [0.5, 0.9, 0.999])
def test_a_truncated_file_is_damaged(good, kept):
    assert "file" in wrong(verified(good[: int(len(good) * kept)]))


def test_objects_of_the_wrong_type_are_a_fault(good):
    def spoil(pdf):
        for page in pdf.pages:
            page.obj.StructParents = pdf.Root.Metadata
        pdf.Root.StructTreeRoot.K = pdf.Root.StructTreeRoot

    assert wrong(verified(planted(good, Fault(spoil, ""))))


def test_a_tagged_document_without_a_manifest_is_not_taken_for_a_sheet(good, tmp_path):
    file = tmp_path / "hop.en.pdf"
    for content in (good, *(planted(good, FAULTS[n]) for n in ("no metadata", "no structure"))):
        file.write_bytes(content)
        assert verify_file(file, None, None).kind == "document"


def test_every_rule_document_of_every_game_is_ok(rule_documents):
    reports = list(verify_paths(rule_documents, ""))
    documents = [file for report in reports for file in report.files]
    assert len(documents) == len(rule_documents) >= 15 + 5
    assert {file.kind for file in documents} == {"document"}
    others = [
        (file.path, finding)
        for file in documents
        for finding in file.findings
        if finding.status is not Status.OK
    ]
    assert others == []
    assert all(report.ok for report in reports)


def test_a_sheet_is_verified_without_the_library_that_documents_need(tmp_path):
    options = SheetOptions(out=tmp_path, formats=("pdf",), only=("hexagon",))
    build_game("turno", options, lambda done, total, what: None)
    code = (
        "import sys\nfrom pathlib import Path\nfrom pnp.verify import verify_paths\n"
        "assert all(report.ok for report in verify_paths([Path(sys.argv[1])], ''))\n"
        "assert 'pypdfium2' in sys.modules\nassert 'pikepdf' not in sys.modules\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "turno")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


# -- with a manifest


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pond")
    (folder / "pond" / "rules").mkdir(parents=True)
    (folder / "pond" / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "pond" / "rules" / "hop.en.md").write_text(TEXT, encoding="utf-8")
    options = RuleOptions(out=folder / "out", formats=("pdf",), booklet=True)
    return folder, make_rules(str(folder / "pond"), options)


@pytest.fixture
def made(once, tmp_path):
    """A copy of a game's rules to change, and a function that returns its faults."""
    folder, rules = once
    copy = Path(shutil.copytree(rules.folder, tmp_path / "pond"))

    def faults():
        (report,) = verify_paths([copy], str(folder / "pond"))
        return {
            Path(file.path).name: {f.what for f in file.findings if f.status is Status.WRONG}
            for file in report.files
        }, {f.what for f in report.findings if f.status is Status.WRONG}

    return copy, faults


def edit(folder, path, **changes):
    manifest = json.loads((folder / "manifest.json").read_text())
    next(entry for entry in manifest["files"] if entry["path"] == path).update(changes)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_all_rules_of_a_users_own_game_are_ok(made):
    _, faults = made
    files, folder = faults()
    assert set(files) == {"hop.en.pdf", "rulebook.en.pdf", "rulebook-booklet.en.pdf"}
    assert not any(files.values())
    assert folder == set()


def test_only_the_pages_of_a_booklet_are_checked(made):
    copy, faults = made
    edit(copy, "rules/rulebook-booklet.en.pdf", pages=64, page_mm=[100, 100], duplex="long-edge")
    files, _ = faults()
    assert files["rulebook-booklet.en.pdf"] == {"pages", "paper", "/Duplex"}


def test_a_document_that_was_changed_or_is_of_another_size_is_reported(made):
    copy, faults = made
    edit(copy, "rules/hop.en.pdf", sha256="0" * 64, pages=9, page_mm=[148, 210])
    files, _ = faults()
    assert files["hop.en.pdf"] == {"checksum", "pages", "paper"}
    assert files["rulebook.en.pdf"] == set()
