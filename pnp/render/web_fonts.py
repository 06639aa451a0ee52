"""Fonts for web pages: subsets of font files, with their layout rules."""

from collections.abc import Iterable

from pnp.base.errors import FontError
from pnp.base.font_files import FontFile
from pnp.base.open_font import open_font
from pnp.base.sfnt import packed

_UNNEEDED = ("SVG ", "meta", "STAT", "DSIG")


def web_font(file: FontFile, characters: Iterable[str]) -> tuple[str, bytes]:
    """Return a format, and a font in it with the glyphs for some characters.

    A variable font becomes the chosen instance. A font whose licence forbids embedding a part of it
    keeps all characters.

    Raises:
        FontError: If it is damaged.
    """
    from uharfbuzz import SubsetFlags, SubsetInput

    opened, wanted = open_font(file), SubsetInput()
    face = opened.font.face
    wanted.unicode_set.update(face.unicodes if opened.whole else map(ord, characters))
    if opened.whole:
        wanted.glyph_set.update(range(face.glyph_count))
    if face.has_var_data:
        wanted.pin_all_axes_to_default(face)
        for axis, value in file.axes:
            wanted.pin_axis_location(face, axis, value)
    wanted.flags = SubsetFlags.NO_HINTING | SubsetFlags.DOWNGRADE_CFF2
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in _UNNEEDED)
    try:
        return packed(bytes(wanted.subset(face).blob.data))
    except RuntimeError:  # of HarfBuzz
        raise FontError(f"{file.path}: is damaged and cannot be embedded; use another") from None
