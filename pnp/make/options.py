"""Options declared once, as fields of frozen dataclasses.

The command line derives its parameters from these declarations, :func:`read_options` parses what a
user wrote, a program passes values to the dataclass itself, and :func:`declared` lists everything
that a form needs.
"""

import builtins
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache, partial
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pnp.base.errors import UnitError, UsageError
from pnp.base.messages import Message, quoted, within
from pnp.base.units import Mm, closest, dimensions, parse_length
from pnp.game import paper

if TYPE_CHECKING:
    from pnp.definitions.data_files import Theme
    from pnp.game.presets import CutterProfile, PageTemplate, Preset
    from pnp.make.printer_profile import PrinterProfile

OptionReader = Callable[[str, Any], Any]
"""Turns the name of an option and what a user wrote into a value, or raises a UsageError."""

# Files by what an option may change in them: sheets, faces as SVG and for print shops, as PNG, a
# PDF with a face a page, a table for play, a proof.
FileKind = Literal["sheets", "faces", "png", "face pages", "tts", "proof"]
LAYOUT: tuple[FileKind, ...] = ("sheets",)
FACES: tuple[FileKind, ...] = get_args(FileKind)  # which all show them

T = TypeVar("T")
SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_FAR = 10**30
LENGTHS = ("LENGTH", "STOCK")  # the placeholders of values that are lengths


class Option(NamedTuple):
    """An option as :func:`option` declares it; ``name`` is that of its field."""

    name: str
    flag: str
    help: str
    read: OptionReader | None
    default_text: Any
    shown_default: str
    raw_type: Any
    group: str
    metavar: str | None
    setting: bool
    in_help: bool
    several: bool
    default: Any
    file_word: Callable[[Any], str] | None
    changes: tuple[FileKind, ...]
    kinds: tuple[str, ...]
    alias: str

    @property
    def key(self) -> str:
        """Its name in files, variables and addresses: the flag without the leading hyphens."""
        return self.flag.partition("/")[0].removeprefix("--")

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return bool in (self.raw_type, *get_args(self.raw_type))

    @property
    def is_repeated(self) -> bool:
        """Whether each of its values is written separately."""
        return list[str] in get_args(self.raw_type)

    @property
    def is_pair(self) -> bool:
        """Whether it takes two words."""
        return tuple[str, str] in get_args(self.raw_type)

    def from_texts(self, name: str, texts: Sequence[str]) -> Any:
        """Return the value that a file, a variable or an address has under a name.

        Raises:
            UsageError: If it is wrong.
        """
        text = ",".join(dict.fromkeys(",".join(texts).split(","))) if self.several else texts[-1]
        if self.is_switch and text.lower() not in SWITCH:
            raise UsageError(Message("yes_or_no", name, written=text))
        if self.is_switch:
            return SWITCH[text.lower()]
        raw = list(dict.fromkeys(texts)) if self.is_repeated else text
        return self.value(name, tuple(text.split()) if self.is_pair else raw)

    def value(self, name: str, raw: Any) -> Any:
        """Return the value of what the command line passes, or raise a UsageError."""
        return raw if self.read is None else self.read(name, raw)

    def plain(self, value: Any) -> Any:
        """Return a value as the command line would pass it, if it is a plain one, else None."""
        if self.read is None or isinstance(value, bool) or value in ("", ()):
            return None
        if type(value) in (int, float) and self.read is not _as_path:
            if type(value) is int:  # of which a text has a limited number of digits
                value = max(-_FAR, min(_FAR, value))
            unit = "mm" if self.metavar in LENGTHS else ""
            return value if self.metavar == "N" else f"{value:.4g}{unit}"
        if isinstance(value, Path):
            return str(value)
        if self.is_repeated and isinstance(value, dict):
            return [f"{key}={one}" if key else one for key, one in value.items()]
        if self.is_pair and type(value) is tuple:
            return tuple(map(str, value))
        if type(value) in (tuple, list) and value and all(type(one) is str for one in value):
            return ",".join(value) if self.several else value if self.is_repeated else None
        return value if type(value) is str else None


