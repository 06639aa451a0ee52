"""From pieces to what a laser does: kerf, shared lines, nesting, order, both sides."""

from pnp.base.extras import require

require("laser", "making laser files")
