"""The rows of a register for a package and its copies."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

from pnp.archive.check.bag import GAME, IDENTIFIER, info_of
from pnp.archive.check.kinds import METS, OBJECT, PACKAGE, sums_of
from pnp.archive.contents import MADE_FROM
from pnp.archive.options import ArchiveOptions
from pnp.archive.sip.job import submission_id
from pnp.base.errors import UsageError
from pnp.base.files import open_regular
from pnp.verify.register import COLUMNS, PATH, SUM, Listed


def check_register(file: Path, options: ArchiveOptions) -> None:
    """Check that all output lies below the folder of a register.

    Raises:
        UsageError: If some does not.
    """
    for place in (options.out, options.ocfl, options.sip):
        if place is not None and not _is_below(place, file.parent):
            raise UsageError(
                f"--register: {file} lists what lies below its folder, and {place} does not; "
                "name a file in a folder above all packages"
            )


def registered(bag: Path, options: ArchiveOptions, file: Path) -> Iterator[Listed]:
    """Yield the rows of a package, its zip, its submission package and its object's versions."""
    info = info_of(bag)
    known = (info.get(name, "") for name in (IDENTIFIER, GAME, MADE_FROM, "Bagging-Date"))
    cells = dict(zip((name for name in COLUMNS if name not in (PATH, SUM)), known, strict=True))
    (of_bag,) = sums_of(bag, PACKAGE)
    found = [(bag, of_bag)]
    if options.zip:
        found.append((bag.with_name(f"{bag.name}.zip"), of_bag))
    if options.sip is not None:
        place = options.sip / f"{submission_id(bag)}.zip"
        found.append((place, _sum_in_zip(place)))
    if options.ocfl is not None:
        from pnp.archive.ocfl import object_of

        place = object_of(bag, options.ocfl)
        found += ((place, one) for one in sums_of(place, OBJECT))
    for where, (inside, digest) in found:
        below = os.path.relpath(where / inside, os.path.abspath(file.parent))
        path = Path(below).as_posix()
        yield Listed(path, digest, {PATH: path, SUM: digest, **cells})


def _sum_in_zip(submission: Path) -> tuple[str, str]:
    """Return the SHA-256 that identifies a zipped submission package, as ``sums_of`` does."""
    with open_regular(submission) as stream, ZipFile(stream) as archive:
        return "", sha256(archive.read(f"{submission.stem}/{METS}")).hexdigest()


def _is_below(place: Path, folder: Path) -> bool:
    return Path(os.path.abspath(place)).is_relative_to(os.path.abspath(folder))
