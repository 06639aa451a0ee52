"""Check the rule texts of a game, in each language that has some."""

from collections.abc import Iterator, Mapping

from pnp.base.errors import AuditError, PnpError
from pnp.definitions import Loaded, NamedGame
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.make.wing import WingFindings


def check_texts(named: NamedGame, games: Mapping[str, Game]) -> WingFindings:
    """Return the faults of a game's rule texts, or of one rule set's; a line for each.

    ``games`` holds the game by language. Languages and rule sets without a text are skipped.
    """
    return WingFindings(tuple(dict.fromkeys(_faults(named, games))))


def sheet_faults(loaded: Loaded, rule_set: str, lang: str) -> tuple[str, ...]:
    """Return the faults of a rule set's text, and what cannot be set on its sheet."""
    from pnp.rulebook.review import review_text

    try:
        review = review_text(loaded.file.parent, loaded.game, rule_set, lang)
        return (*review, *_unset_of_sheet(loaded, loaded.speaking(lang), rule_set, lang))
    except PnpError as error:
        return error.faults


def _faults(named: NamedGame, games: Mapping[str, Game]) -> Iterator[str]:
    from pnp.rulebook.review import review_text
    from pnp.rulebook.source import languages_of, rules_file

    game, folder = named.loaded.game, named.loaded.file.parent
    chosen = tuple(game.rule_sets) if named.rule_set is None else (named.rule_set,)
    for lang in languages_of(folder, game):
        there = [key for key in chosen if rules_file(folder, key, lang).exists()]
        spoken = games.get(lang, None if lang in named.loaded.languages else game)
        sound = []
        for key in there:
            try:
                yield from review_text(folder, spoken or game, key, lang)
            except PnpError as error:
                yield from error.faults
            else:
                sound.append(key)
        if spoken is None:  # what is not translated is reported with the definition
            continue
        try:
            yield from _unset(named, spoken, lang, sound, whole=there == list(game.rule_sets))
        except AuditError:  # which is in the report
            pass
        except PnpError as error:
            yield from error.faults


def _unset(
    named: NamedGame, game: Game, lang: str, rule_sets: list[str], whole: bool
) -> Iterator[str]:
    """Yield what cannot be set: in the rulebook if all of its texts exist, else on sheets.

    Raises:
        RulesError: If a text has faults.
        AuditError: If the box falls short of its rules.
    """
    from pnp.rulebook.book import rulebook
    from pnp.rulebook.source import texts_in
    from pnp.rulebook.unset import unset

    loaded = named.loaded
    if whole and rule_sets:
        file = loaded.file
        book, texts = rulebook(file.parent, game, lang), texts_in(file.parent, lang)
        yield from unset(book, PAPERS["a4"], f"{file}, in {lang}", (*texts, file))
        return
    for key in rule_sets:
        yield from _unset_of_sheet(loaded, game, key, lang)


def _unset_of_sheet(loaded: Loaded, game: Game, rule_set: str, lang: str) -> tuple[str, ...]:
    from pnp.rulebook.sheet import rule_sheet
    from pnp.rulebook.source import rules_file, texts_in
    from pnp.rulebook.unset import unset

    file = loaded.file
    folder = file.parent
    name = str(rules_file(folder, rule_set, lang))
    sheet = rule_sheet(folder, game, rule_set, lang)
    return unset(sheet, PAPERS["a4"], name, (*texts_in(folder, lang), file))
