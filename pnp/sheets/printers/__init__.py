"""The printers that somebody measured: read, checked, kept."""

from pnp.sheets.printers.profile import Measured, read_profile
from pnp.sheets.printers.store import load_printer, load_printers, remove_printer, save_printer

__all__ = [
    "Measured",
    "load_printer",
    "load_printers",
    "read_profile",
    "remove_printer",
    "save_printer",
]
