"""The page for sharing a kit as it is chosen: its link, and a code for telephones."""

from urllib.parse import urlsplit

from pnp.base.errors import UsageError
from pnp.make.choices import LANG, PRINTER, SINCE, address_query
from pnp.web.frame import Visit, WebPage
from pnp.web.views.fields import ask, how_to_read, link_of

LOCAL = ("127.0.0.1", "localhost", "::1")  # names by which a computer calls itself
OF_HERE = (PRINTER, SINCE)  # choices of what this computer remembers
PIXELS = 280  # of the code on the page
QUIET = 4  # white modules around it, as ISO/IEC 18004 has it


def share_page(visit: Visit, game: str) -> WebPage:
    """Return the page with the address of a kit, as visitors reach it on this server.

    It has the language of the kit, which otherwise follows whoever opens it.
    """
    page = ask(visit, game)
    if page.faults:
        raise UsageError(*page.faults)
    frame, choices = visit.frame, page.choices
    words = [one for one in choices.words if one[0] not in OF_HERE]
    if len(page.loaded.languages) > 1 and LANG not in dict(words):
        words.append((LANG, page.loaded.game.language))
    query = address_query(words)
    link = f"{visit.request.origin}/games/{game}/make/{'?' if query else ''}{query}"
    values = {
        "game": visit.library.spoken(game, frame.lang, **how_to_read(visit)),
        "back": frame.to(link_of(f"/games/{game}/make/", choices)),
        "link": link,
        "code": code_of(link),
        "is_local": urlsplit(visit.request.origin).hostname in LOCAL,
    }
    return WebPage("share.html", frame.t("share.title"), values, at="games", scripts=("copy.js",))


def code_of(link: str) -> str:
    """Return the QR code of a link as SVG, dark on white, or "" if the link is too long for one."""
    from segno import DataOverflowError, make_qr

    try:
        code = make_qr(link, error="m")
    except DataOverflowError:
        return ""
    drawn = code.svg_inline(
        border=QUIET, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return drawn.replace("<svg ", f'<svg width="{PIXELS}" height="{PIXELS}" aria-hidden="true" ', 1)
