"""Read the rule texts of a game, with placeholders filled from its definition."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.audit import box_of, scope_of
from pnp.base.errors import RulesError, UsageError, unreadable
from pnp.base.expressions import Scope
from pnp.base.files import file_and_part, is_within, read_sandboxed, rule_names, sandboxed
from pnp.base.languages import language, languages
from pnp.base.messages import Location, within
from pnp.base.text import control_character_fault
from pnp.base.workplace import working_on
from pnp.game.game import Game
from pnp.rulebook.fill import FilledText, fill
from pnp.rulebook.untranslated import REQUIRED, fill_both, passages, section_faults, skeleton

HISTORY = "history"
ALT = r"!\[(?:(?!!\[)[^\]])*+\]"  # the alternative text of a picture
_SHOWN = re.compile(rf"{ALT}\((?!figure:)([^\s)]+)")


def rules_file(folder: Path, rule_set_id: str, lang: str) -> Path:
    """Return the path of a rule set's text in a game's folder."""
    return folder / "rules" / f"{rule_set_id}.{lang}.md"


def read_rules(folder: Path, game: Game, rule_set_id: str, lang: str) -> FilledText:
    """Return a rule set's text as Markdown, with as many placeholders filled as possible.

    The faults are unknown placeholders, and missing, empty or repeated sections.
    """
    file = rules_file(folder, rule_set_id, lang)
    titles = language(lang).sections
    outline = ", ".join(f"## {titles[key]}" for key in REQUIRED)
    missing = f"{game.id}/{rule_set_id} has no rules in {lang!r}"
    source = _source(file, game, missing, f", with {outline}")
    scope = scope_of(game, game.rule_sets[rule_set_id])
    with working_on(f"rules/{file.name}"):
        filled = _filled(source, scope, game)
    return filled._replace(faults=(*filled.faults, *section_faults(source, titles)))


def _filled(source: str, scope: Scope, game: Game) -> FilledText:
    """Fill a text in the game's language, and its untranslated passages in the original one."""

    def fill_in(text: str, lang: str) -> FilledText:
        return fill(text, scope, lang)

    if game.translated_from is None or not passages(source):
        return fill_in(source, game.language)
    return fill_both(source, fill_in, game.language, game.translated_from)


def _source(file: Path, game: Game, missing: str, advice: str = "") -> str:
    """Return a text; for a partly translated game, fall back to the definition's language."""
    origin = game.translated_from
    if os.path.lexists(file) or game.untranslated is None or origin is None:
        return _read(file, missing, advice)
    original = file.with_name(file.name.removesuffix(f"{game.language}.md") + f"{origin}.md")
    return skeleton(_read(original, missing, advice), origin, game.language)


@contextmanager
def located(file: Path) -> Iterator[None]:
    """Prefix every line of a RulesError with the name of the file."""
    try:
        yield
    except RulesError as error:
        raise RulesError(*within(Location(file=file), error.faults)) from None


def languages_of(folder: Path, game: Game) -> tuple[str, ...]:
    """Return the languages of a game's texts, that of the definition first.

    A game without texts has the language of its definition.
    """
    texts = (name.split(".") for name in rule_names(folder, "*.*.md"))
    named = {parts[-2] for parts in texts if parts[0] in game.rule_sets}
    others = sorted(named & set(languages()) - {game.language})
    if others and game.language not in named:
        return tuple(others)
    if game.language not in languages():
        raise RulesError(
            f"{game.id}: language: rulebooks cannot be made in {game.language!r}; "
            f"write one of {', '.join(languages())}"
        )
    return game.language, *others


def chosen_languages(folder: Path, game: Game, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted languages, by default all of a game's texts.

    Raises:
        UsageError: If the game has no texts in one.
    """
    there = languages_of(folder, game)
    if absent := [lang for lang in wanted if lang not in there]:
        raise UsageError(
            f"--lang: {game.id} has no texts in {absent[0]!r}; it has: {', '.join(there)}"
        )
    return tuple(wanted) or there


def texts_in(folder: Path, lang: str) -> tuple[Path, ...]:
    """Return the files of a game's texts in a language, including its translation table."""
    found = (folder / "rules" / name for name in rule_names(folder, f"*.{lang}.*"))
    return tuple(
        text for text in found if text.suffix in (".md", ".toml") and is_within(folder, text)
    )


def pictures_in(text: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the names and paths of the existing picture files that a text shows."""
    for name in dict.fromkeys(_SHOWN.findall(text)):
        with suppress(ValueError):
            named, _ = file_and_part(folder, name)
            file = sandboxed(folder, named, "a picture in the game's folder")
            if os.path.isfile(file):
                yield named, file


def read_history(folder: Path, game: Game, lang: str) -> str | None:
    """Return the history of a game as Markdown, or None if no language has one."""
    file = rules_file(folder, HISTORY, lang)
    if not os.path.lexists(file) and not rule_names(folder, f"{HISTORY}.*.md"):
        return None
    source = _source(file, game, f"{game.id} has no history in {lang!r}")
    filled = _filled(source, box_of(game), game)
    if filled.faults:
        raise RulesError(*within(Location(file=file), filled.faults))
    return filled.text


def _read(file: Path, missing: str, advice: str = "") -> str:
    try:
        text = read_sandboxed(file.parent.parent, file, "text_kb").decode("utf-8-sig")
    except FileNotFoundError:
        raise RulesError(f"{missing}; write {file}{advice}") from None
    except OSError as error:
        raise RulesError(unreadable(error).moved(Location(file=file))) from None
    except UnicodeDecodeError as error:
        fault = f"byte {error.start} is not UTF-8; save it as UTF-8"
        raise RulesError(*within(Location(file=file), [fault])) from None
    for number, line in enumerate(text.split("\n"), start=1):
        if strange := control_character_fault(line):
            raise RulesError(*within(Location(file=file, line=number), [strange]))
    return text.replace("\r\n", "\n")
