"""Typed records of the files that one command writes and another reads."""
