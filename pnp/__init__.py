"""Print-and-play games from one shared definition."""

# Python 3.11 breaks importlib for a whole process if two threads import it and a module of it
# first at the same time (importlib.import_module then says that sys is not defined). Threads that
# use pnp find it whole.
import importlib as _importlib  # noqa: F401

__version__ = "0.1.0"
