"""Hexagonal boards."""
