"""Trays: compartments, and the boxes around them."""
