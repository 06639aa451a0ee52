"""Users' defaults for options: in the environment, in a folder, in their settings.

The caller says where to look: nothing here reads the environment or the working folder. A default
is written under the name of its option, or of a command and its option: ``paper``,
``rules.format``.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import PnpError, UsageError
from pnp.base.files import is_within
from pnp.base.messages import Message
from pnp.base.own_folders import PREFIX
from pnp.base.toml import read_toml
from pnp.base.units import did_you_mean, quoted
from pnp.make.options import Option, declared
from pnp.make.output_options import kind_of

Takers = Mapping[str, type[Any]]
"""The options that each command takes, by the command's name."""


class Default(NamedTuple):
    """A default as a user wrote it, for one command or, without ``command``, for all.

    ``source`` is a variable, or a file and a line. Paths in it are relative to ``folder`` and must
    stay in it; without one they are relative to the working folder.
    """

    name: str
    command: str
    text: str
    source: str
    folder: Path | None = None

    @property
    def key(self) -> str:
        """The name, preceded by that of the command if it has one."""
        return f"{self.command}.{self.name}" if self.command else self.name


class Setting(NamedTuple):
    """The value of an option of a command; ``default`` is None for the built-in one."""

    command: str
    option: Option
    default: Default | None = None
    value: Any = None


def settings_of(takers: Takers) -> dict[str, dict[str, Option]]:
    """Return the options that may have a default, by command and name."""
    return {
        command: {one.key: one for one in declared(options) if one.setting}
        for command, options in takers.items()
    }


def environment_defaults(environment: Mapping[str, str], takers: Takers) -> list[Default]:
    """Return the defaults in variables such as ``PNP_PAPER`` and ``PNP_RULES_FORMAT``."""
    found = {}
    for command, settings in settings_of(takers).items():
        for name in settings:
            for owner in (command, ""):
                variable = PREFIX + f"{owner} {name}".strip().upper().translate(_TO_VARIABLE)
                if text := environment.get(variable):
                    found[variable] = Default(name, owner, text, variable)
    return _own_first(found.values())


def _own_first(defaults: Iterable[Default]) -> list[Default]:
    """Sort the defaults for a single command before those for all."""
    return sorted(defaults, key=lambda one: not one.command)


_TO_VARIABLE = str.maketrans(" -", "__")


def file_defaults(file: Path, takers: Takers, *, sandbox: bool = False) -> list[Default]:
    """Return the defaults in a file.

    Raises:
        DefinitionError: If it cannot be read or is not TOML.
        UsageError: If a name is not that of an option, or a value has the wrong type.
    """
    values, content = read_toml(file, sandbox=sandbox)
    lines = content.decode("utf-8-sig").splitlines()
    settings = settings_of(takers)
    found: list[Default] = []
    faults: list[str] = []
    for command, name, value in _entries(values, settings):
        source = f"{file}, line {_line_of(lines, command, name)}"
        try:
            check_name(name, command, settings)
            text = _text_of(value)
        except UsageError as error:
            faults.append(f"{source}: {error}")
        else:
            found.append(Default(name, command, text, source, file.parent if sandbox else None))
    if faults:
        raise UsageError("\n".join(faults))
    return _own_first(found)


def _entries(
    values: Mapping[str, Any], settings: Mapping[str, object]
) -> Iterator[tuple[str, str, Any]]:
    """Yield command, name and value; the command is empty outside a table."""
    for key, value in values.items():
        if isinstance(value, dict) and value:
            yield from ((key, name, inner) for name, inner in value.items())
        elif not (isinstance(value, dict) and key in settings):
            yield "", key, value


def _line_of(lines: Sequence[str], command: str, name: str) -> int:
    """Return the number of the line that assigns a value; 1 if it is not found."""
    table = ""
    for number, line in enumerate(lines, 1):
        key = line.partition("=")[0].translate(_PLAIN)
        if line.lstrip().startswith("["):
            table = re.sub(r"[\s\[\]\"']|#.*", "", line)
        elif (f"{table}.{key}" if table else key) == (f"{command}.{name}" if command else name):
            return number
    return 1