class DeclaredOptions:
    """A base of dataclasses that declare options: plain values are read, and so checked."""

    def __post_init__(self) -> None:
        """Read what is written as on the command line.

        Raises:
            UsageError: If values are wrong: a line for each.
        """
        faults: list[str] = []
        kinds = _types(cast(Hashable, type(self)))
        for one in declared(self):
            value = getattr(self, one.name)
            if value is one.default:
                continue
            odd = isinstance(value, str) and "\0" in value
            raw = None if odd else one.plain(value)
            try:
                read = value if raw is None else one.value(one.flag, raw)
            except UsageError as error:
                faults += error.faults
                continue
            if type(value) is not type(read) or type(value) is not float:  # whose text is shorter
                object.__setattr__(self, one.name, read)
            if odd or not _fits(read, kinds[one.name]):
                wanted = "True or False" if one.is_switch else f"a text ({one.metavar or 'TEXT'})"
                faults.append(f"{one.flag}: takes {wanted}, not {quoted(value)}")
        for other in fields(cast(Any, self)):
            value, kind = getattr(self, other.name), kinds[other.name]
            if "option" not in other.metadata and not _fits(value, kind):
                faults.append(f"{other.name}: takes {_type_name(kind)}, not {quoted(value)}")
        if faults:
            raise UsageError(*faults)

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each conflict between options; ``given`` names those that are given."""
        yield from ()


class _OfOwnModule(type):
    def __instancecheck__(cls, value: object) -> bool:
        return type(value).__module__.partition(".")[0] not in sys.stdlib_module_names


class _Unimported(metaclass=_OfOwnModule):
    """Any type that is not of the standard library, for one that is not imported yet."""


class _Names(dict[str, Any]):
    def __missing__(self, name: str) -> type:
        if hasattr(builtins, name):
            raise KeyError(name)
        return _Unimported


@cache
def _types(options: Hashable) -> Mapping[str, Any]:
    """Return the types of the fields of a dataclass."""
    return get_type_hints(options, localns=_Names())


def _type_name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


def _fits(value: Any, kind: Any) -> bool:
    """Return whether a value is of a type, with finite numbers."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is tuple:
        kinds = inner[:1] * len(value) if inner[-1] is ... and isinstance(value, tuple) else inner
        same = isinstance(value, tuple) and len(value) == len(kinds)
        return same and all(map(_fits, value, kinds))
    if origin is not None:
        return isinstance(value, origin) and all(_fits(one, inner[0]) for one in value)
    if kind in (int, float):
        return type(value) in (int, kind) and isfinite(value)
    parts = value if isinstance(value, tuple) else ()
    finite = all(_fits(one, type(one)) for one in parts if isinstance(one, float | tuple))
    return finite and isinstance(value, kind)


def option(
    help: str,
    read: OptionReader | None = None,
    *,
    default: Any = None,
    default_text: Any = None,
    shown_default: str = "",
    raw_type: Any = None,
    group: str = "",
    flag: str = "",
    metavar: str | None = None,
    setting: bool = False,
    in_help: bool = True,
    several: bool = False,
    file_word: Callable[[Any], str] | None = None,
    changes: tuple[FileKind, ...] = (),
    kinds: tuple[str, ...] = (),
    alias: str = "",
) -> Any:
    """Return a field of a dataclass that is an option.

    ``read`` parses what a user writes into the value of the field; without it they are the same.
    ``default_text`` is what the user would write for the default, if that does not follow from it;
    the help shows ``shown_default`` where it must stay empty because another option depends on
    whether the user gave this one. ``raw_type`` is the type before parsing: text, unless the
    default is a switch or a path. ``group`` is the heading in a form: "pieces", "paper", "cutting",
    "look", "files", "others", ... or "" for none. ``metavar`` stands for the value in a help text;
    known words need none. ``flag`` is needed only if it differs from the field's name. A
    ``setting`` is a matter of taste or place, so that users may set a default for it; one that is
    not ``in_help`` is listed by ``pnp config`` alone. An option that takes ``several`` values takes
    them with commas between them. ``changes`` are the kinds of files that it changes, such as
    ``LAYOUT`` or ``FACES``, and ``file_word`` turns a value into a word for their names. ``kinds``
    are the kinds of components that it concerns, if not all. ``alias`` is another flag for it.
    """
    if default_text is None and not shown_default:
        default_text = default if read is None or isinstance(default, int) else _text_of(default)
    if raw_type is None:
        types = (one for one in (bool, Path) if isinstance(default, one))
        raw_type = next(types, str | None)
    if read is None and Path in (raw_type, *get_args(raw_type)):
        read = _as_path
    if isinstance(read, KnownWords):
        metavar, several = metavar or "|".join(read.known), read.several
    more = group, metavar, setting, in_help, several, default, file_word, changes, kinds, alias
    declaration = Option("", flag, help, read, default_text, shown_default, raw_type, *more)
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata={"option": declaration})
    return field(default=default, metadata={"option": declaration})


