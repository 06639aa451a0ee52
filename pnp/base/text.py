"""Characters that nobody sees: in a stranger's text they hide, turn or wipe out what is there."""

from pnp.base.limits import over

BREAKS = frozenset("\n\t\r")
# Signs that turn the direction of writing, so that a text shows as what it is not.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def text_fault(text: str, letters: int) -> str | None:
    """Say what keeps a text from being drawn and told: a control character, or too many letters.

    ``letters`` is the limit of these.
    """
    if len(text) > letters:
        return f"is too long: {over('letters', len(text))}"
    return control_character_fault(text)


def control_character_fault(text: str) -> str | None:
    """Say that a text has a control character, if it has one."""
    if text.isprintable():
        return None
    hidden = next(filter(_is_hidden, text), None)
    return f"has a control character (U+{ord(hidden):04X}); take it out" if hidden else None


def escaped(text: str) -> str:
    """Return a text whose control characters are written out, so that a terminal shows them."""
    if text.isprintable():
        return text
    return "".join(repr(sign)[1:-1] if _is_hidden(sign) else sign for sign in text)


def _is_hidden(character: str) -> bool:
    return (
        (character < " " and character not in BREAKS)
        or "\x7f" <= character <= "\x9f"
        or character in "\u2028\u2029"
        or character in _TURNING
    )
