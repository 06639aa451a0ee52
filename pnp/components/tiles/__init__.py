"""Two-sided tiles."""
