"""The languages of the games that come with pnp; its words for rules are in more."""


def languages() -> tuple[str, ...]:
    """Return their codes, in alphabetical order."""
    return "de", "en", "fr", "nl"
