"""Reference strips."""
