"""Lasers, their targets and materials: built-in ones and the user's.

Each is one TOML file in a folder of ``templates``, named after its id.
"""

from pnp.base.errors import UsageError
from pnp.base.files import templates
from pnp.base.units import quoted
from pnp.definitions.data_files import built_in, find_file, load_file
from pnp.game.presets import LaserMachine, LaserTarget, Material

TARGETS = "laser/clients"


def load_target(name: str) -> LaserTarget:
    """Read a laser target, given by a built-in id or the path of the user's file."""
    try:
        file = find_file(name, TARGETS, "--client")
    except UsageError:
        if serving := _targets_for(name):
            wanted = f"choose {' or '.join(serving)}"
            raise UsageError(f"--client: {quoted(name)} is not known; {wanted}") from None
        raise
    return load_file(file, LaserTarget)[0]


def _targets_for(name: str) -> list[str]:
    """Return the ids of the built-in targets for a machine or a program."""
    files = ((one, templates() / TARGETS / f"{one}.toml") for one in built_in(TARGETS))
    return [one for one, file in files if name.lower() in load_file(file, LaserTarget)[0].also]


def load_material(name: str, option: str = "--material") -> Material:
    """Read a material, given by a built-in id or the path of the user's file."""
    return load_file(find_file(name, "laser/materials", option), Material)[0]


def load_machine(name: str) -> LaserMachine:
    """Read a laser, given by a built-in id or the path of the user's file."""
    return load_file(find_file(name, "laser/machines", "--bed"), LaserMachine)[0]
