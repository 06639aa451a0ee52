"""Scenes as files. Back ends know pictures and a file format, but nothing of games."""
