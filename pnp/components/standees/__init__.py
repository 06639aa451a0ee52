"""Pawns to fold and stand."""
