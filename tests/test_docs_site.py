"""The documentation as a site: nothing is missing from it, and every page is found."""

import os
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile, copytree

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))
STRUCTURE = ("h1", "h2", "h3", "img", "li", "ol", "pre", "table", "tr", "ul")

needs_zensical = pytest.mark.skipif(
    not find_spec("zensical") and not os.environ.get("CI"), reason="zensical is not installed"
)


class Counted(HTMLParser):
    """How often each element of the structure is in a page's article, and what the page loads."""

    def __init__(self, html):
        super().__init__()
        self.elements = dict.fromkeys(STRUCTURE, 0)
        self.loaded, self._in_article = [], False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self._in_article |= tag == "article"
        if self._in_article and tag in self.elements:
            self.elements[tag] += 1
        names = {"script": "src", "img": "src", "link": "href"}
        if dict(attrs).get("rel") != "canonical":
            self.loaded += [value for name, value in attrs if name == names.get(tag)]

    def handle_endtag(self, tag):
        self._in_article &= tag != "article"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    copytree(DOCS, folder / "docs")
    copyfile(ROOT / "zensical.toml", folder / "zensical.toml")
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "output" / "docs"


@needs_zensical
def test_every_page_of_the_site_has_what_its_markdown_has(site):
    read = {page: Counted((site / address(page)).read_text(encoding="utf-8")) for page in PAGES}
    assert {page: made.elements for page, made in read.items()} == {
        page: Counted(f"<article>{hosted(page)}</article>").elements for page in PAGES
    }
    addresses = {address for made in read.values() for address in made.loaded}
    assert [address for address in addresses if re.match("(https?:)?//", address)] == []


def hosted(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return MarkdownIt().enable("table").render(text)


def address(page):
    return re.sub(r"README$", "index", page.removesuffix(".md")) + ".html"


@needs_zensical
def test_the_site_has_no_sources_of_what_it_shows(site):
    kinds = {
        file.suffix for file in site.rglob("*") if file.is_file() and "assets" not in str(file)
    }
    assert kinds <= {".html", ".json", ".png", ".xml"}


def test_every_page_is_reached_from_the_index():
    found, wanted = set(), ["README.md"]
    while wanted:
        found.add(page := wanted.pop())
        text = (DOCS / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#\s]+\.md)", text):
            linked = os.path.normpath(Path(page).parent / target)
            if linked not in found:
                wanted.append(linked)
    assert sorted(found) == PAGES, "link the new page from docs/README.md or a page it leads to"


def test_the_navigation_lists_every_page_once():
    nav = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    assert sorted(listed(nav)) == PAGES, "list the new page in zensical.toml"


def listed(entry):
    """Yield the pages of a navigation, in its order."""
    if isinstance(entry, str):
        yield entry
        return
    for each in entry.values() if isinstance(entry, dict) else entry:
        yield from listed(each)
