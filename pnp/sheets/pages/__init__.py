"""Pieces on pages, ready to be rendered. What few jobs need is imported from its own module."""

from pnp.sheets.pages.job import Job
from pnp.sheets.pages.print import PrintJob, print_job

__all__ = ["Job", "PrintJob", "print_job"]
