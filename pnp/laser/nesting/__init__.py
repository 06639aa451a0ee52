"""Nesting: lots of equal parts in blocks, and the blocks on as few beds as possible."""