# Options under a heading of help texts and forms.
piece_option = partial(option, group="pieces")
text_option = partial(option, group="text")
paper_option = partial(option, group="paper")
cutting_option = partial(option, group="cutting")
look_option = partial(option, group="look")
machine_option = partial(option, group="machine")
record_option = partial(option, group="record")
file_option = partial(option, group="files")
other_option = partial(option, group="others")


def same_option(options: Any, name: str, **changes: Any) -> Any:
    """Return the field of an option as another dataclass declares it, apart from some changes."""
    (other,) = (one for one in fields(options) if one.name == name)
    declaration = other.metadata["option"]._replace(**changes)
    return field(default=other.default, metadata={"option": declaration})


def _as_path(_: str, text: str | Path) -> Path:
    return Path(text)


def _text_of(default: Any) -> str | None:
    words = default if isinstance(default, tuple) else (default or "",)
    return ",".join(map(str, words)) or None


def declared(options: Any) -> tuple[Option, ...]:
    """Return the options that a dataclass declares, without its other fields."""
    return _declared(options if isinstance(options, type) else type(options))


@cache
def _declared(options: type[Any]) -> tuple[Option, ...]:
    return tuple(
        declaration._replace(
            name=one.name, flag=declaration.flag or f"--{one.name.replace('_', '-')}"
        )
        for one in fields(options)
        if (declaration := one.metadata.get("option"))
    )


def read_options(
    options: type[T], written: Mapping[str, Any], defaults: Mapping[str, Any] | None = None
) -> T:
    """Parse what a user wrote, by field, into options; None and "" count as not given.

    The method ``faults(given)`` of the options yields a line for each conflict between them, where
    ``given`` names the fields that the user wrote. ``defaults`` replace the declared ones; a
    default that would conflict with another value is ignored.

    Raises:
        UsageError: If a value is wrong or two options conflict: a line for each fault.
        PnpError: If a file that an option names has faults.
    """
    known = declared(options)
    names = [one.name for one in known]
    if unknown := written.keys() - set(names):
        raise TypeError(
            f"{options.__name__} has no options {', '.join(sorted(unknown))}; "
            f"its options: {', '.join(names)}"
        )
    given = frozenset(name for name, text in written.items() if text not in (None, "", []))
    texts = {
        one.name: written[one.name] if one.name in given else one.default_text for one in known
    }
    values = {name: text for name, text in texts.items() if text is not None}
    made: Any = options(**values)
    faults = list(made.faults(given))
    for name, value in (defaults or {}).items():
        changed = made if name in given else replace(made, **{name: value})
        remaining = list(changed.faults(given))
        if set(remaining) <= set(faults):
            made, faults = changed, remaining
    if faults:
        raise UsageError(*faults)
    return cast(T, made)


SMALLEST_PIECE: Mm = 10.0
MOST_SLOTS = 9999


def one_of(option: str, word: str, known: Sequence[str]) -> str:
    """Return a word in lower case.

    Raises:
        UsageError: If it is not ``known``.
    """
    if word.lower() not in known:
        there, close = tuple(known), closest(word, known)
        raise UsageError(Message("choice", option, written=word, known=there, close=close))
    return word.lower()


def words_of(option: str, text: str) -> tuple[str, ...]:
    """Return the distinct words between commas in lower case.

    Raises:
        UsageError: If one is empty.
    """
    words = [word.strip().lower() for word in text.split(",")]
    if not all(words):
        raise UsageError(Message("names", option, written=text))
    return tuple(dict.fromkeys(words))


def reader(read: Callable[[str], Any]) -> OptionReader:
    """Return a reader that calls ``read`` and turns its UnitError into a UsageError."""

    def checked(option: str, text: str) -> Any:
        try:
            return read(text)
        except UnitError as error:
            raise UsageError(*within(option, error.faults)) from None

    return checked


length_of = reader(lambda text: parse_length(text.strip().lower()))
read_stock = reader(paper.read_stock)
_card_size = reader(lambda text: paper.read_card_size(text.strip().lower()))


