"""Boards larger than the bed: where they are split, and how the parts are joined."""