_PLAIN = str.maketrans("", "", " \t\"'")


def _text_of(value: Any) -> str:
    """Return a value in a file as a user would write it for the option."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = ",".join(value)
    if isinstance(value, int | float):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise UsageError(f"write a text in quotes, not {quoted(value)}")
    return value


def check_name(
    name: str, command: str, settings: Mapping[str, Mapping[str, Option]]
) -> list[Option]:
    """Return the options with a name.

    Raises:
        UsageError: If no option that may have a default has it, or there is no such command.
    """
    if command and command not in settings:
        close = did_you_mean(command, settings)
        raise UsageError(
            f"no command {quoted(command)} takes a default; there are: {', '.join(settings)}{close}"
        )
    those = [settings[command]] if command else settings.values()
    found = [options[name] for options in those if name in options]
    if not found:
        known = [*dict.fromkeys(name for options in those for name in options)]
        close = did_you_mean(name, known)
        whose = f"pnp {command} has" if command else "there is"
        raise UsageError(
            f"{whose} no option {quoted(name)} that can have a default; there are: "
            f"{', '.join(known)}{close}"
        )
    return found


def settings_in_force(
    defaults: Sequence[Default], takers: Takers, command: str = "", given: Collection[str] = ()
) -> list[Setting]:
    """Return the settings of a command, or of all, without options that were ``given``.

    The first match in ``defaults`` is effective. Ones that only other commands can read are
    skipped.

    Raises:
        UsageError: If a value is wrong: a line for each.
    """
    settings = settings_of(takers)
    found: list[Setting] = []
    faults: list[str] = []
    for owner in [command] if command else settings:
        for name, option in settings[owner].items():
            if option.name in given:
                continue
            setting = Setting(owner, option)
            for default in defaults:
                if default.name != name or default.command not in ("", owner):
                    continue
                try:
                    setting = Setting(owner, option, default, read_default(default, option))
                except PnpError as error:
                    if not default.command and _suits_another(default, settings):
                        continue
                    faults += error.faults
                break
            found.append(setting)
    if faults:
        raise UsageError(*dict.fromkeys(faults))
    return found


def _suits_another(default: Default, settings: Mapping[str, Mapping[str, Option]]) -> bool:
    for options in settings.values():
        if default.name in options:
            with suppress(PnpError):
                read_default(default, options[default.name])
                return True
    return False


def read_default(default: Default, option: Option) -> Any:
    """Return the value of a default, parsed like that of its option.

    Raises:
        UsageError: If it is wrong; each line begins with where it is written.
    """
    label = f"{default.source}: {default.key}" if "," in default.source else default.source
    try:
        return option.from_texts(label, [_path(default, option, default.text.strip())])
    except PnpError as error:
        raise UsageError(*(_at(label, option, fault) for fault in error.faults)) from None


def _at(label: str, option: Option, fault: str) -> str:
    """Return a fault of a default with its place instead of the option."""
    if not isinstance(fault, Message):
        return f"{label}: {fault}"
    return fault.moved(label, *(at for at in fault.at if at not in (label, option.flag)))


def _path(default: Default, option: Option, text: str) -> str:
    """Resolve a path relative to the default's file; leave all else.

    Raises:
        UsageError: If it leads out of the folder of its file, which may be untrusted.
    """
    is_path = isinstance(option.default, Path)
    may_be_path = kind_of(option).in_files and (set(text) & set("/\\") or text.endswith(".toml"))
    if default.folder is None or not (is_path or may_be_path):
        return os.path.expanduser(text) if is_path else text
    if not is_within(default.folder, default.folder / text):
        raise UsageError(f"write a path inside {default.folder}, not {quoted(text)}")
    return str(default.folder / text)
