"""The rule sheets of a game: a list, a page for each, its figures, and the PDFs."""

from typing import Any

from pnp.base.errors import UsageError
from pnp.base.languages import language
from pnp.base.units import quoted
from pnp.game.paper import PAPERS
from pnp.game.rules import RuleSet
from pnp.make.options import read_options
from pnp.rulebook.job import RuleOptions, RulesJob
from pnp.web.frame import PDF, SVG, Made, Visit, WebPage
from pnp.web.rule_texts import RuleTexts, rule_texts
from pnp.web.views.game import is_sourced, setup_link

STYLES = ("reading.css",)
LIST_STYLES = ("games.css",)


def rules_list(visit: Visit, game: str) -> WebPage:
    """Show the rule sets of a game."""
    texts = texts_for(visit, game)
    frame = visit.frame
    values = {
        "game": texts.game,
        "lang": texts.lang,
        "rule_sets": [_listed(visit, texts, key) for key in texts.game.rule_sets],
        "book": frame.to(f"/games/{game}/rules/{texts.lang}/rulebook.pdf"),
    }
    title = frame.t("rules.list_title", game=texts.game.name)
    return WebPage(
        "rules_list.html", title, values, about=texts.game.summary, at="games", styles=LIST_STYLES
    )


def rules_page(visit: Visit, game: str, rule_set: str, lang: str) -> WebPage:
    """Show a rule sheet."""
    texts = rule_texts(visit.library, game, lang)
    sheet = texts.sheet(rule_set)
    frame, here = visit.frame, f"/games/{game}/rules/{rule_set}"
    values = {
        "game": texts.game,
        "rule_set": rule_set,
        "is_sourced": is_sourced(texts.game),
        "sheet": sheet,
        "html": texts.html(rule_set, lambda key: frame.to(f"{here}/figures/{key}.svg")),
        "contents": texts.contents(rule_set),
        "languages": _languages(visit, texts, here),
        "left": texts.untranslated(rule_set),
        "origin": language(texts.game.translated_from or lang).name,
        "pdf": frame.to(f"{here}/{lang}/sheet.pdf"),
        "book": frame.to(f"/games/{game}/rules/{lang}/rulebook.pdf"),
    }
    return WebPage(
        "rules.html", sheet.full_title, values, about=sheet.summary, at="games", styles=STYLES
    )


def figure_svg(visit: Visit, game: str, rule_set: str, key: str) -> Made:
    """Return a picture of a rule sheet; its key may end in a language."""
    _, _, lang = key.partition("_")
    texts = rule_texts(visit.library, game, lang or main_language(visit, game))
    return Made(texts.figure(rule_set, key), SVG)


def sheet_pdf(visit: Visit, game: str, rule_set: str, lang: str) -> Made:
    """Return the PDF of a rule sheet."""
    rule_texts(visit.library, game, lang).sheet(rule_set)  # raises if there is no such sheet
    return _pdf(visit, game, lang, rule_sets=[rule_set])


def rulebook_pdf(visit: Visit, game: str, lang: str, rule_set: str = "") -> Made:
    """Return the PDF of all rule sheets, with the evidence about the game."""
    texts = rule_texts(visit.library, game, lang)
    if rule_set:
        texts.sheet(rule_set)  # raises if there is no such sheet
    return _pdf(visit, game, lang, book_alone=True)


def texts_for(visit: Visit, game: str) -> RuleTexts:
    """Return the rule sheets in the language of the page, or else in the main one of the game."""
    texts = rule_texts(visit.library, game, visit.frame.lang)
    if visit.frame.lang in texts.languages:
        return texts
    return rule_texts(visit.library, game, texts.languages[0])


def main_language(visit: Visit, game: str) -> str:
    """Return the language for which figures without words are drawn."""
    return rule_texts(visit.library, game, visit.frame.lang).languages[0]


def _listed(visit: Visit, texts: RuleTexts, key: str) -> dict[str, Any]:
    game, rule_set = texts.game.id, texts.game.rule_sets[key]
    to = f"/games/{game}/rules/{key}/"
    return {
        "setup": setup_link(visit.frame, texts.game, key),
        "name": rule_set.name,
        "summary": rule_set.summary,
        "facts": _facts(rule_set, texts.lang),
        "link": visit.frame.to(f"{to}{texts.lang}/"),
        "pdf": visit.frame.to(f"{to}{texts.lang}/sheet.pdf"),
        "others": [one for one in _languages(visit, texts, to[:-1]) if one["code"] != texts.lang],
    }


def _facts(rule_set: RuleSet, lang: str) -> list[str]:
    """Return the number of players and the duration, in a few words each."""
    words = language(lang)
    players = words.range(rule_set.players.least, rule_set.players.most)
    found = [f"{words.labels['players']}{words.colon}{players}"]
    if rule_set.age:
        found.append(words.labels["years"].format(age=rule_set.age))
    if rule_set.minutes:
        found.append(words.labels["minutes"].format(minutes=rule_set.minutes))
    return found


def _languages(visit: Visit, texts: RuleTexts, path: str) -> list[dict[str, Any]]:
    """Return the languages of the rules; those of the interface also switch the page."""
    offered = visit.frame.offered
    return [
        {
            "code": code,
            "name": language(code).name,
            "link": visit.frame.to(f"{path}/{code}/", code if code in offered else None),
            "is_current": code == texts.lang,
        }
        for code in texts.languages
    ]


def _pdf(visit: Visit, game: str, lang: str, **chosen: Any) -> Made:
    """Return the output of ``pnp rules`` on the paper in the address."""
    written = {"languages": lang, "formats": "pdf", "paper": _paper(visit), "partly": True}
    options = read_options(RuleOptions, written | chosen)
    (file,) = RulesJob(visit.library.load(game), options).files()
    return Made(file.content(), PDF, download=f"{game}-{file.path.rpartition('/')[2]}")


def _paper(visit: Visit) -> str:
    """Return the name of the paper in an address."""
    words = visit.request.query
    faults = [f"{quoted(key)} chooses nothing here; paper does" for key in words if key != "paper"]
    paper = words.get("paper", ["a4"])[-1]
    if paper not in PAPERS:
        faults.append(f"paper: write one of {', '.join(PAPERS)}, not {quoted(paper)}")
    if faults:
        raise UsageError("\n".join(faults))
    return paper
