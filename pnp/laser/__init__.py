"""Laser cutting: artwork, nesting, kerf compensation, shared cuts, order and reports."""

from pnp.base.extras import require

require("laser", "making laser files")
