"""The geometry of laser cutting: kerf, shared lines, places on beds, order. No pictures, no files."""
