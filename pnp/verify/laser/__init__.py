"""Laser files, read back and compared with their report."""
