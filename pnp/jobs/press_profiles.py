"""Read the ICC profiles of presses that options name."""

from pathlib import Path

from pnp.base.errors import UnitError, UsageError
from pnp.base.icc import LARGEST, PressProfile, read_press_profile
from pnp.base.messages import Message


def find_press_profile(option: str, name: str) -> PressProfile:
    """Read the ICC profile of a press from a file."""
    try:
        with Path(name).open("rb") as file:
            return read_press_profile(file.read(LARGEST + 1))
    except OSError as error:
        raise UsageError(Message("icc", option, written=name, reason=error.strerror)) from None
    except UnitError as error:
        raise UsageError(Message("not_usable", option, written=name, why=error)) from None


def find_separation_profile(option: str, name: str) -> PressProfile:
    """Read the ICC profile of a press that can convert colours to inks."""
    from pnp.render.separation import separation_for  # Pillow, only where it is needed

    profile = find_press_profile(option, name)
    try:
        separation_for(profile)
    except UnitError as error:
        raise UsageError(Message("not_usable", option, written=name, why=error)) from None
    return profile
