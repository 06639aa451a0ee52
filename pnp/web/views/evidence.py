"""The evidence about a game: sources, facts, disputes, places and times."""

from typing import Any

from pnp.audit.check import evidence_faults
from pnp.base.languages import LanguageWords, language
from pnp.base.units import quoted
from pnp.game.game import Game
from pnp.render import svg
from pnp.rulebook.html import HtmlWriter, InlinePictures
from pnp.rulebook.parts import bibliography
from pnp.web import evidence as facts
from pnp.web.described import citation
from pnp.web.evidence import WIDTH, MapSpot, TimelineRow, draw_map, draw_timeline, height_of
from pnp.web.frame import SVG, Made, NotFoundError, Visit, WebFrame, WebPage, words_of
from pnp.web.rule_texts import rule_texts
from pnp.web.views.rules import STYLES, texts_for

MOST_FACTS = 30  # more are on pages of their own


def evidence_page(visit: Visit, game: str) -> WebPage:
    """Show the facts about a game, how certain they are, and their evidence."""
    frame, texts = visit.frame, texts_for(visit, game)
    spoken, words = texts.game, language(texts.lang)
    drawn = f"/games/{game}/evidence/{texts.lang}"
    spots, rows, subjects = facts.spots(spoken), facts.rows(spoken), facts.subjects(spoken, words)
    values = {
        "game": spoken,
        "lang": texts.lang,
        "origin": spoken.translated_from or spoken.language,
        "words": words,
        "subjects": subjects,
        "apart": sum(len(one.facts) for one in subjects) > MOST_FACTS,
        "disputes": facts.disputes(spoken),
        "shown": facts.shown(spoken, words),
        "questions": [
            (one, [facts.cited(spoken, key) for key in one.sources])
            for one in spoken.open_questions
        ],
        "sources": _sources(texts.game, words) if spoken.sources else "",
        "spots": [_spot(frame, one, spoken) for one in spots],
        "map": frame.to(f"{drawn}/map.svg") if spots else "",
        "rows": [_row(one, words) for one in rows],
        "timeline": frame.to(f"{drawn}/timeline.svg") if rows else "",
        "height": round(640 * height_of(rows) / WIDTH),
        "cites": citation(frame, spoken),
        "has_record": not evidence_faults(spoken),
    }
    title = frame.t("evidence.title", game=spoken.name)
    here = f"/games/{game}/evidence.json"
    return WebPage(
        "evidence.html", title, values, 200, spoken.summary, "games", here, styles=STYLES
    )


def facts_page(visit: Visit, game: str, subject: str) -> WebPage:
    """Show all facts about a rule set, the components or the game itself."""
    frame, texts = visit.frame, texts_for(visit, game)
    words = language(texts.lang)
    for one in facts.subjects(texts.game, words):
        if one.id == subject:
            about = {"game": texts.game, "lang": texts.lang, "words": words, "subject": one}
            disputed = any(each.about == one.name for each in facts.disputes(texts.game))
            title = frame.t("evidence.title", game=one.name)
            values = about | {"disputes": disputed}
            return WebPage("evidence_facts.html", title, values, at="games", styles=STYLES)
    raise NotFoundError(f"{game} has no facts about {quoted(subject)}")


def map_svg(visit: Visit, game: str, lang: str) -> Made:
    """Return a map of the places of the evidence."""
    spots = facts.spots(rule_texts(visit.library, game, lang).game)
    if not spots:
        raise NotFoundError(f"{game}: no evidence has coordinates")
    scene = draw_map(spots, words_of(lang, "evidence.compass"))
    return Made(svg.render(scene, words_of(lang, "evidence.map")), SVG)


def timeline_svg(visit: Visit, game: str, lang: str) -> Made:
    """Return a time line of a game and its sources."""
    rows = facts.rows(rule_texts(visit.library, game, lang).game)
    if not rows:
        raise NotFoundError(f"{game}: nothing has a date")
    scene = draw_timeline(rows, language(lang))
    return Made(svg.render(scene, words_of(lang, "evidence.timeline")), SVG)


def _sources(game: Game, words: LanguageWords) -> str:
    """Return the bibliography of a rulebook as HTML."""
    blocks = (bibliography(game.sources, game, words, full=True),)
    return HtmlWriter(game.name, words, InlinePictures()).blocks(blocks)


def _spot(frame: WebFrame, spot: MapSpot, game: Game) -> dict[str, Any]:
    """Return a place for a table, with its identifiers in other databases."""
    north, east, south, west = frame.t("evidence.compass").split()
    latitude = f"{frame.number(abs(spot.latitude))}° {north if spot.latitude >= 0 else south}"
    longitude = f"{frame.number(abs(spot.longitude))}° {east if spot.longitude >= 0 else west}"
    known_as = filter(None, map(game.authority, spot.places))
    return {
        "name": spot.name,
        "lang": facts.place_language(game, spot.places),
        "where": f"{latitude}, {longitude}",
        "ids": [id_ for one in known_as for id_ in one.ids],
    }


def _row(row: TimelineRow, words: LanguageWords) -> dict[str, str]:
    """Return a row of a time line for a table."""
    written = ", ".join(map(words.day, row.written))
    return {"name": row.name, "of": words.span(row.start, row.end) or "", "written": written}
