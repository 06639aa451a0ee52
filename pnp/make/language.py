"""Notes on texts that a chosen language leaves in that of the definition."""

from collections.abc import Iterator
from typing import Literal

from pnp.base.languages import read_words
from pnp.base.messages import Message
from pnp.base.units import quoted
from pnp.definitions import Loaded
from pnp.game.translation import table_file

WordFolder = Literal["pieces", "kits", "laser/steps"]  # of templates
_SAID: dict[WordFolder, str] = {
    "pieces": "labels of sheets and boxes",
    "kits": "the first pages of kits",
    "laser/steps": "steps at a laser",
}


def untranslated(loaded: Loaded, lang: str | None) -> Iterator[str]:
    """Yield a note for each part of a game that is not in the chosen language."""
    game = loaded.game
    spoken, own = game.language, game.translated_from
    if lang is not None and lang != game.language:
        spoken, own = lang, game.language
        file = table_file(loaded.file.parent, lang)
        missing = str(file.relative_to(loaded.file.parent))
        yield Message("partly_translated", written=lang, own=quoted(game.language), file=missing)
    for key, component in game.components.items():
        if own and component.text_language == own:
            yield Message("no_columns", key, column=f"title_{spoken}", written=own)


def left_in_english(lang: str, *folders: WordFolder) -> Iterator[str]:
    """Yield a note on pnp's own words for which a language has no tables."""
    lacking = [_SAID[one] for one in folders if read_words(one, lang)["code"] != lang]
    if lacking:
        yield Message("left_in_english", what=" and ".join(lacking), written=lang)
