"""Verifies packages: the contents they claim, and what a reader would do with them."""
