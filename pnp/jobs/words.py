"""Words and lengths as they are written on the command line."""

from collections.abc import Sequence

from pnp.base.errors import UnitError, UsageError
from pnp.base.units import Mm, parse_length, quoted


def one_of(option: str, word: str, known: Sequence[str]) -> str:
    """Return a word in small letters.

    Raises:
        UsageError: If it is not ``known``.
    """
    if word.lower() not in known:
        raise UsageError(f"{option}: {quoted(word)} is not known; write one of {', '.join(known)}")
    return word.lower()


def words_of(option: str, text: str) -> tuple[str, ...]:
    """Return the words between commas in small letters, each once.

    Raises:
        UsageError: If one is empty.
    """
    words = [word.strip().lower() for word in text.split(",")]
    if not all(words):
        raise UsageError(f"{option}: write names with commas between them, not {text!r}")
    return tuple(dict.fromkeys(words))


def length_of(option: str, text: str) -> Mm:
    """Return a length.

    Raises:
        UsageError: If it is none.
    """
    try:
        return parse_length(text.strip().lower())
    except UnitError as error:
        raise UsageError(f"{option}: {error}") from None
