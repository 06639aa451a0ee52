"""Verification of made files, which are read back by independent readers.

Nothing here knows how files are made: findings come from the files alone.
"""

from pnp.verify.findings import FileReport, Finding, FolderReport, Status, faults
from pnp.verify.folders import verify_paths

__all__ = ["FileReport", "Finding", "FolderReport", "Status", "faults", "verify_paths"]
