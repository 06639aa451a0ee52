"""Place mats for a loop of tiles."""
