"""Faces laid out in frames: their content, their places, and how they are drawn."""
