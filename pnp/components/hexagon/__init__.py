"""Hexagonal tiles."""
