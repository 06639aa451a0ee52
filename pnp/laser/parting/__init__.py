"""Boards larger than the bed: where they are parted, and what joins their parts."""
