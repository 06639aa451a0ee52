"""Who may do what, each with the address where that is told."""

from pnp.game.evidence import Source
from pnp.render.xmp import NOT_EVALUATED, NOT_EVALUATED_URI

# The statements' own addresses begin with http, as rightsstatements.org asks.
IN_COPYRIGHT_URI = "http://rightsstatements.org/vocab/InC/1.0/"

__all__ = ["IN_COPYRIGHT_URI", "NOT_EVALUATED", "NOT_EVALUATED_URI", "rights_uri_of"]


def rights_uri_of(source: Source) -> str:
    """Return the address of a source's rights.

    It is the definition's own; else In Copyright where the source's rights are stated with ©,
    and Copyright Not Evaluated of all others.
    """
    if source.rights_uri:
        return source.rights_uri
    return IN_COPYRIGHT_URI if source.rights and "©" in source.rights else NOT_EVALUATED_URI
