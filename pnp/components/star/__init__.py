"""Place mats for a star of tiles."""
