"""Kits: everything that one evening's game takes, chosen from a definition and explained."""
