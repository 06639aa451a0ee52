"""Pictures of positions: a board, the pieces on it, and arrows for moves."""
