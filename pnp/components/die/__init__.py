"""Dice to fold."""
