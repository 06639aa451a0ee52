"""Check the rule texts of a game, in each language that has some."""

from collections.abc import Iterator

from pnp.base.errors import AuditError, PnpError
from pnp.definitions import NamedGame
from pnp.game.paper import PAPERS


def check_texts(named: NamedGame) -> tuple[str, ...]:
    """Return the faults of a game's rule texts, or of those of one rule set; a line for each.

    Languages and rule sets without a text are left out.
    """
    return tuple(dict.fromkeys(_faults(named)))


def _faults(named: NamedGame) -> Iterator[str]:
    from pnp.rulebook.review import review_text
    from pnp.rulebook.source import languages_of, rules_file

    game, folder = named.loaded.game, named.loaded.file.parent
    chosen = tuple(game.rule_sets) if named.rule_set is None else (named.rule_set,)
    for lang in languages_of(folder, game):
        there = [key for key in chosen if rules_file(folder, key, lang).exists()]
        sound = []
        for key in there:
            try:
                yield from review_text(folder, game, key, lang)
            except PnpError as error:
                yield from str(error).splitlines()
            else:
                sound.append(key)
        try:
            yield from _unset(named, lang, sound, whole=there == list(game.rule_sets))
        except AuditError:  # which the report tells
            pass
        except PnpError as error:
            yield from str(error).splitlines()


def _unset(named: NamedGame, lang: str, rule_sets: list[str], whole: bool) -> Iterator[str]:
    """Yield what cannot be set: of the rulebook if all of its texts are there, or of sheets.

    Raises:
        RulesError: If a text has faults.
        AuditError: If the box falls short of its rules.
    """
    from pnp.rulebook import rule_sheet, rulebook
    from pnp.rulebook.source import rules_file, texts_in
    from pnp.rulebook.unset import unset

    file, paper = named.loaded.file, PAPERS["a4"]
    folder, game = file.parent, named.loaded.speaking(lang)
    if whole and rule_sets:
        book = rulebook(folder, game, lang)
        yield from unset(book, paper, f"{file}, in {lang}", (*texts_in(folder, lang), file))
        return
    for key in rule_sets:
        text = rules_file(folder, key, lang)
        sheet = rule_sheet(folder, game, key, lang)
        yield from unset(sheet, paper, str(text), (*texts_in(folder, lang), file))
