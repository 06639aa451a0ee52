"""What surrounds the pages of a site: their links, and what search engines are told."""

from urllib.parse import quote, urlencode

from pnp.web.frame import Frame
from pnp.web.site.places import INDEX, Places, SiteLinks, Target


def site_frame(places: Places, target: Target, url: str) -> tuple[Frame, SiteLinks]:
    """Return the frame of a page, and its links, which collect what the page leads to."""
    query = urlencode(target.query)
    path = f"{target.path}?{query}" if query else target.path
    lang = target.lang or places.languages[0]
    links = SiteLinks(places, lang, target.file)
    frame = Frame(lang, path, links, "site", places.languages)
    if url:
        others = ((code, places.target(path, code).file) for code in places.languages)
        frame = frame._replace(
            canonical=public_address(url, target.file),
            alternates=tuple((code, public_address(url, file)) for code, file in others),
        )
    return frame, links


def public_address(url: str, file: str) -> str:
    """Return where a file of a site will be; a page is known by its folder."""
    return url + quote(file.removesuffix(INDEX) if file.split("/")[-1] == INDEX else file)