def paper_of(option: str, text: str) -> paper.Paper:
    """Parse the name of a paper, one of the user's too, or a size."""
    from pnp.definitions.data_files import find_paper

    return cast(paper.Paper, reader(lambda text: find_paper(option, text))(option, text))


def length_between(least: Mm, most: Mm) -> OptionReader:
    """Return a reader for lengths within limits."""

    def read(option: str, text: str) -> Mm:
        length: Mm = length_of(option, text)
        if not least <= length <= most:
            limits = {"least": f"{least:g}", "most": f"{most:g}"}
            raise UsageError(Message("between", option, given=text.strip(), **limits))
        return length

    return read


def whole_number(least: int, most: int) -> OptionReader:
    """Return a reader for whole numbers within limits."""

    def read(option: str, text: str | int) -> int:
        word = str(text).strip()
        number = int(word[:9]) if word.isdecimal() else least - 1
        if not least <= number <= most:
            raise UsageError(Message("number", option, given=word[:60], least=least, most=most))
        return number

    return read


@dataclass(frozen=True)
class KnownWords:
    """A reader for one known word, or for ``several`` with commas."""

    known: tuple[str, ...]
    value: Callable[[str], Any]
    several: bool = False

    def __call__(self, option: str, text: str) -> Any:
        """Return the value of a word, or the words."""
        if self.several:
            return tuple(one_of(option, word, self.known) for word in words_of(option, text))
        return self.value(one_of(option, text, self.known))


def choice(kind: type[StrEnum]) -> KnownWords:
    """Return a reader for the words of an enumeration."""
    return KnownWords(tuple(kind), kind)


def choices(known: Sequence[str]) -> KnownWords:
    """Return a reader for known words with commas."""
    return KnownWords(tuple(known), str, several=True)


def read_languages(option: str, text: str) -> tuple[str, ...]:
    """Parse the codes of languages for rule texts."""
    from pnp.base.languages import languages

    known = languages()
    return tuple(one_of(option, code, known) for code in words_of(option, text))


def read_sizes(option: str, texts: list[str]) -> Mapping[str, str]:
    """Parse ``"poker"`` or ``"tiles=40x60mm"`` into components and their sizes."""
    sizes = {}
    for text in texts:
        component, equals, size = text.rpartition("=")
        if equals and not component:
            raise UsageError(Message("component_before", option, written=text))
        chosen = _card_size(option, size)
        if min(chosen) < SMALLEST_PIECE:
            least = f"{SMALLEST_PIECE:g}"
            raise UsageError(Message("piece_size", option, least=least, given=size))
        sizes[component.strip().lower()] = dimensions(chosen.width, chosen.height)
    return sizes


def read_slots(option: str, text: str) -> tuple[int, ...]:
    """Parse ``"1,4"`` or ``"1-3,8"`` into numbers of slots."""
    found: set[int] = set()
    for word in text.split(","):
        first, dash, last = word.strip().partition("-")
        ends = [first, last if dash else first]
        numbers = [int(end[:9]) if end.strip().isdecimal() else 0 for end in ends]
        if not 0 < numbers[0] <= numbers[-1] <= MOST_SLOTS:
            raise UsageError(Message("slots", option, written=text))
        found |= set(range(numbers[0], numbers[-1] + 1))
    return tuple(sorted(found))


def find_template(option: str, name: str) -> "PageTemplate":
    """Load a page template by its id or path."""
    from pnp.definitions import data_files

    return data_files.load_template(data_files.find_template(name))


def find_cutter(option: str, name: str) -> "CutterProfile":
    """Load the registration marks of a cutting machine by its id or path.

    "cutter" is the usual one.
    """
    from pnp.definitions import data_files

    return data_files.load_cutter("silhouette" if name == "cutter" else name)


def find_preset(option: str, name: str) -> "Preset":
    """Load the preset of a print shop."""
    from pnp.definitions import data_files

    return data_files.find_preset(name)


def find_printer(option: str, name: str) -> "PrinterProfile":
    """Load the profile of a measured printer."""
    from pnp.make.printer_profile import load_printer

    try:
        return load_printer(name)
    except UsageError as error:
        raise UsageError(*within(option, error.faults)) from None


def find_theme(option: str, name: str) -> "Theme":
    """Load a theme by its id or path."""
    from pnp.definitions import load_theme

    return load_theme(name)
