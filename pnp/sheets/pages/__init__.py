"""Pages with pieces, ready to render. Import the rarer kinds of job from their own module."""

from pnp.sheets.pages.job import SheetJob
from pnp.sheets.pages.print import print_job

__all__ = ["SheetJob", "print_job"]
