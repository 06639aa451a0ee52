"""Addresses that options ask for."""

import re
from urllib.parse import SplitResult, urlsplit

from pnp.base.errors import UsageError
from pnp.base.units import quoted

# What RFC 3986 gives no place to: such characters are written as %20 and the like.
_FOREIGN = re.compile(r"[\s\x00-\x1f\x7f<>\"{}|\\^`]|%(?![0-9A-Fa-f]{2})")


def read_url(option: str, text: str) -> str:
    """Read an address that file names can follow."""
    url = text.strip()
    try:
        parts = urlsplit(url)
        is_address = _is_address(parts) and not _FOREIGN.search(url)
    except ValueError:  # brackets that do not match, or no such port
        is_address = False
    if not is_address:
        raise UsageError(
            f"{option}: write the address of the folder with the images, such as "
            f'"https://example.org/turno/", not {quoted(text)}'
        )
    if parts.query or parts.fragment:
        raise UsageError(f"{option}: write an address without ? and #, not {quoted(text)}")
    return url


def _is_address(parts: SplitResult) -> bool:
    if parts.scheme == "file":
        return bool(parts.path)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
