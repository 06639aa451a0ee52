"""Printer profiles: made from measurements, checked and stored."""

from pnp.sheets.printers.profile import Measurements, make_profile
from pnp.sheets.printers.store import load_printer, load_printers, remove_printer, save_printer

__all__ = [
    "Measurements",
    "load_printer",
    "load_printers",
    "make_profile",
    "remove_printer",
    "save_printer",
]
