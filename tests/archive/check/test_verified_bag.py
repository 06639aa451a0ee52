"""Every change of a package is found and named."""

import shutil
from hashlib import new
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers.command import files_of
from helpers.sample_archive import options, write_game
from typer.testing import CliRunner

from pnp.archive.check.bag import bag_findings
from pnp.archive.job import archive_game
from pnp.cli import app
from pnp.verify import Status, verify_paths


@pytest.fixture(scope="session")
def once(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("verified-bag")
    return archive_game(str(write_game(place)), options(place / "out", zip=True)).folder


@pytest.fixture
def bag(once, tmp_path) -> Path:
    """A package to damage."""
    return Path(shutil.copytree(once, tmp_path / "pond"))


def faults(bag: Path) -> list[tuple[str, str]]:
    return [(one.what, one.found) for one in bag_findings(bag) if one.status is Status.WRONG]


def faults_everywhere(path: Path) -> list[str]:
    """Return the faults of a bag or a zip and of the files in it."""
    (report,) = verify_paths([path])
    own = [f"{one.what}: {one.found}" for one in report.findings if one.status is Status.WRONG]
    return own + [
        f"{Path(file.path).name}: {one.what}: {one.found}"
        for file in report.files
        for one in file.findings
        if one.status is Status.WRONG
    ]


def sign(bag: Path) -> None:
    """Rewrite all manifests, as a forger would."""
    for lists in (sorted(bag.glob("manifest-*.txt")), sorted(bag.glob("tagmanifest-*.txt"))):
        for file in lists:
            algorithm = file.stem.partition("-")[2]
            places = [line.split("  ")[1] for line in file.read_text().splitlines()]
            digests = [new(algorithm, (bag / place).read_bytes()).hexdigest() for place in places]
            lines = (f"{d}  {place}\n" for d, place in zip(digests, places, strict=True))
            file.write_text("".join(lines))


def test_accepts_a_package_in_a_folder_or_a_zip(once):
    assert faults_everywhere(once) == []
    assert faults_everywhere(once.with_suffix(".zip")) == []
    for path in (once, once.with_suffix(".zip"), once.parent):
        result = CliRunner().invoke(app, ["verify", str(path)])
        assert result.exit_code == 0, result.output
        assert "checksums" in result.output


def test_a_changed_byte_in_any_file_names_the_file(bag):
    files = files_of(bag)
    assert len(files) > 25
    for place, content in files.items():
        at = len(content) // 2
        (bag / place).write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        found = faults(bag)
        assert found, place
        if place.startswith("data/"):
            assert ("changed", place) in found
        (bag / place).write_bytes(content)
    assert faults(bag) == []


def test_names_all_missing_added_and_changed_files(bag):
    (bag / "data/README.txt").unlink()
    (bag / "data/rules/extra.txt").write_text("x")
    (bag / "data/drawings/board.pdf").write_bytes(b"%PDF")
    (bag / "notes.txt").write_text("x")
    assert sorted(faults(bag)) == [
        ("added", "data/rules/extra.txt"),
        ("added", "notes.txt"),
        ("changed", "data/drawings/board.pdf"),
        ("missing", "data/README.txt"),
    ]


def test_finds_a_stray_file_beside_the_payload(bag):
    (bag / "notes.txt").write_text("x")
    assert faults(bag) == [("added", "notes.txt")]


def test_finds_a_changed_manifest(bag):
    file = bag / "manifest-sha256.txt"
    file.write_text(file.read_text().replace("data/README.txt", "data/README.TXT"))
    found = faults(bag)
    assert ("changed", "manifest-sha256.txt") in found
    assert ("missing", "data/README.TXT") in found


@pytest.mark.parametrize("name", ["bagit.txt", "manifest-sha256.txt", "data"])
def test_a_bag_without_a_required_file_is_wrong(bag, name):
    path = bag / name
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert faults(bag) != []


@pytest.mark.parametrize(
    ("place", "content", "fault"),
    [
        ("metadata/lido.xml", b"<lido>", "lido.xml: content: is not XML"),
        ("metadata/game.jsonld", b"{", "game.jsonld: content: is not JSON"),
        ("drawings/board/board-front.svg", b"<svg", "board-front.svg: content: is not XML"),
        ("drawings/board.pdf", b"%PDF-1.7", "board.pdf: PDF/A-2b: not approved"),
        ("rules/rulebook.en.pdf", b"%PDF-1.7", "rulebook.en.pdf: "),
    ],
)
def test_checks_contents_even_if_all_checksums_agree(bag, place, content, fault):
    (bag / "data" / place).write_bytes(content)
    info = bag / "bag-info.txt"
    kept = [line for line in info.read_text().splitlines() if "Payload-Oxum" not in line]
    info.write_text("\n".join(kept) + "\n")
    sign(bag)
    assert faults(bag) == []
    assert any(line.startswith(fault) for line in faults_everywhere(bag)), faults_everywhere(bag)


def test_the_command_names_the_file_and_ends_with_status_1(bag):
    (bag / "data/README.txt").write_text("x")
    result = CliRunner().invoke(app, ["verify", str(bag)])
    assert result.exit_code == 1
    assert "changed: data/README.txt" in result.output


def test_reports_a_zip_without_exactly_one_bag(once, tmp_path):
    good = once.with_suffix(".zip").read_bytes()
    file = tmp_path / "pond.zip"
    at = good.index(b"How frogs hop")
    for content, fault in (
        (b"not a zip", "zip: File is not a zip file"),
        (good[:at] + b"X" + good[at + 1 :], "Bad CRC-32"),
    ):
        file.write_bytes(content)
        assert any(fault in line for line in faults_everywhere(file)), faults_everywhere(file)
    for names, fault in (
        (["a/x.txt"], "contains 0 packages"),
        (["a/bagit.txt", "b/bagit.txt"], "contains 2 packages"),
        (["a/bagit.txt", "b/x.txt"], "contains files beside the package: b/x.txt"),
        (["../bagit.txt"], "would be unpacked outside"),
    ):
        with ZipFile(file, "w") as archive:
            for name in names:
                archive.writestr(name, "x")
        assert any(fault in line for line in faults_everywhere(file)), faults_everywhere(file)


def test_files_outside_the_bag_are_not_read(bag):
    (bag.parent / "secret.txt").write_text("secret")
    file = bag / "manifest-sha256.txt"
    file.write_text(file.read_text() + f"{'0' * 64}  ../secret.txt\n")
    assert ("missing", "../secret.txt") in faults(bag)


def test_verifies_folders_of_packages_and_builds(once, tmp_path):
    shutil.copytree(once, tmp_path / "out" / "pond")
    shutil.copytree(once, tmp_path / "out" / "pond-v2")
    (tmp_path / "out" / "pond-v2" / "data/README.txt").unlink()
    reports = {Path(one.path).name: one.ok for one in verify_paths([tmp_path / "out"])}
    assert reports == {"pond": True, "pond-v2": False}


def test_zips_in_a_folder_of_packages_are_verified(once, tmp_path):
    shutil.copytree(once, tmp_path / "out" / "pond")
    packed = once.with_suffix(".zip").read_bytes()
    (tmp_path / "out" / "pond.zip").write_bytes(packed)
    at = packed.index(b"How frogs hop")
    (tmp_path / "out" / "hurt.zip").write_bytes(packed[:at] + b"X" + packed[at + 1 :])
    reports = {Path(one.path).name: one.ok for one in verify_paths([tmp_path / "out"])}
    assert reports == {"pond": True, "pond.zip": True, "hurt.zip": False}
    shutil.rmtree(tmp_path / "out" / "pond")
    assert len(list(verify_paths([tmp_path / "out"]))) == 2


def test_tells_a_few_dozen_faults_of_a_package_and_how_many_more_there_are(bag):
    for number in range(500):
        (bag / "data" / f"{number}.txt").touch()
    told = CliRunner().invoke(app, ["verify", str(bag)]).output
    assert "added: data/0.txt" in told
    assert "added: and 480 more" in told
    assert len(told.splitlines()) < 100
