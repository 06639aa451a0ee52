"""A site is its publisher's: site.toml signs every page, feed and record, and edits stay."""

import json
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.guard import guarded
from helpers.sample_archive import POND, write_game
from helpers.site_links import dead_links
from helpers.validator import complaints, needs_validator
from PIL import Image
from typer.testing import CliRunner

from pnp.base.errors import DefinitionError
from pnp.cli import app
from pnp.web.site.build import build_game, finish, game_folders, site_folder, site_identity
from pnp.web.site.game import GameDownloads
from pnp.web.site.identity import Palette, default_colors, read_identity
from pnp.web.site.options import SiteOptions

URL = "https://museum.example/play/"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60">{}</svg>'
SITE = """
name = { en = "Pond Museum", nl = "Vijvermuseum" }
lead.en = "Our games."
lead.nl = "Onze spellen."
logo = "logo.svg"
icon = "logo.svg"
css = "own.css"
rights = "CC BY 4.0"
contact = "games@pond.example"
url = "https://pond.example/"

[colors.light]
link = "#8c1c2e"

[[footer]]
text = { en = "Imprint", nl = "Colofon" }
page = "imprint"

[[footer]]
text = "Privacy"
href = "https://pond.example/privacy"

[[footer]]
text = "House rules"
href = "house/rules.html#pond"
"""


def write_site(folder, text=SITE, **files):
    """Write site.toml and what it names; return its path."""
    contents = {
        "logo.svg": SVG.format('<rect width="200" height="60"/>'),
        "own.css": "/* gone.png */\n@font-face { font-family: P; src: url(fonts/p.woff2) }\n",
        "fonts/p.woff2": "a font",
        "imprint.en.md": "# Imprint\n\nPond 1  \nA town\n\n[All games](./), <a@pond.example>\n",
        "imprint.nl.md": "Vijver 1",
        "site.toml": text,
    } | {name.replace("__", "."): content for name, content in files.items()}
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder / "site.toml"


def write_games(folder, count=2):
    for number in range(1, count + 1):
        text = POND.replace('name = "Pond"', f'name = "Pond {number}"')
        write_game(folder, f"pond-{number}", text)
    return folder


def build(games, out, **more):
    """Build a site in this process; return the lines about what is wrong."""
    identity = site_identity([str(games)], None)
    known = {"downloads": (), "url": URL, "date": "2026-11-20", "identity": identity}
    options = SiteOptions(out, ("en", "nl"), **known | more)
    folders = game_folders([str(games)])
    with site_folder(options) as place:
        outcomes = [build_game(folder, options, place) for folder in folders]
        whole = finish(folders, options, place)
    return [*(fault for one in outcomes for fault in one.faults), *whole.faults]


@pytest.fixture
def in_process(monkeypatch):
    """Read and make everything in this process, not in a worker."""
    monkeypatch.setattr("pnp.web.site.build.run_guarded", lambda make, *_, **__: make())


@pytest.fixture(scope="module")
def signed(tmp_path_factory):
    """A signed site of two games, with pictures for shared links."""
    folder = tmp_path_factory.mktemp("signed")
    games = write_games(folder / "games")
    write_site(games)
    (folder / "public" / "house").mkdir(parents=True)
    (folder / "public" / "site.json").write_text("{}", encoding="utf-8")
    rules = folder / "public" / "house" / "rules.html"
    rules.write_text(
        '<!doctype html><html lang="en"><title>R</title><p id="pond">Quiet!</p></html>'
    )
    assert build(games, folder / "public", previews=True) == []
    return folder / "public"


def pages(site):
    return {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*.html"))
        if path.parent.name != "house"
    }


