"""Decks of cards with pips."""
