"""The model of a game: immutable, validated, with lengths in mm."""
