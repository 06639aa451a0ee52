"""Typesetting: paragraphs broken into lines, and lines placed in columns and on pages."""
