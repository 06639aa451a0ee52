"""Joinery: boxes of flat plates joined by fingers, tenons and laps."""
