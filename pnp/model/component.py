"""What every kind of component has."""

from pnp.model.base import Model, model
from pnp.model.evidence import Fact
from pnp.model.fields import Text


@model
class BaseComponent(Model):
    """One kind of thing in the box; the parent of every kind, and none itself."""

    name: Text
    facts: tuple[Fact, ...] = ()
