"""Pages with pieces, ready to render. Import the rarer kinds of job from their own module."""

from pnp.sheets.pages.job import SheetJob
from pnp.sheets.pages.print import PrintJob, print_job

__all__ = ["PrintJob", "SheetJob", "print_job"]
