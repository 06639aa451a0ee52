"""Web addresses (RFC 3986); letters of other alphabets may stand unescaped."""

import re
from urllib.parse import SplitResult, quote, urlsplit

# Characters that RFC 3986 does not allow unescaped.
_FOREIGN = re.compile(r"[\s\x00-\x1f\x7f<>\"{}|\\^`]|%(?![0-9A-Fa-f]{2})")


def address_parts(text: str) -> SplitResult | None:
    """Return the parts of an address, or None if the text is not an address."""
    try:
        parts = urlsplit(text)
        usable = parts.port != 0 and not _FOREIGN.search(text)
    except ValueError:  # brackets that do not match, or no such port
        return None
    return parts if usable else None


def is_web_address(text: str) -> bool:
    """Return whether a text is an address of the web."""
    parts = address_parts(text)
    return parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)


def ascii_address(address: str) -> str:
    """Return an address with non-ASCII and unsafe characters percent-encoded."""
    return quote(address, safe="!#$%&'*+,-./:;=?@[]_~()")
