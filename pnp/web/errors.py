"""The error of an address that leads to nothing."""

from pnp.base.errors import PnpError


class NotFoundError(PnpError):
    """There is no such game, rule set, page or picture."""
