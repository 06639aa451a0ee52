"""Laser cutting: artwork, nesting, kerf compensation, shared cuts, order and reports."""
