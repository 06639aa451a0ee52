"""Verify files with independent readers that know nothing of how pnp makes them."""

from pnp.verify.findings import FileReport, Finding, FolderReport, Status, faults
from pnp.verify.holding import verify_paths

__all__ = ["FileReport", "Finding", "FolderReport", "Status", "faults", "verify_paths"]
