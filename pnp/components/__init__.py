"""The kinds of component, one folder each, and what several kinds share."""
