"""Who publishes a game, how it is cited, and what pages say to search engines (schema.org)."""

from collections.abc import Mapping
from typing import Any

from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.web.citation import cited
from pnp.web.frame import WebFrame

PageDescription = dict[str, Any]
_CONTEXT = "https://schema.org"


def as_published(frame: WebFrame, game: Game) -> Game:
    """Return a game whose record, if nobody else holds it, is that of the site's publisher."""
    sign = frame.signature
    if not sign.publisher or game.deposit.holder:
        return game
    page = frame.public(f"/games/{game.id}/", None) if frame.public else None
    own = Deposit(holder=sign.name, contact_email=sign.contact or None, record=page)
    return game.model_copy(update={"deposit": game.deposit.over(own)})


def citation(frame: WebFrame, game: Game) -> str:
    """Return how to cite a game, in a line."""
    edition, by_pnp = frame.t("game.this_edition"), frame.signature.shows_pnp
    return cited(as_published(frame, game), edition, by_pnp=by_pnp)


def publisher(frame: WebFrame) -> PageDescription | None:
    """Return who publishes a site, if it says so."""
    sign = frame.signature
    if not sign.publisher:
        return None
    logo = frame.public(sign.logo, None) if frame.public and sign.logo else None
    said = {"name": sign.name, "url": sign.url, "email": sign.contact, "logo": logo}
    return {"@type": "Organization", **{key: value for key, value in said.items() if value}}


def described_site(frame: WebFrame) -> PageDescription:
    """Return the description of a site for its start page; empty if its address is unknown."""
    if not frame.public:
        return {}
    about: PageDescription = {
        "@context": _CONTEXT,
        "@type": "WebSite",
        "name": frame.signature.name,
        "description": frame.signature.lead or frame.t("home.lead"),
        **online(frame, "/"),
        "inLanguage": frame.lang,
    }
    return about


def described_game(frame: WebFrame, game: Game) -> PageDescription:
    """Return the description of a game for its page; empty if the site's address is unknown."""
    if not frame.public:
        return {}
    about: PageDescription = {
        "@context": _CONTEXT,
        "@type": "Game",
        "name": game.name,
        "description": game.summary,
        **online(frame, f"/games/{game.id}/"),
        "inLanguage": game.language,
    }
    if game.author:
        about["author"] = {"@type": "Thing", "name": game.author}
    if game.rights_address:
        about["license"] = game.rights_address
    if rules := game.rule_sets.values():
        least = min(one.players.least for one in rules)
        most = max(one.players.most for one in rules)
        about["numberOfPlayers"] = {
            "@type": "QuantitativeValue",
            "minValue": least,
            "maxValue": most,
        }
    if ages := [one.age for one in game.rule_sets.values() if one.age]:
        about["typicalAgeRange"] = f"{min(ages)}-"
    return about


def online(frame: WebFrame, path: str) -> Mapping[str, Any]:
    """Return where a page is, its picture and its publisher."""
    if not frame.public:
        return {}
    found = {
        "url": frame.public(path, None),
        "image": frame.public(frame.picture, None) if frame.picture else None,
        "publisher": publisher(frame),
    }
    return {key: value for key, value in found.items() if value}
