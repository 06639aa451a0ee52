"""Names that a definition uses: what they are, and by which identifiers others know them."""

from typing import Literal

from pnp.game.base import Model
from pnp.game.evidence import Address
from pnp.game.fields import NonEmptyText


class Authority(Model):
    """What has a name, and its identifiers in authority files such as GeoNames or VIAF.

    ``name`` is written as authors, places and holders of the definition write it. ``source`` is
    where the identifiers were looked up.
    """

    name: NonEmptyText
    kind: Literal["person", "organization", "place"]
    ids: tuple[Address, ...] = ()
    source: NonEmptyText | None = None

    def _check(self) -> None:
        if self.ids and not self.source:
            raise ValueError("source: say where the ids were looked up")
