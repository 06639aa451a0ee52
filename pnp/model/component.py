"""What every kind of component has."""

from dataclasses import dataclass

from pnp.model.base import Model
from pnp.model.evidence import Fact
from pnp.model.fields import Text


@dataclass(frozen=True, kw_only=True, repr=False)
class BaseComponent(Model):
    """One kind of thing in the box; the parent of every kind, and none itself."""

    name: Text
    facts: tuple[Fact, ...] = ()