class Head(HTMLParser):
    """The meta data of a page: properties, and descriptions for search engines."""

    def __init__(self, text):
        super().__init__()
        self.meta, self.described, self._inside = {}, [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "meta" and "content" in attrs:
            self.meta[attrs.get("property") or attrs.get("name")] = attrs["content"]
        self._inside = tag == "script" and attrs.get("type") == "application/ld+json"

    def handle_data(self, data):
        if self._inside:
            self.described.append(json.loads(data))
            self._inside = False


def test_every_page_is_its_publishers_and_none_names_pnp(signed):
    for file, text in pages(signed).items():
        name, imprint = (
            ("Vijvermuseum", "Colofon") if file.startswith("nl/") else ("Pond Museum", "Imprint")
        )
        assert re.search(rf"<title>.* · {name}</title>", text), file
        assert f'alt="{name}" width="200" height="60"' in text
        assert f">{imprint}</a>" in text
        assert '<a href="mailto:games@pond.example">' in text
        assert text.index("site.css" if "site.css" in text else "pnp.css") < text.index("own.css")
        shown = re.sub(r"static/pnp\.css", "", text)
        assert not re.search(r"\bpnp\b", shown), file
    home = (signed / "nl/index.html").read_text(encoding="utf-8")
    assert '<p class="lead">Onze spellen.</p>' in home


def test_feeds_and_records_name_the_publisher(signed):
    for file, name in (("feed.xml", "Pond Museum"), ("nl/feed.xml", "Vijvermuseum")):
        feed = ElementTree.parse(signed / file)
        assert [one.text for one in feed.findall(".//{*}name")] == [name]
        assert feed.find("./{*}title").text.endswith(f" · {name}")
    for file in ("lido.xml", "dc.xml"):
        assert b"Pond Museum" in (signed / "games/pond-1" / file).read_bytes()
    for file in ("citation.bib", "citation.json", "index.html"):
        cited = (signed / "games/pond-1" / file).read_text(encoding="utf-8")
        assert "Pond Museum" in cited
        assert f"{URL}games/pond-1/" in cited
        assert not re.search(r"\bpnp (?!:)", cited)
    record = json.loads((signed / "games/pond-1.jsonld").read_bytes())
    assert record["publisher"]["name"] == record["workExample"]["provider"]["name"] == "Pond Museum"
    assert record["url"] == f"{URL}games/pond-1/"
    assert record["image"] == f"{URL}games/pond-1/cover.png"


def test_a_shared_link_shows_a_title_and_a_picture(signed):
    for file, text in pages(signed).items():
        meta = Head(text).meta
        if file == "404.html":
            assert (meta["robots"], meta["twitter:card"]) == ("noindex", "summary")
            continue
        assert meta["og:url"] == URL + file.removesuffix("index.html")
        assert meta["og:title"]
        assert meta["og:locale"] == ("nl_NL" if file.startswith("nl/") else "en_GB")
        picture = signed / meta["og:image"].removeprefix(URL)
        with Image.open(picture) as shown:
            assert shown.size == (1200, 630), file
        assert meta["twitter:card"] == "summary_large_image"
    assert "games/pond-2/cover.png" in (signed / "games/pond-2/index.html").read_text()


def test_games_and_the_site_describe_themselves_to_search_engines(signed):
    (game,) = Head((signed / "games/pond-1/index.html").read_text(encoding="utf-8")).described
    assert (game["@type"], game["name"], game["url"]) == ("Game", "Pond 1", f"{URL}games/pond-1/")
    assert game["publisher"] == {
        "@type": "Organization",
        "name": "Pond Museum",
        "url": "https://pond.example/",
        "email": "games@pond.example",
        "logo": f"{URL}own/logo.svg",
    }
    (site,) = Head((signed / "nl/index.html").read_text(encoding="utf-8")).described
    assert (site["@type"], site["url"], site["inLanguage"]) == ("WebSite", f"{URL}nl/", "nl")


def test_links_lead_to_folders_and_from_the_page_for_unknown_addresses_to_the_site(signed):
    assert dead_links(signed, "/play/") == []
    for file, text in pages(signed).items():
        assert "index.html" not in text, file
        assert 'hreflang="x-default"' in text or file == "404.html"
    unknown = (signed / "404.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:href|src)="([^"#][^"]*)"', unknown)
    assert [one for one in links if not one.startswith(("/play/", "https://", "mailto:"))] == []
    assert 'lang="nl"' in unknown


def test_a_page_of_ones_own_is_in_each_language_and_links_into_the_site(signed):
    page = (signed / "imprint/index.html").read_text(encoding="utf-8")
    assert "<h1>Imprint</h1>\n<p>Pond 1<br>\nA town</p>" in page
    assert '<a href="../">All games</a>, <a href="mailto:a@pond.example">' in page
    assert "<p>Vijver 1</p>" in (signed / "nl/imprint/index.html").read_text(encoding="utf-8")
    assert f"<loc>{URL}nl/imprint/</loc>" in (signed / "sitemap.xml").read_text(encoding="utf-8")


def test_files_of_the_publisher_are_copied_with_those_that_a_style_sheet_names(signed):
    own = {path.relative_to(signed).as_posix() for path in (signed / "own").rglob("*.*")}
    assert own == {"own/logo.svg", "own/own.css", "own/fonts/p.woff2"}
    colors = (signed / "colors.css").read_text(encoding="utf-8")
    light, dark = colors.splitlines()
    assert "--link: #8c1c2e" in light
    assert f"--ground: {default_colors()['light']['ground']}" in light
    assert f"--link: {default_colors()['dark']['link']}" in dark


@needs_validator
def test_pages_of_a_signed_site_are_valid(signed):
    assert complaints([signed / file for file in pages(signed)]) == {}


def test_colors_have_the_names_of_the_style_sheet_and_the_default_ones_can_be_read():
    light, dark = default_colors()["light"], default_colors()["dark"]
    assert set(light) == set(dark) == set(Palette.model_fields)
    for model, colors in zip((Palette,), (light,), strict=True):
        model.model_validate(colors, context={})


FAULTS = [
    ('name = ""', "line 1: name: must not be empty"),
    ('titel = "x"', "line 2: titel: is not a key that is known here; did you mean 'title'?"),
    ("lead = { en = 3 }", "line 2: lead: en: write text, in quotes, not 3"),
    ('lead = { xx = "a" }', "line 2: lead: 'xx' is not known; write one of en, de, nl, fr"),
    ('logo = "gone.svg"', "line 2: logo: gone.svg: cannot be read"),
    ('logo = "../logo.svg"', "line 2: logo: write the name of a file beside site.toml"),
    ('logo = "a#b.svg"', "'a#b.svg' a name without # % ?"),
    ("logo = 4", "line 2: logo: write the name of a picture, in quotes, not 4"),
    ('icon = "own.css"', "line 2: icon: own.css is neither SVG nor PNG"),
    ('cover = "logo.svg"', "line 2: cover: write a PNG file of 1200 x 630 pixels"),
    ('contact = "nobody"', "line 2: contact: write an address such as"),
    ('url = "javascript:x"', 'line 2: url: write an address, such as "https://…"'),
    ('credit = "yes"', "line 2: credit: write true or false, not 'yes'"),
    ('colors = { light = { grund = "#fff" } }', "did you mean 'ground'?"),
    ('[colors.light]\nlink = "#f90"', "line 3: colors.light: link: link #ff9900 has a contrast of"),
    ('[colors.dark]\nground = "#888"', "ink #efe9dd has a contrast of 2.9 on ground #888888"),
    ('[colors.light]\nline = "#eee"', "at least 3 can be seen"),
    ('[[footer]]\ntext = "x"', "line 2: footer[1]: write either href, an address, or page"),
    ('[[footer]]\ntext = "x"\npage = "games"', "'games' is a folder of the site"),
    ('[[footer]]\ntext = "x"\npage = "nix"', "write its text into nix.en.md"),
    ('[[footer]]\ntext = "x"\npage = "odd"', "odd.en.md: line 3: has HTML, '<script>"),
    ('[[footer]]\ntext = "x"\npage = "odd"', "odd.en.md: line 5: has a picture"),
    *(
        (f'[[footer]]\ntext = "x"\nhref = {href!r}', "line 4: footer[1].href: write an address")
        for href in (
            "javascript:alert(1)",
            "//evil.example/",
            "../../x",
            "data:text/html,x",
            "/x",
            "a%23b",
        )
    ),
]


@pytest.mark.parametrize(("written", "said"), FAULTS)
def test_a_fault_is_named_with_its_line_and_what_would_be_right(written, said, tmp_path):
    text = written if written.startswith("name") else f'name = "M"\n{written}'
    odd = "# Hi\n\n<script>alert(1)</script>\n\n![b](x.png)\n"
    file = write_site(tmp_path, text, odd__en__md=odd, **{"a#b__svg": SVG.format("")})
    with pytest.raises(DefinitionError) as caught, guarded():
        read_identity(file)
    assert any(said in fault and str(file) in fault for fault in caught.value.faults)


def test_all_faults_of_a_site_are_reported_at_once(tmp_path):
    text = 'nam = "M"\nlogo = "gone.svg"\ncss = "own.css"\n[[footer]]\ntext = ""\n'
    css = "a { background: url(https://a.example/x.png) }\n@import 'b.css';\n"
    file = write_site(tmp_path, text, own__css=css)
    with pytest.raises(DefinitionError) as caught:
        read_identity(file)
    told = "\n".join(caught.value.faults)
    for part in ("nam:", "name: is missing", "gone.svg", "own.css, line 1", "own.css, line 2"):
        assert part in told
    assert "footer[1].text: must not be empty" in told


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<script>alert(1)</script>", "has a script"),
        ('<rect onclick="x()"/>', "has a script (onclick)"),
        ("<g><foreignObject/></g>", "has <foreignObject>"),
        ('<x:script xmlns:x="http://www.w3.org/1999/xhtml">x</x:script>', "has <script>"),
        ('<a href="javascript:alert(1)"><path d="M0 0h1v1z"/></a>', "refers to 'javascript:"),
        ('<image href="http://a.example/y.png"/>', "refers to 'http:"),
        ('<style>@import "x.css";</style>', "loads another file"),
        ("<style>a { fill: url( 'http://x' ) }</style>", "loads another file"),
        ('<rect style="fill:url(//x)"/>', "loads another file"),
    ],
)
def test_a_picture_that_does_more_than_show_something_is_refused(body, said, tmp_path):
    file = write_site(tmp_path, 'name = "M"\nlogo = "logo.svg"', logo__svg=SVG.format(body))
    with pytest.raises(DefinitionError, match=re.escape(said)):
        read_identity(file)


