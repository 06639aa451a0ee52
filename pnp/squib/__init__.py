"""Reads projects of Squib, and makes definitions of them."""
