"""Made files read back through readers that are not ours, and judged.

Nothing here knows how files are made: what is found is found in them.
"""

from pnp.verify.findings import FileReport, Finding, FolderReport, Status, faults
from pnp.verify.paths import verify_paths

__all__ = ["FileReport", "Finding", "FolderReport", "Status", "faults", "verify_paths"]
