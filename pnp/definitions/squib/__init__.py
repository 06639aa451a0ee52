"""Games taken over from projects of Squib, whose Ruby is read by pattern and never run."""
