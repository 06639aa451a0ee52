"""Print-and-play games from one shared definition."""

__version__ = "0.1.0"