def test_deep_nesting_in_a_style_sheet_is_read(tmp_path):
    css = f"a {{ b: {'(' * 60_000} url(https://a.example/) }}"
    with pytest.raises(DefinitionError, match="is elsewhere"), guarded():
        read_identity(write_site(tmp_path, own__css=css))


def test_a_picture_may_refer_to_itself(tmp_path):
    body = "<style>a { fill: url( \"#a\" ) } b { fill: url('#a') }</style><rect fill='url(#a)'/>"
    file = write_site(tmp_path, logo__svg=SVG.format(body))
    assert read_identity(file).stated.logo.size == (200, 60)


@pytest.mark.parametrize("place", ["site.toml", "logo.svg", "own.css", "imprint.en.md"])
def test_what_is_no_file_is_not_read(place, tmp_path):
    file = write_site(tmp_path)
    (tmp_path / place).unlink()
    (tmp_path / place).mkdir()
    with pytest.raises(DefinitionError, match="cannot be read"), guarded():
        read_identity(file)


@pytest.mark.usefixtures("in_process")
def test_a_file_that_somebody_edited_stays_and_is_named(tmp_path):
    games, out = write_games(tmp_path / "games", 1), tmp_path / "public"
    assert build(games, out) == []
    edited = [out / "games/pond-1/index.html", out / "index.html"]
    for file in edited:
        file.write_text("mine", encoding="utf-8")
    for _ in range(2):
        told = build(games, out)
        assert [one.partition(":")[0] for one in told] == list(map(str, edited))
        assert "--anew" in told[0]
        assert {file.read_text(encoding="utf-8") for file in edited} == {"mine"}
    edited[0].unlink()
    assert len(build(games, out)) == 1
    assert "Pond 1" in edited[0].read_text(encoding="utf-8")
    assert build(games, out, anew=True) == []
    assert "Pond 1" in edited[1].read_text(encoding="utf-8")


