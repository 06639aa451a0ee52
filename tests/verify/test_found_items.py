"""What is found in a holding: every package, storage root and output folder, however deep."""

import os
from pathlib import Path

import pytest

from pnp.archive.check.kinds import OBJECT, PACKAGE, ROOT, SUBMISSION, ZIP
from pnp.verify.items import DEEPEST, NOTHING, OUTPUT, UNREADABLE, LooseFiles, find_items


@pytest.fixture
def holding(tmp_path) -> Path:
    """A holding whose files are empty: what they are is known by their names."""
    for name in (
        "2025/cards/pond/bagit.txt",
        "2025/cards/pond/data/deeper/bagit.txt",
        "2025/submitted/uuid-1/METS.xml",
        "2025/submitted/uuid-1/representations/edition/METS.xml",
        "2026/larder.zip",
        "2026/tawula/manifest-sha512.txt",
        "built/turno/manifest.json",
        "built/prints.zip",
        "notes/2026/letter.txt",
        "root/0=ocfl_1.1",
        "root/ocfl_layout.json",
        "root/aa1/bb2/one/0=ocfl_object_1.1",
        "root/aa1/bb2/one/v1/content/bagit.txt",
        "root/aa1/bb2/undeclared/inventory.json.sha512",
        "root/stray/letter.txt",
        ".hidden/pond/bagit.txt",
        "numbers.csv",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path


def found(folder: Path) -> list[tuple[str, str]]:
    return [
        (item.path.relative_to(folder).as_posix(), item.kind.name) for item in find_items([folder])
    ]


def test_everything_in_a_holding_is_found_in_alphabetical_order(holding):
    assert found(holding) == [
        ("2025/cards/pond", PACKAGE.name),
        ("2025/submitted/uuid-1", SUBMISSION.name),
        ("2026/larder.zip", ZIP.name),
        ("2026/tawula", PACKAGE.name),  # which lost its declaration
        ("built/turno", OUTPUT.name),
        ("notes", NOTHING.name),
        ("root", ROOT.name),
        ("root/aa1/bb2/one", OBJECT.name),
        ("root/aa1/bb2/undeclared", OBJECT.name),
    ]


def test_files_beside_packages_and_links_to_folders_are_reported(holding):
    (holding / "2025/elsewhere").symlink_to(holding / "2026", target_is_directory=True)
    (holding / "2025/.pond-123-ab_cd9ef").mkdir()
    beside = LooseFiles()
    find_items([holding], beside)
    assert (beside.count, sorted(beside.named)) == (
        4,
        [
            f"{holding}/2025/.pond-123-ab_cd9ef, left by a pnp that was ended while it wrote",
            f"{holding}/2025/elsewhere, a link that is not followed",
            f"{holding}/built/prints.zip",
            f"{holding}/numbers.csv",
        ],
    )


def test_folders_without_end_are_reported(tmp_path):
    os.makedirs(tmp_path.joinpath(*"d" * (DEEPEST + 50)))
    (item,) = find_items([tmp_path / "d"])
    assert (item.kind, item.why) == (UNREADABLE, f"is more than {DEEPEST} folders deep")
