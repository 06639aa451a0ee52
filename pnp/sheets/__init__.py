"""Sheets of paper: layout, pages and printer profiles."""
