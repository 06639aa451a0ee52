"""What all packages stand on: units, geometry, text, files. It knows no game."""
