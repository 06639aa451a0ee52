"""Cards laid out by their designer."""
