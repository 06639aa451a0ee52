"""What a chosen language leaves in that of the definition."""

from collections.abc import Iterator

from pnp.base.units import quoted
from pnp.base.words import piece_words
from pnp.definitions import Loaded
from pnp.game.translation import table_file


def untranslated(loaded: Loaded, lang: str | None) -> Iterator[str]:
    """Yield a note for each part of a game that is not in the language asked for."""
    game = loaded.game
    if lang is not None and lang != game.language:
        file = table_file(loaded.file.parent, lang)
        yield (
            f"cards are in {quoted(lang)}, all else in {quoted(game.language)}: "
            f"there is no {file.relative_to(loaded.file.parent)}"
        )
    if game.translated_from is None:
        return
    for key, component in game.components.items():
        if component.text_language == game.translated_from:
            yield (
                f"{key}: its rows have no columns such as title_{game.language}, "
                f"so they are in {quoted(game.translated_from)}"
            )
    if piece_words(game.language).code != game.language:
        yield f"labels of sheets are in English: pnp does not speak {quoted(game.language)}"
