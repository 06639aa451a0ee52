"""Kits: everything for one evening's game, chosen from a definition and explained."""
