"""Drawings that several kinds share."""
