"""Output folders and archive packages: everything there, nothing else, checksums."""
