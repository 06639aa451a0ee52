"""Check the rule texts of a game, in each language that has some."""

from collections.abc import Iterator

from pnp.base.errors import PnpError
from pnp.definitions import NamedGame


def check_texts(named: NamedGame) -> tuple[str, ...]:
    """Return the faults of a game's rule texts, or of those of one rule set; a line for each.

    Languages and rule sets without a text are left out.
    """
    return tuple(dict.fromkeys(_faults(named)))


def _faults(named: NamedGame) -> Iterator[str]:
    from pnp.rulebook.review import review_text
    from pnp.rulebook.source import languages_of, rules_file

    game, folder = named.loaded.game, named.loaded.file.parent
    chosen = game.rule_sets if named.rule_set is None else (named.rule_set,)
    for lang in languages_of(folder, game):
        for key in chosen:
            if not rules_file(folder, key, lang).exists():
                continue
            try:
                yield from review_text(folder, game, key, lang)
            except PnpError as error:
                yield from str(error).splitlines()
