"""Pictures of positions: a board, the pieces on it, moves over it."""
