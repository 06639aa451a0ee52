"""The geometry of laser cutting: kerf, shared cuts, places on beds, bridges, order."""