@pytest.mark.usefixtures("in_process")
def test_signs_in_a_name_are_text_everywhere_and_pages_may_be_linked_twice(tmp_path):
    games, out = write_games(tmp_path / "games", 1), tmp_path / "public"
    name = """A & B's </script><x> "M" """.strip()
    footer = '[[footer]]\ntext = "I"\npage = "imprint"\n'
    write_site(games, f"name = {json.dumps(name)}\n{2 * footer}")
    (out / "nl").mkdir(parents=True)
    (out / "site.json").write_text("{}", encoding="utf-8")
    (out / "404.html").write_text("mine", encoding="utf-8")
    assert build(games, out) == build(games, out) == []
    assert (out / "404.html").read_text(encoding="utf-8") == "mine"
    text = (out / "games/pond-1/index.html").read_text(encoding="utf-8")
    assert "<x>" not in text
    (game,) = Head(text).described
    assert game["publisher"]["name"] == name
    assert ElementTree.parse(out / "feed.xml").find(".//{*}author/{*}name").text == name


@pytest.mark.usefixtures("in_process")
def test_an_edited_file_of_a_game_that_is_gone_stays(tmp_path):
    games, out = write_games(tmp_path / "games"), tmp_path / "public"
    build(games, out)
    page = out / "games/pond-2/index.html"
    page.write_text("mine", encoding="utf-8")
    (games / "pond-2").rename(tmp_path / "away")
    (told,) = build(games, out)
    assert told.startswith(f"{page}: stays")
    assert not (out / "games/pond-2/cover.svg").exists()
    assert build(games, out) == []
    assert page.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("in_process")
