"""Boards drawn by their designer."""
