"""The kinds of component, a folder each, and what several kinds share."""
