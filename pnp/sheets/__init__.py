"""Pieces on pages, ready to be rendered."""

from pnp.sheets.board import board_job
from pnp.sheets.job import Job
from pnp.sheets.print import PrintJob, print_job
from pnp.sheets.printer import for_printer

__all__ = ["Job", "PrintJob", "board_job", "for_printer", "print_job"]
