"""Verification of packages: what they say they hold, and what a reader would do with it."""
