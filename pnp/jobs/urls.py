"""Addresses that options ask for."""

from pnp.base.addresses import address_parts, is_web_address
from pnp.base.errors import UsageError
from pnp.base.units import quoted


def read_url(option: str, text: str) -> str:
    """Read an address that file names can follow."""
    url = text.strip()
    parts = address_parts(url)
    is_file = parts is not None and parts.scheme == "file" and bool(parts.path)
    if parts is None or not (is_file or is_web_address(url)):
        raise UsageError(
            f"{option}: write the address of the folder with the images, such as "
            f'"https://example.org/turno/", not {quoted(text)}'
        )
    if parts.query or parts.fragment:
        raise UsageError(f"{option}: write an address without ? and #, not {quoted(text)}")
    return url
