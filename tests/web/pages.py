"""The pages there are, and the ways in which people see them."""

from itertools import product
from typing import NamedTuple

SCHEMES = ("light", "dark")
WIDTHS = (1280, 390, 320)  # a desk, a telephone, and a desk enlarged to 400 %
LANGUAGES = ("en", "de", "nl", "fr")
ALL_OF_TURNO = (
    "tiles,hexagon,pawns,die,tracker,loop-mat,star-mat,checkers-mat,turnooi-mat,turnooi-9x6-mat,"
    "deck-36,deck-49,deck-72,box-36,box-49,box-72"
)
PATHS = (
    "/",
    "/?players=2&q=tile",
    "/?q=nothing+like+this",
    "/games/turno/",
    "/games/turno/make/",
    "/games/turno/make/?for=loop&paper=letter&duplex=fold&ink=low",
    "/games/turno/make/soon/?for=loop&show=choices",
    "/games/turno/make/?only=deck-36,tracker&show=choices",
    f"/games/turno/make/?only={ALL_OF_TURNO}",
    "/games/turno/laser/",
    "/games/turno/laser/beds/",
    "/games/turno/rules/",
    "/games/turno/rules/loop/{lang}/",
    "/games/tawula/rules/anatolia-1845/{lang}/",
    "/games/tawula/evidence/",
    "/games/punt-match/evidence/",
    "/games/punt-match/",
    "/games/compositie/make/",
    "/games/turnio/",
    "/games/turno/make/share/?for=loop",
    "/evening/",
    "/evening/?kit=turno/loop&kit=tawula/anatolia-1845",
    "/printer/",
)
REFUSED = {"/games/turno/make/?paper=a99": 400, "/games/nothing/": 404}


class View(NamedTuple):
    """A page as somebody sees it."""

    path: str
    scheme: str
    width: int
    lang: str

    @property
    def address(self) -> str:
        """The path with the prefix of its language."""
        return f"/{self.lang}{self.path.replace('{lang}', self.lang)}"

    @property
    def status(self) -> int:
        """The status of the answer."""
        return REFUSED.get(self.path, 200)

    def __str__(self) -> str:
        return f"{self.address} {self.scheme} {self.width}"


def all_views(paths: tuple[str, ...] = (*PATHS, *REFUSED)) -> list[View]:
    """Return every page in every way."""
    return [View(*one) for one in product(paths, SCHEMES, WIDTHS, LANGUAGES)]


def some_views(paths: tuple[str, ...] = (*PATHS, *REFUSED)) -> list[View]:
    """Return each page in one way; together they are seen in every way."""
    ways = list(product(SCHEMES, WIDTHS, LANGUAGES))
    return [View(path, *ways[7 * n % len(ways)]) for n, path in enumerate(paths)]
