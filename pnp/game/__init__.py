"""What a game is: immutable, validated when made, lengths in mm."""
