"""Files and output folders of strangers are verified in little time and memory."""

import pytest
from helpers.bags import faults_of
from helpers.document_faults import good_file
from helpers.guard import guarded
from verify.conftest import faults_of as faults_by_file
from verify.hostile_files import FILES


@pytest.mark.parametrize("name", FILES)
def test_refuses(name, tmp_path):
    make, fault = FILES[name]
    file = make(tmp_path)
    with guarded():
        found = faults_of(file)
    assert any(line.removeprefix(f"{file.name}: ").startswith(fault) for line in found), found
    assert found
    assert len(found) < 10


@pytest.mark.parametrize("suffix", ["", "<pdfuaid:part>", 'pdfuaid:part="', 'xmlns:pdfuaid="'])
def test_reads_a_document_with_words_without_end_at_once(tmp_path, suffix):
    (tmp_path / "book.pdf").write_bytes(
        good_file() + b"\n%" + suffix.encode() * 60_000 + b"\n%%EOF\n"
    )
    with guarded(5):
        faults_of(tmp_path / "book.pdf")


@pytest.mark.parametrize("target", ["/dev/zero", "/etc/hostname"])
def test_reads_nothing_outside_an_output_folder(made, target):
    file = next(iter(sorted((made / "print").glob("*.pdf"))))
    file.unlink()
    file.symlink_to(target)
    with guarded():
        found = faults_by_file(made)
    assert found[file.name] == {
        "file": "cannot be read: it is a link; put the file itself there; a file that can be read"
    }


@pytest.mark.parametrize("how", ["pipe", "link", "deep", "large"])
def test_refuses_a_manifest_that_is_none(made, how):
    import os

    file = made / "manifest.json"
    file.unlink()
    match how:
        case "pipe":
            os.mkfifo(file)
        case "link":
            file.symlink_to("/dev/zero")
        case "deep":
            file.write_text("[" * 100_000)
        case _:
            with file.open("wb") as stream:
                stream.truncate(3_000_000_000)
    with guarded():
        found = faults_by_file(made)
    assert "manifest" in found[""], found
