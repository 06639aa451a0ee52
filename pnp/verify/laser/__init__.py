"""Laser files, read back and compared with their report."""

from pnp.base.extras import require

require("laser", "verifying laser files")
