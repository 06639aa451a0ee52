"""Verification of laser files, which are compared with their report."""

from pnp.base.extras import require

require("laser", "verifying laser files")
