"""Stacking caps."""
