"""What every kind of component has."""

from pnp.model.evidence import Fact
from pnp.model.fields import Definition, Text


class BaseComponent(Definition):
    """One kind of thing in the box; the parent of every kind, and none itself."""

    name: Text
    facts: tuple[Fact, ...] = ()
