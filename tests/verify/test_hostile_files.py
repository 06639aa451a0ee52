"""Files and output folders of strangers are verified in little time and memory."""

import os

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


@pytest.mark.parametrize(
    "target", ["/etc", "..", "loop", "print", "nowhere", "/dev/zero", "print/loop-a4.pdf"]
)
@pytest.mark.parametrize("place", ["loop", "print/loop", ".hidden"])
def test_a_link_in_an_output_folder_is_a_fault(made, place, target):
    (made / place).symlink_to(target)
    assert faults_by_file(made) == {
        "": {"stray file": f"{place}: it is a link; put the file itself there; no such file"}
    }


def test_a_made_folder_that_is_a_link_is_a_fault(made):
    (made / "print").rename(made.parent / "elsewhere")
    (made / "print").symlink_to("../elsewhere")
    found = faults_by_file(made)
    listed = sorted(path.name for path in (made.parent / "elsewhere").glob("*.pdf"))
    assert sorted(found.keys() - {""}) == listed
    assert all("it is a link" in found[name]["file"] for name in listed)


@pytest.mark.parametrize("what", ["pipe", "hole", "many", "deep"])
def test_other_odd_things_in_an_output_folder_are_faults(made, monkeypatch, what):
    place, fault = made / "print" / "odd", ""
    match what:
        case "pipe":
            os.mkfifo(place)
            fault = "print/odd: it is a pipe, a socket or a device, not a file"
        case "hole":
            with place.open("wb") as stream:
                stream.truncate(10**12)
            fault = "print/odd: it is mostly holes: 1,000,000,000,000 bytes, 0 on the disk"
        case "many":
            place.mkdir()
            for number in range(40):
                (place / str(number)).touch()
            monkeypatch.setattr("pnp.base.files.MOST_ENTRIES", 39)
            fault = "print/odd: cannot be read: it holds more than 39 files"
        case _:
            (place / "a" / "b").mkdir(parents=True)
            monkeypatch.setattr("pnp.base.files.DEEPEST", 3)
            fault = "print/odd/a/b: cannot be read: it is more than 3 folders deep"
    with guarded():
        found = faults_by_file(made)
    assert found == {"": {"stray file": f"{fault}; no such file"}}


@pytest.mark.parametrize("how", ["pipe", "link", "deep", "large"])
def test_refuses_a_manifest_that_is_none(made, how):
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
