"""Pieces on sheets of paper."""
