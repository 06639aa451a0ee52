"""The order in which paths are cut, so that the way between them is short."""
