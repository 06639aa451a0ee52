"""Boards of rows and columns."""
