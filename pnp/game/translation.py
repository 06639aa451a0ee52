"""Translate the sentences of a definition.

For each language other than the definition's, ``rules/definition.<language>.toml`` maps every
sentence of the definition that rules or pieces show to its translation.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any, TypeVar, cast

from pnp.base.errors import DefinitionError, RulesError, first_faults, unreadable
from pnp.base.files import read_sandboxed, rule_names
from pnp.base.messages import Location, Message
from pnp.base.toml import parse_toml
from pnp.base.units import quoted
from pnp.game.fields import Model
from pnp.game.game import Game

_TABLE = re.compile(r"definition\.([a-z]{2})\.toml")
_LONGEST = 500  # letters of a sentence that a message quotes in full

T = TypeVar("T")


def table_file(folder: Path, lang: str) -> Path:
    """Return the path of a game's translations into a language."""
    return folder / "rules" / f"definition.{lang}.toml"


def table_languages(folder: Path) -> tuple[str, ...]:
    """Return the languages into which a game's definition is translated."""
    found = map(_TABLE.fullmatch, rule_names(folder, "definition.*.toml"))
    return tuple(sorted(match[1] for match in found if match))


def checksum(folder: Path, lang: str) -> str:
    """Return the SHA-256 of the translations into a language, which must be readable."""
    return sha256(read_sandboxed(folder, table_file(folder, lang), "definition_kb")).hexdigest()


def translated(folder: Path, game: Game, lang: str, partly: bool = False) -> Game:
    """Return the game with its names, facts, words on pieces and so on in a language.

    A sentence without a letter, such as a number on a board, needs no translation. ``partly`` keeps
    sentences without a translation, and lists them in the game. Translations of places of evidence
    are optional.

    Raises:
        RulesError: If the table cannot be read, lacks a sentence of the definition, or has one that
            is not in it; one line for each.
    """
    if lang == game.language:
        return game
    file = table_file(folder, lang)
    if partly:
        there = _table(file) if os.path.lexists(file) else {}
        table = {key: text for key, text in there.items() if text}
    else:
        table = _read(file)
    wanted = dict.fromkeys(sentences(game))
    missing = tuple(_missing(wanted, table))
    faults = [] if partly else [("untranslated", sentence) for sentence in missing]
    faults += [
        ("unknown_sentence", sentence)
        for sentence in table
        if sentence not in wanted and sentence not in game.places
    ]
    _refuse(file, faults)
    result = _mapped(game, lambda sentence: table.get(sentence, sentence))
    found = {
        "language": lang,
        "translated_from": game.language,
        "untranslated": missing if partly else None,
        "place_names": {place: table[place] for place in game.places if place in table},
    }
    return result.model_copy(update=found)


def _missing(wanted: Iterable[str], table: Mapping[str, str]) -> Iterator[str]:
    return (one for one in wanted if one not in table and any(map(str.isalpha, one)))


def missing_rows(folder: Path, game: Game, lang: str) -> tuple[str, ...]:
    """Return a line to fill in for each sentence that the table of a language lacks."""
    file = table_file(folder, lang)
    table = _table(file) if os.path.lexists(file) else {}
    missing = _missing(dict.fromkeys(sentences(game)), table)
    return tuple(f'{dumps(sentence, ensure_ascii=False)} = ""' for sentence in missing)


def _in_full(sentence: str) -> str:
    """Format a sentence as a key that can be copied into the table."""
    written = dumps(sentence, ensure_ascii=False)
    return written if len(written) <= _LONGEST else quoted(sentence)


def sentences(value: object) -> Iterator[str]:
    """Yield every sentence of a model that needs a translation, with duplicates."""
    found: list[str] = []

    def keep(sentence: str) -> str:
        found.append(sentence)
        return sentence

    _mapped(value, keep)
    yield from found


def _mapped(value: T, change: Callable[[str], str]) -> T:
    """Return a value with ``change`` applied to every sentence in it."""
    match value:
        case Model():
            before = {name: getattr(value, name) for name in type(value).model_fields}
            own = value.with_sentences(change)
            changed = {
                name: own[name] if name in own else _mapped(part, change)
                for name, part in before.items()
            }
            # Already validated; validating again would refuse fields that the loader filled in.
            return type(value).model_construct(**changed) if changed != before else value
        case tuple() if type(value) is tuple:
            return cast(T, tuple(_mapped(part, change) for part in value))
        case Mapping():
            return cast(T, {key: _mapped(part, change) for key, part in value.items()})
        case _:
            return value


def _read(file: Path) -> dict[str, str]:
    """Read a table that has a translation for every sentence."""
    table = _table(file)
    _refuse(file, [("empty_translation", key) for key, text in table.items() if not text])
    return table


def _refuse(file: Path, found: Sequence[tuple[str, str]]) -> None:
    """Raise a RulesError for faults, each with the sentence that has it."""
    at = Location(file=file)
    faults: list[str] = [Message(key, at, sentence=_in_full(sentence)) for key, sentence in found]
    if faults:
        raise RulesError(*first_faults(faults, at))


def _table(file: Path) -> dict[str, str]:
    """Read a table whose translations may be empty."""
    try:
        content = read_sandboxed(file.parent.parent, file, "definition_kb")
        table: dict[str, Any] = parse_toml(content, file)
    except FileNotFoundError:
        at, lang = Location(file=file), file.suffixes[0][1:]
        raise RulesError(Message("no_translation", at, language=lang)) from None
    except OSError as error:
        raise RulesError(unreadable(error).moved(Location(file=file))) from None
    except DefinitionError as error:
        raise RulesError(*error.faults) from None
    texts = ((key, text) for key, text in table.items() if text or not isinstance(text, str))
    wrong = [key for key, text in texts if not isinstance(text, str) or not text.strip()]
    _refuse(file, [("no_text", key) for key in wrong])
    return table
