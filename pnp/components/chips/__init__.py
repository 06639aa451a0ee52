"""Turnio chips."""
