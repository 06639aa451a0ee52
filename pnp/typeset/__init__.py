"""Typesetting: breaks paragraphs into lines, and places lines in columns and on pages."""
