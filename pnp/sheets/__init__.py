"""Pieces on pages, ready to be rendered."""

from pnp.sheets.board import board_job
from pnp.sheets.job import Job
from pnp.sheets.print import PrintJob, print_job

__all__ = ["Job", "PrintJob", "board_job", "print_job"]
