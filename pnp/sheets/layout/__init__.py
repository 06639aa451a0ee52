"""Positions on a page: numbers in, numbers out, no pictures."""
