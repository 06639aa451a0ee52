"""Every value of a manifest is validated, and every fault is reported."""

import json
from pathlib import Path

import pytest

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.make.made_files import MadeFile, read_manifest
from pnp.make.printer_profile import PrinterProfile

SHEETS = MadeFile(
    "print/deck-a4.pdf",
    kind="sheets",
    component="deck",
    format="pdf",
    pieces=36,
    piece_mm=Size(44, 68),
    sha256="0" * 64,
    pages=4,
    page_mm=Size(210, 297),
    poster=(2, 3),
    cuts=0,
    printer=PrinterProfile("attic", "a4", dx=0.4),
)


def written(folder: Path, *rows: object, **more: object) -> Path:
    texts = {"game": "pond", "name": "Pond", "version": "1", "definition_sha256": "f"}
    content = json.dumps({**texts, "files": rows, **more})
    (folder / "manifest.json").write_text(content, encoding="utf-8")
    return folder


def test_a_manifest_is_read_as_it_was_written(tmp_path):
    manifest = read_manifest(written(tmp_path, SHEETS.as_data(), earlier_files=["old.pdf", 3]))
    assert manifest.files == (SHEETS,)
    assert manifest.file("print/deck-a4.pdf") == SHEETS
    assert manifest.file("print/other.pdf") is None
    assert (manifest.game, manifest.name, manifest.definition_sha256) == ("pond", "Pond", "f")
    assert manifest.earlier_files == ("old.pdf",)
    assert manifest.faults == ()


@pytest.mark.parametrize(
    ("field", "value", "instead"),
    [
        ("kind", 3, ""),
        ("sha256", None, ""),
        ("pieces", "many", 0),
        ("pieces", True, 0),
        ("pieces", 0, 0),
        ("pieces", 10**400, 0),
        ("piece_mm", [1], None),
        ("piece_mm", [1, float("nan")], None),
        ("piece_mm", [1, -2], None),
        ("page_mm", {"width": 3}, None),
        ("poster", [0.5, 1], None),
        ("scale", 7, None),
        ("duplex", ["long-edge"], None),
        ("theme", None, "classic"),
        ("dpi", float("inf"), None),
        ("printer", "attic", None),
        ("printer", {"name": "attic", "paper": "a4", "dx": float("nan")}, None),
        ("printer", {"name": "attic", "paper": "a4", "scale_x": 0}, None),
        ("printer", {"paper": "a4"}, None),
        ("laser", {"beds": 1}, None),
    ],
)
def test_an_invalid_value_is_a_fault_and_the_rest_is_kept(tmp_path, field, value, instead):
    manifest = read_manifest(written(tmp_path, SHEETS.as_data() | {field: value}))
    assert manifest.files == (SHEETS._replace(**{field: instead}),)
    assert [fault.message for fault in manifest.faults] == [
        f"print/deck-a4.pdf: {field} has no valid value"
    ]


def test_every_fault_is_reported(tmp_path):
    row = SHEETS.as_data() | {"pieces": -1, "scale": 2}
    del row["kind"], row["pages"]
    faults = read_manifest(written(tmp_path, row, game=4)).faults
    assert [fault.field for fault in faults] == ["game", "kind", "pieces", "scale"]


def test_keys_of_newer_versions_are_ignored(tmp_path):
    row = SHEETS.as_data() | {"foil": "gold"}
    row["printer"] = row["printer"] | {"drum": 3}
    manifest = read_manifest(written(tmp_path, row, signed="yes"))
    assert (manifest.files, manifest.faults) == ((SHEETS,), ())


@pytest.mark.parametrize("row", [3, {}, {"path": ""}, {"path": "../x"}, {"path": "/x"}])
def test_an_entry_without_a_path_inside_the_folder_names_no_file(tmp_path, row):
    manifest = read_manifest(written(tmp_path, row))
    assert manifest.files == ()
    assert [fault.message for fault in manifest.faults] == ["entry 1 has no path inside the folder"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "is not JSON; it is damaged or was edited"),
        (b"[]", "is not a manifest of pnp"),
        (b'{"files": 3}', "is not a manifest of pnp"),
    ],
)
def test_a_file_that_is_not_a_manifest_is_refused(tmp_path, content, message):
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(VerifyError, match=message):
        read_manifest(tmp_path)
