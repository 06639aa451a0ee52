"""Every error that pnp raises on purpose.

The command line prints these, a line for each fault, and exits with ``status``.
Anything else is a bug and keeps its traceback.
"""

MOST_FAULTS = 100  # lines that one error has; the rest is counted


def reason(error: OSError) -> str:
    """Return why the system could not do something, as it stands within a line of ours."""
    return (error.strerror or str(error)).lower()


def first_faults(faults: list[str], where: str = "", most: int = MOST_FAULTS) -> list[str]:
    """Return as many faults as anybody reads, then a line that counts the rest.

    ``where`` begins that line: the file that has the faults.
    """
    more = len(faults) - most
    begin = f"{where}: " if where else ""
    rest = [f"{begin}and {more} more {'fault' if more == 1 else 'faults'}"] if more > 0 else []
    return faults[:most] + rest


class PnpError(Exception):
    """Base of all errors that come from what the user gave us."""

    status = 1


class UsageError(PnpError):
    """An option or an argument that means nothing here."""

    status = 2


class MissingExtraError(UsageError, ImportError):
    """An optional library that is not installed; base/extras.py says which extra brings it."""


class UnitError(UsageError, ValueError):
    """A length, a size or a colour that cannot be read."""


class DefinitionError(PnpError):
    """A definition that does not describe a game; one line of the message for each fault."""

    status = 2


class WorkbookError(PnpError, ValueError):
    """A workbook that cannot be read as a table."""


class ExpressionError(PnpError, ValueError):
    """A claim's arithmetic that cannot be read or worked out."""


class AuditError(PnpError):
    """A box that falls short of what its rule sets need or claim."""


class LayoutError(PnpError):
    """Something that does not fit where it was asked to go."""


class RulesError(PnpError):
    """A rule text that is missing, or that cannot be read or filled; a line for each fault."""


class FontError(PnpError):
    """A character that a font cannot show."""


class RenderError(PnpError):
    """A picture that a file format cannot hold, or a back end that cannot run here."""


class OutputError(PnpError):
    """A file or a folder that cannot be written."""


class PictureError(PnpError):
    """A picture file that cannot be used as it is."""

    status = 2


class VerifyError(PnpError):
    """A made file that cannot be read back, or that is not what it says."""
