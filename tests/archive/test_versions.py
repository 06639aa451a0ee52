"""A package says which version it is, what it replaces, and what differs, in all its forms."""

import json
from hashlib import sha512
from pathlib import Path
from zipfile import ZipFile

import ocfl
import pytest
from helpers.command import files_of
from helpers.sample_archive import POND, options, write_game
from lxml import etree

from pnp.archive.job import archive_game
from pnp.archive.ocfl import start_root
from pnp.archive.sip.mets import derived_id
from pnp.base.errors import UsageError

FILES_AT = "https://museum.example/packages/{package}/data/"
SAID = {"holder": "A Museum", "inventory": "7", "isil": "DE-MUS-1", "contact_email": "a@b.example"}


def deliver(place: Path, text: str = POND, **more: object):
    (place / "pond" / "game.toml").write_text(text, encoding="utf-8")
    start_root(place / "root")
    said = {"files_at": FILES_AT, "sip": place / "sip", "ocfl": place / "root"} | SAID | more
    return archive_game(str(place / "pond"), options(place / "out", **said))


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """A folder with both deliveries of a game, of which the second is returned as well."""
    place = tmp_path_factory.mktemp("versions")
    write_game(place)
    deliver(place)
    return place, deliver(place, POND.replace("How frogs hop", "How toads hop"), date="2027-01-10")


def data(place: Path, name: str, path: str) -> bytes:
    return (place / "out" / name / "data" / path).read_bytes()


def test_the_changes_are_listed_as_the_terminal_shows_them(twice):
    place, second = twice
    head, *lines = data(place, "pond-v2", "CHANGES.txt").decode().splitlines()
    counts = [sum(how == one for _, how in second.changes) for one in ("added", "changed")]
    words = "{} added, {} changed, 0 removed".format(*counts)
    assert head == f"Version 2 of Pond, after pond: {words}"
    assert lines[1 : 1 + len(second.changes)] == [f"{how:8} {path}" for path, how in second.changes]
    before, after = (files_of(place / "out" / name / "data") for name in ("pond", "pond-v2"))
    differing = {path for path in before.keys() | after if before.get(path) != after.get(path)}
    listed = {path.removeprefix("data/") for path, _ in second.changes}
    assert differing - listed == {"CHANGES.txt", "datapackage.json"}
    assert "Not counted: this list, and data/datapackage.json, which lists every file." in lines
    assert "Version:     2 (CHANGES.txt" in data(place, "pond-v2", "README.txt").decode()


def test_the_bag_names_what_it_replaces_with_its_checksum(twice):
    place, _ = twice
    lines = (place / "out/pond-v2/bag-info.txt").read_text().splitlines()
    checksum = sha512((place / "out/pond/tagmanifest-sha512.txt").read_bytes()).hexdigest()
    assert {"Package-Version: 2", "Replaces: pond", f"Replaces-SHA512: {checksum}"} <= {*lines}
    assert "Replaces" not in (place / "out/pond/bag-info.txt").read_text()


def test_each_edition_has_its_own_identifier_and_names_the_one_before(twice):
    place, _ = twice
    edition = "pnp:DE-MUS-1/7#edition-{}".format
    graph = data(place, "pond-v2", "metadata/dublin-core.xml").decode()
    assert f'<dcterms:replaces rdf:resource="{edition(1)}"/>' in graph
    assert f'rdf:about="{edition(2)}"' in graph
    game = json.loads(data(place, "pond-v2", "metadata/game.jsonld"))
    assert game["workExample"]["@id"] == edition(2)
    assert game["workExample"]["version"] == "2"
    lido = data(place, "pond-v2", "metadata/lido.xml").decode()
    assert f'<lido:objectNote lido:type="replaces">{edition(1)}</lido:objectNote>' in lido
    assert json.loads(data(place, "pond-v2", "datapackage.json"))["version"] == "2"


def test_no_two_files_have_one_address_and_two_checksums(twice):
    place, _ = twice
    seen: dict[str, str] = {}
    for name in ("pond", "pond-v2"):
        written = json.loads(data(place, name, "metadata/provenance.json"))
        for file in written["game"]["files"]:
            assert file["address"].startswith(FILES_AT.format(package=name))
            assert seen.setdefault(file["address"], file["sha256"]) == file["sha256"]
    assert len(seen) > 10


def test_an_address_that_would_have_two_files_is_refused(tmp_path):
    write_game(tmp_path)
    deliver(tmp_path, files_at="https://museum.example/data/")
    changed = POND.replace('summary = "A pond."', 'summary = "A wide pond."')
    with pytest.raises(UsageError, match=r"^files_at: https://museum.example/data/.*\{package\}"):
        deliver(tmp_path, changed, files_at="https://museum.example/data/")
    assert not (tmp_path / "out/pond-v2").exists()
    deliver(tmp_path, changed, files_at="https://museum.example/data-2/")


def test_a_submission_says_what_it_replaces(twice):
    place, _ = twice
    said = {}
    for sip in (place / "sip").iterdir():
        with ZipFile(sip) as archive:
            header = etree.fromstring(archive.read(f"{sip.stem}/METS.xml"))[0]
        said[header.get("RECORDSTATUS")] = sip.stem, header.findtext("{*}altRecordID")
    checksum = sha512((place / "out/pond/tagmanifest-sha512.txt").read_bytes()).hexdigest()
    assert said["NEW"] == (derived_id(checksum), None)
    assert said["VERSION"][1] == said["NEW"][0]


def test_the_storage_root_tells_who_made_each_version_and_what_differs(twice):
    place, _ = twice
    (inventory,) = (place / "root").glob("*/*/*/*/inventory.json")
    first, second = json.loads(inventory.read_text())["versions"].values()
    assert first["message"].startswith("the first version of Pond; made by pnp ")
    assert second["message"].startswith("Version 2 of Pond, after pond: ")
    assert second["user"] == {"name": "A Museum", "address": "mailto:a@b.example"}
    assert ocfl.Object(path=str(inventory.parent)).validate(log_warnings=False)[0]


def test_a_package_made_anew_without_a_difference_is_kept(twice, tmp_path):
    write_game(tmp_path)
    deliver(tmp_path)
    text = POND.replace("How frogs hop", "How toads hop")
    deliver(tmp_path, text)
    again = deliver(tmp_path, text, anew=True)
    assert again.kept
    assert not (tmp_path / "out/pond-v3").exists()
