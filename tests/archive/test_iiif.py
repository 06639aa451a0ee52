"""The manifest shows every picture of a package in its size, at the addresses of the package."""

import json

import pytest

from pnp.archive.contents import packed_files
from pnp.archive.documents import drawings
from pnp.archive.formats.iiif import MANIFEST, iiif_manifest
from pnp.game.deposit import Deposit

HOUSE = Deposit(
    files_at="https://museum.example/{package}/data/",
    files_rights="CC BY",
    record="https://m.example",
)
DATA = "https://museum.example/pond/data/"


@pytest.fixture
def manifest(pond):
    def read(deposit):
        record = pond(choices=deposit)
        made = dict(drawings(record)) | {"rules/rulebook.en.pdf": b"%PDF"}
        return iiif_manifest(record, packed_files(record, made), made)

    return read


def test_the_cover_comes_first_and_each_face_has_its_size(manifest):
    said = json.loads(manifest(HOUSE)[MANIFEST])
    assert (said["type"], said["id"]) == ("Manifest", f"{DATA}{MANIFEST}")
    assert said["label"] == {"en": ["Pond"]}
    assert said["rights"] == "http://creativecommons.org/licenses/by/4.0/"
    assert [one["id"] for one in said["rendering"]] == [f"{DATA}rules/rulebook.en.pdf"]
    shown = []
    for canvas in said["items"]:
        (page,) = canvas["items"]
        (painted,) = page["items"]
        assert painted["target"] == canvas["id"]
        body = painted["body"]
        assert [body[side] for side in ("width", "height")] == [canvas["width"], canvas["height"]]
        shown.append((body["id"].removeprefix(DATA), canvas["label"]["en"], canvas["width"]))
    assert shown == [
        ("previews/cover.png", ["Pond"], 1104),
        ("previews/board/board-front.png", ["Board · board-front"], 1185),
        ("previews/stones/grey-back.png", ["Stones · grey-back"], 1000),
        ("previews/stones/grey-front.png", ["Stones · grey-front"], 1000),
    ]


def test_without_addresses_there_is_no_manifest(manifest):
    assert manifest(Deposit()) == {}
