"""Scenes as files. Back ends know pictures and a file format, and nothing of games."""
