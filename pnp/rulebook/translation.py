"""A definition's own sentences in another language.

Beside the texts of a game lies, for each language but that of the definition itself, a table of
every sentence of it that rules show: ``rules/definition.<language>.toml``, the sentence as it
stands in the definition and as it is said in that language.
"""

from collections.abc import Callable, Iterator, Mapping
from json import dumps
from pathlib import Path
from typing import Any, TypeVar, cast

from pnp.base.errors import DefinitionError, RulesError
from pnp.base.files import read_sandboxed
from pnp.base.toml import parse_toml
from pnp.base.units import quoted
from pnp.game.base import Model
from pnp.game.component import BaseComponent
from pnp.game.evidence import (
    Derived,
    Disputed,
    OpenQuestion,
    Reading,
    Reconstructed,
    Source,
    Stated,
)
from pnp.game.game import Game
from pnp.game.rules import Need, RuleSet

_SENTENCES: Mapping[type, tuple[str, ...]] = {
    Game: ("name", "summary", "dated", "rights"),
    RuleSet: ("name", "summary", "dated"),
    BaseComponent: ("name",),
    Need: ("use",),
    Source: ("published", "note"),
    Stated: ("says",),
    Derived: ("says", "derivation"),
    Reconstructed: ("says", "because"),
    Reading: ("says",),
    Disputed: ("question", "because"),
    OpenQuestion: ("question", "known"),
}

_LONGEST = 500  # letters of a sentence that is told whole

T = TypeVar("T")


def table_file(folder: Path, lang: str) -> Path:
    """Return where a game's folder keeps the definition's sentences in a language."""
    return folder / "rules" / f"definition.{lang}.toml"


def translated(folder: Path, game: Game, lang: str) -> Game:
    """Return the game with its names, summaries, facts and questions in a language.

    Raises:
        RulesError: If the table cannot be read, or lacks sentences of the definition, or has
            some that are not in it: a line for each.
    """
    if lang == game.language:
        return game
    file = table_file(folder, lang)
    table = _read(file)
    wanted = tuple(dict.fromkeys(sentences(game)))
    faults = [f"{file}: {_whole(said)} is missing" for said in wanted if said not in table]
    faults += [
        f"{file}: {_whole(said)} is not in the definition; has it changed?"
        for said in table
        if said not in wanted
    ]
    if faults:
        raise RulesError("\n".join(faults))
    return _with(game, table.__getitem__)


def _whole(sentence: str) -> str:
    """Write a sentence as it is written in a table, all of it, so that it can be taken over."""
    written = dumps(sentence, ensure_ascii=False)
    return written if len(written) <= _LONGEST else quoted(sentence)


def sentences(value: object) -> Iterator[str]:
    """Yield every sentence of a model that is to be translated, some of them again."""
    said: list[str] = []

    def keep(sentence: str) -> str:
        said.append(sentence)
        return sentence

    _with(value, keep)
    yield from said


def _with(value: T, say: Callable[[str], str]) -> T:
    """Return a value with every sentence in it said otherwise."""
    match value:
        case Model():
            own = {name: getattr(value, name) for name in type(value).model_fields}
            texts = {
                name
                for kind, names in _SENTENCES.items()
                if isinstance(value, kind)
                for name in names
            }
            changed = {
                name: say(part) if name in texts and isinstance(part, str) else _with(part, say)
                for name, part in own.items()
            }
            return type(value)(**changed) if changed != own else value
        case tuple() if type(value) is tuple:
            return cast(T, tuple(_with(part, say) for part in value))
        case Mapping():
            return cast(T, {key: _with(part, say) for key, part in value.items()})
        case _:
            return value


def _sentences_of(value: Model) -> set[str]:
    kinds = (names for kind, names in _SENTENCES.items() if isinstance(value, kind))
    return {name for names in kinds for name in names}


def _read(file: Path) -> dict[str, str]:
    try:
        content = read_sandboxed(file.parent.parent, file, "definition_kb")
        table: dict[str, Any] = parse_toml(content, file)
    except FileNotFoundError:
        raise RulesError(
            f"{file}: is missing; write the sentences of the definition in it, each as "
            '"sentence" = "translation"; or, if these are in that language themselves, write '
            f'language = "{file.suffixes[0][1:]}" in the definition'
        ) from None
    except OSError as error:
        raise RulesError(f"{file}: cannot be read: {error.strerror}") from None
    except DefinitionError as error:
        raise RulesError(str(error)) from None
    faults = [
        f"{file}: {quoted(key)} needs a text"
        for key, said in table.items()
        if not (isinstance(said, str) and said.strip())
    ]
    if faults:
        raise RulesError("\n".join(faults))
    return table
