"""What every kind of component has."""

from pnp.game.base import Model
from pnp.game.evidence import Fact
from pnp.game.fields import Text


class BaseComponent(Model):
    """One kind of thing in the box; the parent of every kind, and none itself."""

    name: Text
    facts: tuple[Fact, ...] = ()
