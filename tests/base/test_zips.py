from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from pnp.base.zips import zip_bytes

FILES = (("cards/2.svg", b"two" * 100), ("cards/1.svg", b"one"))


@pytest.mark.parametrize(("compress", "method"), [(True, ZIP_DEFLATED), (False, ZIP_STORED)])
def test_a_zip_depends_on_its_files_alone(compress: bool, method: int) -> None:
    content = zip_bytes(FILES, compress)
    with ZipFile(BytesIO(content)) as archive:
        assert [(one.filename, archive.read(one)) for one in archive.infolist()] == [*FILES]
        for one in archive.infolist():
            assert one.compress_type == method
            assert one.date_time == (1980, 1, 1, 0, 0, 0)
            assert (one.create_system, one.external_attr >> 16) == (3, 0o100644)
    assert zip_bytes(iter(FILES), compress) == content
