"""Hexagon maps."""