def test_after_a_change_to_the_identity_downloads_are_kept(tmp_path, monkeypatch):
    games, out = write_games(tmp_path / "games", 1), tmp_path / "public"
    write_site(games, 'name = "Pond Museum"')
    build(games, out, downloads=("kit",))
    kits = {file.name for file in (out / "files").iterdir()}
    write_site(games, 'name = "Lake Museum"')
    with monkeypatch.context() as patched:
        patched.setattr(GameDownloads, "made", lambda *_: pytest.fail("made again"))
        assert build(games, out, downloads=("kit",)) == []
    assert "Lake Museum" in (out / "games/pond-1/make/index.html").read_text(encoding="utf-8")
    assert {file.name for file in (out / "files").iterdir()} == kits
    next((out / "files").iterdir()).unlink()
    write_site(games, 'name = "Sea Museum"')
    assert build(games, out, downloads=("kit",)) == []
    assert {file.name for file in (out / "files").iterdir()} == kits


@pytest.mark.usefixtures("in_process")
def test_a_link_to_a_file_that_is_not_on_the_site_is_reported(tmp_path):
    games = write_games(tmp_path / "games", 1)
    footer = '[[footer]]\ntext = "P"\nhref = "privacy.html"\n'
    write_site(games, f'name = "M"\n{footer}')
    (told,) = build(games, tmp_path / "public")
    assert "footer[1].href: privacy.html is not on the site" in told
    (tmp_path / "public" / "privacy.html").write_text("p", encoding="utf-8")
    assert build(games, tmp_path / "public") == []


def test_the_command_notes_what_a_site_lacks(tmp_path, monkeypatch):
    games = write_games(tmp_path / "games", 1)
    monkeypatch.setattr("pnp.web.site.previews.fault", lambda: "PNG: cairosvg is not installed")
    command = ["site", str(games), "--out", str(tmp_path / "p"), "--downloads", "none"]
    told = CliRunner().invoke(app, [*command, "--url", URL]).output
    assert "no site.toml: the pages are signed pnp" in told
    assert "shared links show no picture: PNG: cairosvg is not installed" in told
    write_site(tmp_path, 'name = { de = "M" }\nlead = "x"')
    told = CliRunner().invoke(app, [*command, "--site", str(tmp_path / "site.toml")]).output
    assert "site.toml: name: not in en, so de is shown there" in told
    assert "no site.toml" not in told


def test_pictures_of_a_site_are_the_same_each_time(signed, tmp_path):
    games = signed.parent / "games"
    build(games, tmp_path / "again", previews=True)
    for path in signed.rglob("*.*"):
        if path.is_file() and "house" not in path.parts:
            same = tmp_path / "again" / path.relative_to(signed)
            assert same.read_bytes() == path.read_bytes(), path


def test_a_picture_of_a_site_shows_four_games():
    from pnp.render.png import tiled

    def plain(color):
        file = BytesIO()
        Image.new("RGB", (40, 20), color).save(file, "PNG")
        return file.getvalue()

    whole = Image.open(BytesIO(tiled([plain(one) for one in ("red", "lime", "blue", "white")], 2)))
    assert whole.size == (40, 20)
    seen = [whole.getpixel(at) for at in ((9, 4), (29, 4), (9, 14), (29, 14))]
    assert seen == [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]


def test_two_folders_of_games_with_a_site_each_need_a_choice(tmp_path):
    for name in ("a", "b"):
        write_site(tmp_path / name)
    with pytest.raises(Exception, match="--site: choose one of"):
        site_identity([str(tmp_path / "a"), str(tmp_path / "b")], None)
    chosen = site_identity([str(tmp_path / "a"), str(tmp_path / "b")], tmp_path / "a/site.toml")
    assert Path(chosen.file).parent.name == "a"
