"""What every package builds on: units, geometry, text and files. It knows nothing of games."""
