"""Pages of a site for a browser, each made when it is asked for."""

import mimetypes
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote, urlsplit

from pnp.web.frame import Request, Visit
from pnp.web.library import Library
from pnp.web.routes import answer, rendered, view
from pnp.web.site.build import not_found_page, static_files
from pnp.web.site.game import downloads_page
from pnp.web.site.identity import Identity, SiteStatement
from pnp.web.site.lists import listing_pages, search_index
from pnp.web.site.own_pages import own_page
from pnp.web.site.places import INDEX, Places, site_frame
from pnp.web.site.record import Download

HOME = "http://site.test"
LANGUAGES = ("en", "de")
PAGES = (
    "by/place/bruges/",
    "by/age/not-stated/",
    "games/turno/",
    "games/tawula/evidence/",
    "games/turno/make/",
    "imprint/",
    "404.html",
    "",
)
SIGNED = {
    "name": "Stiftung Stadtmuseum und Spielesammlung Neustadt",  # as long as such names are
    "contact": "spiele@museum.example",
    "rights": "CC BY 4.0",
    "colors": {"light": {"link": "#8c1c2e"}, "dark": {"link": "#ff9d9d"}},
    "footer": [{"text": "Impressum", "page": "imprint"}, {"text": "Home", "href": "./"}],
}
DOWNLOADS = tuple(
    Download(kind, f"files/0123456789abcdef-turno-{kind}-{lang}", 4_321_000, 64 * "a", paper, lang)
    for kind, paper, lang in (
        ("kit", "a4", "en"),
        ("kit", "letter", "de"),
        ("rulebook", "", "fr"),
        ("laser", "", ""),
        ("package", "", ""),
    )
)


class SitePages:
    """The files of a site of the games that come with pnp; downloads are only named."""

    def __init__(self) -> None:
        self._library = Library.built_in()
        with TemporaryDirectory() as folder:
            text = "# Impressum\n\nMarktplatz 1\n\n- <spiele@museum.example>\n"
            Path(folder, "imprint.en.md").write_text(text, encoding="utf-8")
            stated = SiteStatement.model_validate(SIGNED, context={"folder": Path(folder)})
        identity = Identity(stated)
        self._places = Places(LANGUAGES, url=f"{HOME}/", identity=identity)
        self._lists = {one.file: one.content for one in listing_pages(self._library, self._places)}

    def show(self, page) -> None:
        """Answer a browser's page that asks for files of the site."""
        page.route(f"{HOME}/**", self._answer)

    def _answer(self, route) -> None:
        file = unquote(urlsplit(route.request.url).path)[1:]
        file += INDEX if file.endswith("/") or not file else ""
        kind = mimetypes.guess_type(file)[0] or "application/octet-stream"
        route.fulfill(body=self.content(file), content_type=kind)

    def content(self, file: str) -> bytes:
        """Return what a file of the site holds."""
        if file in self._lists:
            return self._lists[file]
        if file in self._places.identity.files():
            return self._places.identity.files()[file]
        if file == "404.html":
            return not_found_page(self._places, set())
        if file.startswith("static/"):
            return dict(static_files({file.removeprefix("static/")}))[file]
        if file.startswith("search-"):
            lang = file.removeprefix("search-").removesuffix(".js")
            return search_index(self._library.catalogue(lang), lang)[1]
        if file.endswith(INDEX):
            return self._page(file.removesuffix(INDEX))
        return answer(self._library, Request(f"/{file}")).content

    def _page(self, folder: str) -> bytes:
        lang, _, path = folder.partition("/")
        lang, path = (lang, path) if lang in LANGUAGES else (LANGUAGES[0], folder)
        target = self._places.target(f"/{path}", lang)
        frame, links = site_frame(self._places, target)
        if path == "imprint/":
            ((page, _),) = self._places.identity.pages
            return rendered(own_page(frame, page, "Impressum"), frame).content
        if path.endswith("/make/"):
            game = self._library.spoken(path.split("/")[1], lang)
            return rendered(downloads_page(frame, game, links, DOWNLOADS), frame).content
        request = Request(f"/{path}", {}, lang, "site")
        return view(Visit(self._library, request, frame)).content
