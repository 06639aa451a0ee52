"""Notes on the parts of a partly translated game that stay in the definition's language."""

from collections.abc import Iterator

from pnp.base.units import join_words, quoted
from pnp.definitions.cards import RowsInLanguage, place_of
from pnp.game.game import Game

MOST_NAMED = 8  # rows or sentences in one note


def left_rows(table: str, rows: RowsInLanguage, own: str) -> Iterator[str]:
    """Yield a note with the number and the places of untranslated rows."""
    if rows.left:
        places = [
            f"{(place_of(line) or line).rpartition(', ')[2]} ({', '.join(columns)})"
            for line, columns in rows.left.items()
        ]
        count = f"{len(rows.left)} of {len(rows.cards)} rows"
        yield f"{table}: {count} are partly in {quoted(own)}: {_named(places)}"


def left_sentences(game: Game) -> Iterator[str]:
    """Yield a note with the number and the words of untranslated sentences."""
    if game.untranslated:
        words = [quoted(sentence) for sentence in game.untranslated]
        number = f"{len(words)} sentence" + ("s" if len(words) > 1 else "")
        yield (
            f"rules/definition.{game.language}.toml: {number} stay in "
            f"{quoted(game.translated_from)}: {_named(words)}"
        )


def _named(words: list[str]) -> str:
    more = len(words) - MOST_NAMED
    return join_words([*words[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])
