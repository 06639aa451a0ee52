"""What an archive states about a game's package when it takes the package in."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import ValidationError

from pnp.base.units import quoted
from pnp.game.evidence import Address, read_address
from pnp.game.fields import Date, Model, Reads
from pnp.game.rights import RightsAddress

# ISO 15511: a prefix, usually a country code, a hyphen, and up to 11 characters.
_ISIL = re.compile(r"[A-Z]{1,4}-[A-Za-z0-9:/-]{1,11}")

PACKAGE = "{package}"  # in an address: the name of the package, which differs by version
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,190}")


def _line(text: str) -> str:
    if not (text.strip() and text.isprintable()):
        raise ValueError(f"write a line of text, not {quoted(text)}")
    return text.strip()


def _isil(text: str) -> str:
    if not _ISIL.fullmatch(text):
        raise ValueError(
            f'write the ISIL of an institution, such as "DE-MUS-859718", not {quoted(text)}'
        )
    return text


def _email(text: str) -> str:
    if not (_EMAIL.fullmatch(text) and text.isprintable()):
        raise ValueError(f'write an address such as "archive@museum.example", not {quoted(text)}')
    return text


def _files_at(text: str) -> str:
    read_address(text.replace(PACKAGE, ""))
    return text


TextLine = Annotated[str, Reads(_line, "line", "a line of text")]
Isil = Annotated[str, Reads(_isil, "isil", "an ISIL")]
FilesAddress = Annotated[str, Reads(_files_at, "address", "an address")]
Email = Annotated[str, Reads(_email, "email", "an address of electronic mail")]


class Deposit(Model):
    """What an archive states about a package and the game in it; every field is optional.

    ``id`` is the archive's identifier of the game. ``holder`` is the institution that holds or
    makes the package, ``holder_id`` its address in an authority file, and ``inventory`` the number
    of its own copy of the game. ``record`` is the address of its record online, and ``files_at``
    that of the online folder with the files of the package, where ``PACKAGE`` stands for its name.
    The rights in the game, in the files that show it and in the record are distinct; those in the
    edition are in the definition itself. ``contact_name`` and ``contact_email`` are for questions.
    ``material`` and what follows describe the holder's own copy; ``acquired`` says how and from
    whom, ``photo`` is the address of a photograph of it.
    """

    id: TextLine | None = None
    holder: TextLine | None = None
    holder_id: Address | None = None
    isil: Isil | None = None
    inventory: TextLine | None = None
    record: Address | None = None
    files_at: FilesAddress | None = None
    object_rights: RightsAddress | None = None
    object_rights_holder: TextLine | None = None
    files_rights: RightsAddress | None = None
    files_rights_holder: TextLine | None = None
    record_rights: RightsAddress | None = None
    contact_name: TextLine | None = None
    contact_email: Email | None = None
    material: TextLine | None = None
    technique: TextLine | None = None
    dimensions: TextLine | None = None
    inscriptions: TextLine | None = None
    condition: TextLine | None = None
    acquired: TextLine | None = None
    acquired_date: Date | None = None
    credit_line: TextLine | None = None
    photo: Address | None = None
    photo_rights: RightsAddress | None = None
    photo_rights_holder: TextLine | None = None

    @property
    def stated(self) -> dict[str, str]:
        """The fields that have a value."""
        return {key: value for key, value in self if value is not None}

    def over(self, other: "Deposit") -> "Deposit":
        """Return this deposit with its missing fields filled in from another."""
        return Deposit(**(other.stated | self.stated))


def deposit_faults(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each field with an invalid value, and a message that says what would be valid."""
    try:
        Deposit(**values)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            yield str(fault["loc"][0]), fault["msg"].removeprefix("Value error, ")
