"""From pieces to what a laser does: kerf, shared lines, nesting, order, both sides."""
