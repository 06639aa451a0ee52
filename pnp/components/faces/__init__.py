"""Faces laid out in frames: what the frames say, where they lie, how they are drawn."""
