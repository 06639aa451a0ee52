"""Printed sheets, measured page by page."""
