"""Pixels of files that are broken where their headers do not show it."""

import warnings

import pytest
from helpers.picture_files import quarters, saved, turned

from pnp.base.errors import PictureError
from pnp.images import read_raster
from pnp.images.file import read_picture
from pnp.render.decoded import decoded, seen
from pnp.scene import Tint

QUANTISATION, EXIF = b"\xff\xdb", b"Exif\0\0"


@pytest.fixture
def photo(tmp_path):
    """Return a photo of which one byte is another: so many after a mark."""

    def broken(mark: bytes, after: int, byte: int):
        content = bytearray(turned("JPEG", 6))
        content[content.index(mark) + after] = byte
        (tmp_path / "photo.jpg").write_bytes(content)
        return read_picture(tmp_path, "photo.jpg")

    return broken


def test_a_jpeg_with_a_broken_table_is_reported(photo):
    picture = photo(QUANTISATION, 4, 0x70)
    with pytest.raises(PictureError, match=r"photo\.jpg: is damaged: its pixels cannot be read$"):
        seen(picture, Tint.FULL)


def test_broken_exif_data_is_ignored_without_a_warning(photo):
    picture = photo(EXIF, 10, 0x48)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert seen(picture, Tint.FULL).size == (64, 32)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_file_in_which_pillow_finds_another_size_is_refused_before_it_is_unpacked(
    tmp_path, monkeypatch, kind
):
    (tmp_path / "photo").write_bytes(saved(quarters(), kind))
    picture = read_picture(tmp_path, "photo")
    raster = read_raster(picture.read())
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda image: pytest.fail("is unpacked"))
    with pytest.raises(PictureError, match=r"photo: is damaged: it states two sizes$"):
        decoded(picture, raster._replace(width=raster.width + 1), picture.read())
