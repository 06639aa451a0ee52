"""Builds rule sheets and rulebooks from rule texts, the game's definition and drawn figures."""
