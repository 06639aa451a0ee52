"""Verifies printed sheets, which are measured page by page."""

from pnp.base.extras import require

require("verify", "verifying PDF files")
