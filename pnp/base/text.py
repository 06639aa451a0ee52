"""Control characters, which hide, reverse or erase parts of an untrusted text.

Everything that is printed goes through :func:`seen` or :func:`escaped`.
"""

import re

from pnp.base.limits import over

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # of what a definition names
BREAKS = frozenset("\n\t\r")
_LONE_RETURN = re.compile(r"\r(?!\n|\Z)")  # a terminal writes over what stands before it
# Marks of writing direction, with which a text can be shown as another one.
_BIDI_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def text_fault(text: str, letters: int) -> str | None:
    """Return the fault of a text: a control character, or more letters than allowed."""
    if len(text) > letters:
        return f"is too long: {over('letters', len(text))}"
    return control_character_fault(text)


def control_character_fault(text: str) -> str | None:
    """Return the fault of a text with a control character, else None."""
    if text.isprintable():
        return None
    if _LONE_RETURN.search(text):
        return "has a carriage return without a line feed (U+000D); take it out"
    hidden = next(filter(_is_hidden, text), None)
    return f"has a control character (U+{ord(hidden):04X}); take it out" if hidden else None


def escaped(text: str) -> str:
    """Return a text with its control characters escaped, other than line breaks and tabs."""
    return _escaped(text, "\n\t")


def seen(text: str) -> str:
    """Return a text on one line, with its control characters and line breaks escaped."""
    return _escaped(text, "")


def _escaped(text: str, allowed: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        sign if sign in allowed or not _is_unprinted(sign) else repr(sign)[1:-1] for sign in text
    )


def _is_unprinted(character: str) -> bool:
    """Return whether a character controls a terminal, or is a lone surrogate."""
    return character in BREAKS or _is_hidden(character) or "\ud800" <= character <= "\udfff"


def _is_hidden(character: str) -> bool:
    return (
        (character < " " and character not in BREAKS)
        or "\x7f" <= character <= "\x9f"
        or character in "\u2028\u2029\ufffe\uffff"  # the last two have no place in XML
        or character in _BIDI_MARKS
    )
