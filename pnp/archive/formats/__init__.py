"""Writes a record in each metadata format that archives and catalogues read."""
