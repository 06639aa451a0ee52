"""Arithmetic of places on a page: numbers in, numbers out. It knows no pictures."""
