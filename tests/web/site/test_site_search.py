"""The search of a site finds what the catalogue finds, from a disk, and lists do without it."""

import pytest

from pnp.definitions import built_in_games
from pnp.web.catalogue import FACETS
from pnp.web.library import Library
from pnp.web.site.build import static_files
from pnp.web.site.lists import listing_pages, search_index
from pnp.web.site.places import Places

SEARCHES = [
    "",
    "dice",
    "backgammon",
    "pieces",
    "turn",
    "TURNOOI horn",
    "com positie",
    "Hártmann",
    "1892",
    "nothing at all",
]


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    """The lists of the games that come with pnp, without the pages of the games."""
    folder, library = tmp_path_factory.mktemp("lists"), Library.built_in()
    static = set()
    files = [search_index(library.catalogue(), "en")]
    for page in listing_pages(library, Places(("en",))):
        files.append((page.file, page.content))
        static |= page.static
    for file, content in (*files, *static_files(static)):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    return folder


def shown(page):
    links = page.eval_on_selector_all(".card a", "all => all.map(one => one.getAttribute('href'))")
    return [link.split("games/")[1].split("/")[0] for link in links]


def test_a_search_finds_what_the_catalogue_finds(lists, chromium):
    catalogue = Library.built_in().catalogue()
    page = chromium.new_page()
    page.goto(f"{(lists / 'index.html').as_uri()}?q=turn")
    page.wait_for_selector(".found:not(:empty)")
    for text in SEARCHES:
        page.fill("#q", text)
        page.press("#q", "Enter")
        page.wait_for_timeout(20)
        assert shown(page) == [one.id for one in catalogue.matching(text).entries], text
    page.close()


def test_who_finds_nothing_is_offered_the_lists(lists, chromium):
    page = chromium.new_page()
    page.goto((lists / "index.html").as_uri())
    assert not page.is_visible("#lists")
    page.fill("#q", "no such game")
    page.wait_for_selector("#lists a[href*='by/kind/dice']", state="visible")
    assert "fewer words" in page.inner_text(".found")
    page.fill("#q", "turno")
    page.wait_for_selector("#lists", state="hidden")
    page.close()


def test_a_facet_narrows_a_search_and_counts_what_is_left(lists, chromium):
    catalogue = Library.built_in().catalogue()
    page = chromium.new_page()
    page.goto((lists / "index.html").as_uri())
    page.click("#search summary")
    page.wait_for_selector("#kind option[value=dice]", state="attached")
    page.select_option("#kind", "dice")
    page.press("#q", "Enter")
    page.wait_for_timeout(150)
    found = catalogue.matching(chosen={"kind": ("dice",)})
    assert shown(page) == [one.id for one in found.entries]
    counted = page.inner_text("#time option[value='20']")
    assert counted.endswith(f"({len(found.matching(chosen={'time': ('20',)}).entries)})")
    page.close()


def test_without_a_script_every_value_of_a_facet_has_a_page(lists, chromium):
    catalogue = Library.built_in().catalogue()
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    for facet in FACETS:
        for value in catalogue.facets()[facet]:
            file = lists / "by" / facet / value.key / "index.html"
            if len(catalogue.facets()[facet]) > 1:
                assert file.exists(), (facet, value.key)
    page.goto((lists / "by/place/bruges/index.html").as_uri())
    assert shown(page) == ["turno"]
    page.click("a[href$='time/20/index.html']")
    assert "turno" in shown(page)
    assert set(shown(page)) < set(built_in_games())
    context.close()
