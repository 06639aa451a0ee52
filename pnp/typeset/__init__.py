"""Typesetting: paragraphs into lines, lines into columns, columns into pages."""
