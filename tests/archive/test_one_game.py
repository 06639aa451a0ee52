"""One identifier and one place never hold two games."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers.command import files_of
from helpers.sample_archive import POND, options, write_game

from pnp.archive.job import archive_game
from pnp.archive.ocfl import start_root
from pnp.base.errors import OutputError, UsageError

LAKE = POND.replace('name = "Pond"', 'name = "Lake"', 1)


@pytest.fixture
def pond(tmp_path) -> Path:
    return write_game(tmp_path)


@pytest.fixture
def lake(tmp_path) -> Path:
    assert LAKE != POND
    return write_game(tmp_path / "elsewhere", "pond", LAKE)


def test_a_package_gets_no_version_of_another_game(pond, lake, tmp_path):
    out = tmp_path / "out"
    archive_game(str(pond), options(out))
    before = files_of(out)
    with pytest.raises(UsageError, match="holds another game, 'Pond', and not 'Lake'"):
        archive_game(str(lake), options(out))
    assert files_of(out) == before
    assert archive_game(str(lake), options(out, renamed=True)).folder.name == "pond-v2"


def test_two_packages_in_a_folder_have_different_identifiers(pond, tmp_path):
    out = tmp_path / "out"
    archive_game(str(pond), options(out, identifier="2019.0457"))
    other = write_game(tmp_path, "lake", LAKE)
    with pytest.raises(UsageError, match=r"lake: .*pond has the identifier '2019.0457' already"):
        archive_game(str(other), options(out, identifier="2019.0457"))
    assert [path.name for path in out.iterdir()] == ["pond"]
    archive_game(str(other), options(out, identifier="2019.0458"))


def test_an_object_of_a_storage_root_gets_no_version_of_another_game(pond, tmp_path):
    pytest.importorskip("ocfl", reason="ocfl-py is not installed: pip install -e '.[ocfl]'")
    root, other = tmp_path / "root", write_game(tmp_path, "lake", LAKE)
    start_root(root)
    archive_game(str(pond), options(tmp_path / "a", identifier="7", ocfl=root))
    before = files_of(root)
    with pytest.raises(UsageError, match="root: 7 holds another game, 'Pond'"):
        archive_game(str(other), options(tmp_path / "b", identifier="7", ocfl=root))
    assert files_of(root) == before
    more = options(tmp_path / "b", identifier="7", ocfl=root, renamed=True)
    assert archive_game(str(other), more).notes[-1].startswith("stored as v2 of 7")


def test_a_zip_of_something_else_is_not_replaced(pond, lake, tmp_path):
    out = tmp_path / "out"
    archive_game(str(pond), options(out, zip=True))
    (out / "pond").rename(tmp_path / "moved")
    content = (out / "pond.zip").read_bytes()
    for game, more, fault in (
        (lake, {}, "holds another game"),
        (pond, {"holder": "A museum"}, "is of another version"),
    ):
        with pytest.raises((UsageError, OutputError), match=f"pond.zip {fault}"):
            archive_game(str(game), options(out, zip=True, **more))
        (out / "pond").rename(tmp_path / f"moved-{fault[:5]}")
    with ZipFile(out / "pond.zip", "w") as archive:
        archive.writestr("letter.txt", "x")
    with pytest.raises(OutputError, match=r"pond\.zip is in the way"):
        archive_game(str(pond), options(out, zip=True))
    (out / "pond.zip").write_bytes(content[:-1])
    assert archive_game(str(pond), options(out, zip=True)).notes == ("zipped as pond.zip",)
    assert (out / "pond.zip").read_bytes() == content
