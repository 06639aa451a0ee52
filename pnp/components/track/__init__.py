"""Tracks of spaces."""
