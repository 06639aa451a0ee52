"""Verifies laser files against their report."""

from pnp.base.extras import require

require("laser", "verifying laser files")
