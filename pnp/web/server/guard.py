"""Who may ask what, and the headers of every answer."""

from collections.abc import Mapping

from pnp.web.visit import HTML, SVG

CONTENT_SECURITY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def host_name(host: str) -> str:
    """Return the name in a Host header, without the port; a name in brackets keeps them."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def headers_for(media_type: str) -> Mapping[str, str]:
    """Return the headers that keep an answer from doing anything but being shown.

    A picture in a page never runs a script; one that is opened by itself is in a sandbox.
    """
    policy = SANDBOX if media_type == SVG else CONTENT_SECURITY
    return HEADERS | {"Content-Security-Policy": policy if media_type in (HTML, SVG) else SANDBOX}
