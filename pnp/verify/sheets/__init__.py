"""Printed sheets, measured."""

from pnp.base.extras import require

require("verify", "verifying sheets")
