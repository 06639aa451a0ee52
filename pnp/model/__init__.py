"""What a game is: frozen, checked when made, lengths in mm."""
