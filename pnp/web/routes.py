"""All addresses, and the view that answers each.

A part in braces stands for one id, number or file name: letters, digits, ``-`` and ``_``. It is
passed to the view as an argument. Views are imported when first used.
"""

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.make.wing import own_wings
from pnp.web.errors import NotFoundError
from pnp.web.frame import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

VIEWS = "pnp.web.views"
_GAME, _RULES = "/games/{game}", "/games/{game}/rules/{rule_set}/{lang}"
_OWN = "/own/{part}"
ROUTES = {
    "/": "home:home_page",
    "/games.json": "data:games_json",
    f"{_GAME}/": "game:game_page",
    f"{_GAME}.json": "data:game_json",
    f"{_GAME}/cover.svg": "game:cover_svg",
    f"{_GAME}/setups/{{key}}.svg": "game:setup_svg",
    f"{_GAME}/make/": "make:make_page",
    f"{_GAME}/make/soon/": "make:soon_page",
    f"{_GAME}/make.json": "make:make_json",
    f"{_GAME}/make/kit.pdf": "make:kit_pdf",
    f"{_GAME}/make/kit.zip": "make:kit_zip",
    f"{_GAME}/make/pages/{{part}}/{{number}}.svg": "make:page_svg",
    f"{_GAME}/rules/": "rules:rules_list",
    f"{_GAME}/rules/{{lang}}/rulebook.pdf": "rules:rulebook_pdf",
    f"{_GAME}/rules/{{rule_set}}/figures/{{key}}.svg": "rules:figure_svg",
    f"{_RULES}/": "rules:rules_page",
    f"{_RULES}/sheet.pdf": "rules:sheet_pdf",
    f"{_RULES}/rulebook.pdf": "rules:rulebook_pdf",
    f"{_GAME}/evidence/": "evidence:evidence_page",
    f"{_GAME}/evidence/{{subject}}/": "evidence:facts_page",
    f"{_GAME}/evidence.json": "data:evidence_json",
    f"{_GAME}/evidence/{{lang}}/map.svg": "evidence:map_svg",
    f"{_GAME}/evidence/{{lang}}/timeline.svg": "evidence:timeline_svg",
    f"{_GAME}/check.json": "data:check_json",
    f"{_GAME}/citation.bib": "data:citation_bib",
    f"{_GAME}/citation.json": "data:citation_json",
    f"{_GAME}.jsonld": "data:game_jsonld",
    f"{_GAME}/lido.xml": "data:lido_xml",
    f"{_GAME}/dc.xml": "data:dublin_core_xml",
    "/printer/": "printer:printer_page",
    "/printer/test.pdf": "printer:test_pdf",
    "/printer/example.svg": "printer:example_svg",
    "/own/": "desk:desk_page",
    "/own/state.json": "desk:state_json",
    f"{_OWN}/": "desk:part_page",
    f"{_OWN}/cards/{{card}}/": "desk:card_page",
    f"{_OWN}/cards/{{card}}/{{side}}.svg": "desk:face_svg",
    f"{_OWN}/sheets/{{number}}/": "desk:sheet_page",
    f"{_OWN}/sheets/{{number}}.svg": "desk:sheet_svg",
    "/static/{file}": "home:static_file",
}
LONGEST = 500  # letters of a path
_PART = r"(?P<\1>[a-z0-9][A-Za-z0-9_-]{0,99})"
_FILE = r"(?P<file>[a-z0-9][A-Za-z0-9_-]{0,99}\\.[a-z0-9]{2,5})"


class Route(NamedTuple):
    """A view and its arguments; that of a wing is a whole place, another one is in VIEWS."""

    view: str
    arguments: dict[str, str]

    def load(self) -> "Callable[..., Any]":
        """Import the view.

        Raises:
            NotFoundError: If it does not exist.
        """
        module, _, name = self.view.partition(":")
        try:
            place = module if "." in module else f"{VIEWS}.{module}"
            return getattr(import_module(place), name)  # type: ignore[no-any-return]
        except (AttributeError, ModuleNotFoundError) as error:
            raise NotFoundError("there is no such page") from error


def match(path: str) -> Route:
    """Return the route of a path without language prefix.

    Raises:
        NotFoundError: If no address matches.
    """
    if len(path) <= LONGEST:
        for pattern, view in _patterns():
            if found := pattern.fullmatch(path):
                return Route(view, found.groupdict())
    raise NotFoundError("there is no such page")


def leads_on(path: str) -> bool:
    """Return whether a path is that of a page without the final slash."""
    try:
        match(split_language(f"{path}/")[1])
    except NotFoundError:
        return False
    return True


def split_language(path: str) -> tuple[str, str]:
    """Return the language prefix of a path and the rest; only pages have a prefix."""
    head, slash, rest = path[1:].partition("/")
    is_page = path.endswith("/") and path[:1] == "/"
    return (head, slash + rest) if is_page and head in LANGUAGES else ("", path)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    own = {f"{_GAME}/{at}": view for wing in own_wings() for at, view in wing.views.items()}
    for pattern, view in (ROUTES | own).items():
        text = pattern.replace(".", r"\.")
        text = re.sub(r"\{file\}", _FILE, text)
        found.append((re.compile(re.sub(r"\{(\w+)\}", _PART, text)), view))
    return tuple(found)
