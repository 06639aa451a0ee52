"""Joinery: boxes of flat plates that hold each other by fingers, tenons and laps."""
