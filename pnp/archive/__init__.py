"""Packages for archives: a game's rulebooks, drawings and metadata in a bag."""
