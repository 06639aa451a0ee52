"""A toy kind: plaques with a number, which no game has."""
