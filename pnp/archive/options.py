"""The options of ``pnp archive``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.archive.bag import OWN_TAGS, BagProfile, read_bag_profile
from pnp.base.errors import UsageError
from pnp.base.messages import Message
from pnp.game.deposit import Deposit, deposit_faults
from pnp.game.fields import read_date
from pnp.make.options import DeclaredOptions, declared, file_option, record_option, same_option
from pnp.rulebook.job import RuleOptions
from pnp.verify.keys import SIGNATURE

_FIELDS = {  # of a deposit, by those of the options
    "identifier": "id",
    "holder": "holder",
    "isil": "isil",
    "inventory": "inventory",
    "record_url": "record",
    "files_at": "files_at",
    "object_rights": "object_rights",
    "files_rights": "files_rights",
    "record_rights": "record_rights",
    "contact_name": "contact_name",
    "contact_email": "contact_email",
}
OF_ONE_GAME = ("identifier", "inventory", "record_url", "files_at")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,59}")  # a field that is an XML name as well
_A_DAY = len("2026-11-20")


def read_day(flag: str, text: str) -> str:
    """Parse a day, such as 2026-11-20."""
    try:
        return read_date(text if len(text) == _A_DAY else None)
    except ValueError:
        raise UsageError(Message("day", flag, written=text)) from None


def read_tags(flag: str, texts: list[str]) -> tuple[tuple[str, str], ...]:
    """Parse ``"Contact-Phone=+32 50 12 34 56"`` and others as fields of bag-info.txt."""
    tags: dict[str, str] = {}
    for written in texts:
        name, equals, text = written.partition("=")
        if not (equals and _TAG.fullmatch(name) and text.strip() and text.isprintable()):
            raise UsageError(Message("tag", flag, written=written))
        if name in OWN_TAGS or name in tags:
            raise UsageError(Message("tag_twice" if name in tags else "own_tag", flag, name=name))
        tags[name] = text.strip()
    return tuple(tags.items())


@dataclass(frozen=True)
class ArchiveOptions(DeclaredOptions):
    """Where packages go, and what their maker states about them.

    Empty ``languages`` mean all that the game has texts in. ``ocfl`` is a storage root for each
    version, ``sip`` a folder for submission packages, and ``sign`` the file of a private key.
    ``anew`` makes packages even if nothing changed. ``row`` holds the statements of a table about
    one game. They take precedence over the options, which apply to all games, and both over the
    definition.
    """

    out: Path = file_option(
        "The folder to write packages into.", default=Path("archive"), metavar="DIR"
    )
    identifier: str | None = record_option(
        "The archive's identifier for the game.", flag="--id", metavar="ID"
    )
    inventory: str | None = record_option(
        "The inventory number of the holder's copy.", metavar="NUMBER"
    )
    holder: str | None = record_option(
        "The institution that holds the game or makes the package.", setting=True, metavar="NAME"
    )
    isil: str | None = record_option(
        "The ISIL of the holder, such as DE-MUS-859718.", setting=True, metavar="ISIL"
    )
    record_url: str | None = record_option(
        "The address of the game's record in an online collection.", flag="--record", metavar="URL"
    )
    files_at: str | None = record_option(
        "The address of the online folder with the package's files.", metavar="URL"
    )
    object_rights: str | None = record_option(
        "The rights in the game: CNE, InC, PDM ..., or a web address.",
        setting=True,
        metavar="RIGHTS",
    )
    files_rights: str | None = record_option(
        "The rights in the files that depict the game.", setting=True, metavar="RIGHTS"
    )
    record_rights: str | None = record_option(
        "The rights in the metadata: CC0 ..., or a web address.", setting=True, metavar="RIGHTS"
    )
    contact_name: str | None = record_option(
        "The contact person for the packages.", setting=True, metavar="NAME"
    )
    contact_email: str | None = record_option(
        "The contact person's e-mail address.", setting=True, metavar="ADDRESS"
    )
    profile: BagProfile | None = record_option(
        "A BagIt profile (JSON) that packages must conform to.", read_bag_profile, metavar="FILE"
    )
    tags: tuple[tuple[str, str], ...] = record_option(
        "An additional field of bag-info.txt. May be repeated.",
        read_tags,
        default=(),
        raw_type=list[str] | None,
        flag="--tag",
        metavar="NAME=VALUE",
    )
    date: str | None = record_option(
        "The date of the packages; by default the day of SOURCE_DATE_EPOCH.",
        read_day,
        metavar="YYYY-MM-DD",
    )
    languages: tuple[str, ...] = same_option(RuleOptions, "languages", setting=False)
    zip: bool = file_option("Also write each package as a zip file.", default=False)
    ocfl: Path | None = file_option(
        "Also store each package in an OCFL storage root.", raw_type=Path | None, metavar="ROOT"
    )
    sip: Path | None = file_option(
        "Also write each package as an E-ARK submission package.",
        raw_type=Path | None,
        metavar="FOLDER",
    )
    sign: Path | None = file_option(
        "Sign each package with this private key, made by ssh-keygen.",
        raw_type=Path | None,
        metavar="KEY",
    )
    anew: bool = file_option("Make packages even if nothing has changed.", default=False)
    renamed: bool = file_option("The game was renamed but is the same game.", default=False)
    row: Deposit | None = None

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield the faults of values that metadata cannot hold."""
        try:
            self.stated()
        except UsageError as error:
            yield from error.faults
        if self.profile is not None:
            faults = self.profile.faults(self.zip, SIGNATURE if self.sign else "")
            yield from (f"--profile: {fault}" for fault in faults)

    def stated(self) -> Deposit:
        """Return the deposit from the table and the options.

        Raises:
            UsageError: If metadata cannot hold something: a line for each.
        """
        given = {field: getattr(self, name) for name, field in _FIELDS.items()}
        values = {field: value for field, value in given.items() if value is not None}
        flags = {_FIELDS[one.name]: one.flag for one in declared(self) if one.name in _FIELDS}
        faults = [f"{flags[field]}: {fault}" for field, fault in deposit_faults(values)]
        if faults:
            raise UsageError("\n".join(faults))
        return (self.row or Deposit()).over(Deposit(**values))
