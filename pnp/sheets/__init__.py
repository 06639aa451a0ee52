"""Pieces on pages, ready to be rendered."""

from pnp.sheets.print import PrintJob, print_job

__all__ = ["PrintJob", "print_job"]
