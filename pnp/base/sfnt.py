"""Read font files into what HarfBuzz reads: TrueType and OpenType, WOFF2 unpacked."""

from importlib.util import find_spec
from io import BytesIO
from struct import unpack_from
from typing import Any

from pnp.base.errors import FontError
from pnp.base.extras import optional
from pnp.base.limits import limits, over

_PLAIN = (b"\0\1\0\0", b"OTTO", b"true")
_DIRECTORY = 48  # where that of a WOFF2 file begins (W3C WOFF File Format 2.0, 4)


def unpacked(data: bytes) -> bytes:
    """Return a font file as TrueType or OpenType.

    Raises:
        FontError: If it is something else, damaged or too large.
        MissingExtraError: If WOFF2 cannot be unpacked here.
    """
    if data[:4] in _PLAIN:
        return data
    if data[:4] == b"ttcf":
        raise FontError("is a collection of fonts; save the one you want as .ttf or .otf")
    if data[:4] != b"wOF2":
        raise FontError("is not a TTF, OTF or WOFF2 font")
    with optional("woff2", "a .woff2 font"):
        import brotli
    try:
        return _from_woff2(data, brotli.Decompressor())
    except (FontError, MemoryError):
        raise
    except Exception:  # fontTools raises any, and a damaged file may lead anywhere in it
        raise FontError("is damaged") from None


def packed(data: bytes) -> tuple[str, bytes]:
    """Return a TrueType or OpenType font packed for web pages: the format's name and the bytes.

    That is WOFF2, or WOFF where the library for WOFF2 is not installed.
    """
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
    font.flavor = "woff" if find_spec("brotli") is None else "woff2"
    out = BytesIO()
    font.save(out, reorderTables=False)
    return font.flavor, out.getvalue()


def _from_woff2(data: bytes, unpacker: Any) -> bytes:
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry

    most = 1000 * limits().font_kb
    tables, length = unpack_from(">H6xL", data, 12)
    stream = BytesIO(data)
    stream.seek(_DIRECTORY)
    for _ in range(tables):
        WOFF2DirectoryEntry().fromFile(stream)
    made = unpacker.process(stream.read(length), output_buffer_limit=most + 1)
    if len(made) > most:
        raise FontError(f"is too large: {over('font_kb')}")
    font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
    font.flavor = None
    out = BytesIO()
    font.save(out, reorderTables=False)
    return out.getvalue()
