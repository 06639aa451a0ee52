"""What an archive asks of bags by a profile, by the reader of bagit-profiles and by its words."""

import csv
import json
from io import StringIO
from pathlib import Path

import bagit
import pytest
from helpers.sample_archive import DAY, options, write_game

from pnp.archive.bag import read_bag_profile
from pnp.archive.job import archive_game
from pnp.archive.options import ArchiveOptions, read_tags
from pnp.base.errors import UsageError
from pnp.make.options import read_options
from pnp.verify import verify_paths
from pnp.verify.keys import SIGNATURE

HOLDER = "Museum & co"
NAME = "https://archive.example/profile.json"
ASKED = {
    "BagIt-Profile-Info": {
        "BagIt-Profile-Identifier": NAME,
        "BagIt-Profile-Version": "1.4.0",
        "Source-Organization": "An archive",
        "External-Description": "What we take in.",
        "Version": "1",
    },
    "Bag-Info": {
        "Source-Organization": {"required": True, "values": [HOLDER, "Another"]},
        "Contact-Name": {"required": True},
        "Contact-Email": {"required": True},
        "Contact-Phone": {"required": True},
        "Bag-Size": {"required": True},
        "Bagging-Date": {"required": True},
        "Payload-Oxum": {"required": True},
        "Bag-Group-Identifier": {"required": False},
    },
    "Manifests-Required": ["md5"],
    "Tag-Manifests-Required": ["sha1"],
    "Allow-Fetch.txt": False,
    "Serialization": "optional",
    "Accept-Serialization": ["application/zip"],
    "Accept-BagIt-Version": ["0.97", "1.0"],
}
SAID = {
    "holder": HOLDER,
    "contact_name": "Anna Arch",
    "contact_email": "anna@museum.example",
    "tags": (("Contact-Phone", "+32 50 12 34 56"),),
}


def profile(folder: Path, **changes: object) -> Path:
    file = folder / "profile.json"
    file.write_text(
        json.dumps(ASKED | {name.replace("_", "-"): of for name, of in changes.items()})
    )
    return file


def conforming(folder: Path, **changes: object) -> ArchiveOptions:
    asked = read_bag_profile("--profile", str(profile(folder, **changes)))
    return options(folder / "out", profile=asked, **SAID)


def test_a_package_conforms_to_the_profile(tmp_path):
    bagit_profile = pytest.importorskip("bagit_profile")
    made = archive_game(str(write_game(tmp_path)), conforming(tmp_path))
    bag = bagit.Bag(str(made.folder))
    bag.validate()
    judge = bagit_profile.Profile(NAME, profile=ASKED)
    assert judge.validate_serialization(str(made.folder))
    assert judge.validate(bag), judge.report.errors
    assert bag.info["BagIt-Profile-Identifier"] == NAME
    assert bag.info["Contact-Phone"] == "+32 50 12 34 56"
    assert {"md5", "sha1", "sha256", "sha512"} == set(bag.algorithms)
    (report,) = verify_paths([made.folder])
    assert report.ok


def test_a_package_has_its_size_in_words_and_in_numbers(tmp_path):
    made = archive_game(str(write_game(tmp_path)), options(tmp_path / "out"))
    files = [path for path in (made.folder / "data").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    info = bagit.Bag(str(made.folder)).info
    assert info["Payload-Oxum"] == f"{size}.{len(files)}"
    assert info["Bag-Size"] == f"{size / 1000:.1f} kB"


def test_what_the_profile_asks_for_is_asked_for_by_name_and_option(tmp_path):
    asked = read_bag_profile("--profile", str(profile(tmp_path)))
    bare = options(tmp_path / "out", profile=asked, date=None, holder="Nobody")
    with pytest.raises(UsageError) as told:
        archive_game(str(write_game(tmp_path)), bare)
    assert str(told.value).splitlines() == [
        f"--profile: Source-Organization is 'Nobody', and must be one of '{HOLDER}', 'Another'",
        "--profile: asks for Contact-Name: give --contact-name",
        "--profile: asks for Contact-Email: give --contact-email",
        '--profile: asks for Contact-Phone: give --tag "Contact-Phone=..."',
        "--profile: asks for Bagging-Date: give --date",
    ]
    assert not (tmp_path / "out" / "pond").exists()


@pytest.mark.parametrize(
    ("asked", "given", "fault"),
    [
        ({"Accept_BagIt_Version": ["0.97"]}, {}, "takes BagIt 0.97"),
        ({"Manifests_Allowed": ["md5", "sha256"]}, {}, "allows md5, sha256, and packages have"),
        ({"Manifests_Required": ["crc32"]}, {}, "cannot make: crc32"),
        ({"Tag_Files_Required": ["aptrust-info.txt"]}, {}, "do not have: aptrust-info.txt"),
        ({"Serialization": "required"}, {}, "give --zip"),
        ({"Serialization": "forbidden"}, {"zip": True}, "leave out --zip"),
        ({"Tag_Files_Allowed": ["more/*"]}, {"sign": Path("key")}, f"does not allow {SIGNATURE}"),
    ],
)
def test_a_profile_that_no_package_conforms_to_is_refused_at_once(tmp_path, asked, given, fault):
    written = {"profile": str(profile(tmp_path, **asked)), **given}
    with pytest.raises(UsageError, match=f"--profile: .*{fault}"):
        read_options(ArchiveOptions, written)


def test_files_that_a_profile_does_not_allow_are_named(tmp_path):
    said = conforming(tmp_path, Payload_Files_Allowed=["data/rules/*", "data/*.json"])
    with pytest.raises(UsageError, match=r"does not allow data/LICENSES/.* \(and \d+ more\)"):
        archive_game(str(write_game(tmp_path)), said)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"BagIt-Profile-Info": 1}', "\x1b{"])
def test_a_file_that_is_not_a_profile_is_refused_in_lines(tmp_path, text):
    file = tmp_path / "profile.json"
    file.write_text(text)
    with pytest.raises(UsageError, match="--profile: ") as told:
        read_bag_profile("--profile", str(file))
    assert str(told.value).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "written", ["Rights=x", "Two words=x", "Phone", "Phone= ", "A=x\nB: y", "=x", "Phone=\x1b"]
)
def test_a_field_that_would_break_bag_info_is_refused(written):
    with pytest.raises(UsageError, match="--tag: "):
        read_tags("--tag", [written])
    with pytest.raises(UsageError, match="given twice"):
        read_tags("--tag", ["Phone=1", "Phone=2"])


def test_another_profile_or_field_makes_another_version(tmp_path):
    game = str(write_game(tmp_path))
    first = archive_game(game, options(tmp_path / "out"))
    second = archive_game(game, options(tmp_path / "out", tags=(("Bag-Count", "1 of 1"),)))
    assert (first.folder.name, second.folder.name) == ("pond", "pond-v2")


def test_archivematica_finds_dublin_core_of_each_document(tmp_path):
    made = archive_game(str(write_game(tmp_path)), options(tmp_path / "out", holder="=1+1"))
    text = (made.folder / "data/metadata/metadata.csv").read_text("utf-8")
    rows = [*csv.DictReader(StringIO(text))]
    assert text.startswith("filename,dc.title,")
    assert all((made.folder / row["filename"]).is_file() for row in rows)
    book = next(row for row in rows if row["filename"] == "data/rules/rulebook.en.pdf")
    assert (book["dc.language"], book["dc.date"], book["dc.format"]) == (
        "en",
        DAY,
        "application/pdf",
    )
    assert {row["dc.publisher"] for row in rows} == {" =1+1"}  # no formula
