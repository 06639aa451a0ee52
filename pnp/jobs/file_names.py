"""Names of a build's files, and options that do not affect them.

A name has a word for each option that affects the file, in the order in which the options are
declared.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from pnp.base.errors import PnpError
from pnp.jobs.option_words import size_word
from pnp.jobs.options import Option, declared
from pnp.jobs.sheet_options import SheetOptions

LONGEST_WORD = 60  # characters
PLAIN = SheetOptions()


def file_words(options: Any, which: Container[str] | None = None) -> str:
    """Return the words in a file name for all options that are not defaults, or ``which``."""
    usual = type(options)()
    words = (
        one.word(getattr(options, one.name))
        for one in declared(options)
        if one.word is not None
        and getattr(options, one.name) != getattr(usual, one.name)
        and (which is None or one.name in which)
    )
    return "-".join(map(_shortened, filter(None, words)))


def needed_options(options: SheetOptions, is_same: Callable[[SheetOptions], bool]) -> SheetOptions:
    """Return the options without those that do not affect a file.

    ``is_same`` says whether other options make the same file; an error counts as a difference.
    Options without a word in names, such as the classic theme, stay without a comparison.
    """

    def without(name: str, value: Any) -> SheetOptions:
        fewer = replace(options, **{name: value})
        try:
            return fewer if is_same(fewer) else options
        except PnpError:
            return options

    for one in declared(options):
        if one.word is None:
            continue
        value = getattr(options, one.name)
        if isinstance(value, Mapping):
            for key in value:
                left = getattr(options, one.name)
                options = without(one.name, {k: v for k, v in left.items() if k != key})
        elif not _is_usual(one, value):
            options = without(one.name, getattr(PLAIN, one.name))
    return options


def needed_by_any(options: SheetOptions, needed: Iterable[SheetOptions]) -> SheetOptions:
    """Return the options without those that none of several files needs."""
    needed = tuple(needed)
    names = [one.name for one in declared(options) if one.word is not None]
    idle = (n for n in names if all(getattr(some, n) == getattr(PLAIN, n) for some in needed))
    return replace(options, **{name: getattr(PLAIN, name) for name in idle})


def words_for(
    options: SheetOptions, components: Iterable[str], which: Container[str] | None = None
) -> str:
    """Return the words in the name of a component's file.

    A size needs no id if it is that of one of these ``components``: itself, or its contents.
    """
    if len(options.sizes) == 1 and not options.sizes.keys().isdisjoint(components):
        (size,) = options.sizes.values()
        options = replace(options, sizes={"": size})
    return file_words(options, which)


def idle_options(options: SheetOptions, needed: Iterable[SheetOptions]) -> tuple[str, ...]:
    """Return a line for each option that the user gave and no file needs."""
    needed = tuple(needed)
    return tuple(
        f"{flag}: makes no difference here; it affects only {one.acts_on}"
        for one in declared(options)
        if one.acts_on and (options.given is None or one.name in options.given)
        for flag in _idle(one, options, needed)
    )


def _idle(one: Option, options: SheetOptions, needed: Iterable[SheetOptions]) -> Iterable[str]:
    value = getattr(options, one.name)
    if isinstance(value, Mapping):
        for key in value:
            if not any(key in getattr(some, one.name) for some in needed):
                yield f"{one.flag} {key}={size_word({'': value[key]})}" if key else one.flag
    elif one.formats:
        if value != getattr(PLAIN, one.name) and not set(one.formats) & set(options.formats):
            yield one.flag
    elif not _is_usual(one, value) and value not in (getattr(some, one.name) for some in needed):
        yield one.flag


def _is_usual(one: Option, value: Any) -> bool:
    """Return whether a value is the default, or has no word that distinguishes it."""
    if value == getattr(PLAIN, one.name):
        return True
    return one.word is not None and value is not True and not one.word(value)


def _shortened(word: str) -> str:
    """Shorten a long word, replacing its end with a checksum."""
    if len(word) <= LONGEST_WORD:
        return word
    start = word[: LONGEST_WORD - 9].rstrip("-_")
    return f"{start}-{sha256(word.encode()).hexdigest()[:8]}"
