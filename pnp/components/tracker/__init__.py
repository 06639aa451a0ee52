"""Value trackers."""
