"""Flat counters."""
