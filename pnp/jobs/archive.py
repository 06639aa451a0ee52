"""Archive one game: make its package, or verify the one that there is, and store it."""

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pnp.archive.bag import MADE_FROM, zip_bytes
from pnp.archive.package import Package, made_from, missing_files, package_of
from pnp.archive.record import ArchiveChoices
from pnp.base.errors import OutputError, UsageError, VerifyError
from pnp.definitions import Loaded, find_game, load_game
from pnp.jobs.option_readers import one_of, words_of
from pnp.jobs.output import check_apart, place_beside

EPOCH = "SOURCE_DATE_EPOCH"  # seconds since 1970: see reproducible-builds.org
_VERSION = re.compile(r"(?P<id>.+)-v(?P<number>[0-9]+)")


class ArchiveOptions(NamedTuple):
    """Where packages go, and what is said of them.

    Without languages it is those that a game has texts in. ``ocfl`` is a storage root to put
    each version into as well; ``anew`` makes packages even where nothing changed.
    """

    out: Path = Path("archive")
    choices: ArchiveChoices = ArchiveChoices()
    languages: tuple[str, ...] = ()
    zip: bool = False
    ocfl: Path | None = None
    anew: bool = False


class Archived(NamedTuple):
    """A package in its folder: made now, or ``kept`` because nothing had changed.

    ``changes`` are the files of ``before``, an earlier version, that are other now: by how.
    """

    name: str
    folder: Path
    kept: bool
    files: int
    before: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def read_archive_options(
    out: Path,
    choices: ArchiveChoices,
    lang: str | None,
    zip: bool,
    ocfl: Path | None,
    anew: bool,
    games: int | None,
) -> ArchiveOptions:
    """Read choices as they are written on the command line; ``games`` is how many are named.

    Raises:
        UsageError: If one of them means nothing, saying what would be right.
    """
    from pnp.rulebook.languages import languages

    for flag, given in (("--id", choices.identifier), ("--record", choices.record_url)):
        if given is not None and games != 1:
            raise UsageError(f"{flag}: belongs to one game; name that game alone")
    known = languages()
    codes = words_of("--lang", lang) if lang is not None else ()
    date = choices.date or date_of(os.environ.get(EPOCH, ""))
    if ocfl is not None:
        from pnp.jobs.ocfl import require_ocfl

        require_ocfl()
    return ArchiveOptions(
        out.absolute(),
        choices._replace(date=date),
        tuple(one_of("--lang", code, known) for code in codes),
        zip,
        ocfl.absolute() if ocfl is not None else None,
        anew,
    )


def date_of(epoch: str) -> str | None:
    """Return the day, in UTC, of seconds since 1970; None if none are given.

    Raises:
        UsageError: If they are not a number of seconds.
    """
    if not epoch:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{EPOCH}: write seconds since 1970, not {epoch!r}") from None


def archive_game(name: str, options: ArchiveOptions) -> Archived:
    """Archive the game of that id or path.

    Raises:
        PnpError: If it falls short, something cannot be made or written, or the package that
            there is was damaged.
    """
    from pnp.rulebook.source import languages_of

    loaded = load_game(find_game(name))
    file, game = loaded.file, loaded.game
    check_apart(options.out / game.id, file)
    languages = options.languages or languages_of(file.parent, game)
    earlier = _versions(options.out, game.id)
    latest = earlier[max(earlier)] if earlier else None
    if latest is not None:
        _must_be_whole(latest)
        missing = missing_files()
        complete = made_from(file, game, languages, options.choices)
        incomplete = made_from(file, game, languages, options.choices, missing)
        if _origin(latest) == complete and not options.anew:
            return _stored(_kept(loaded, latest), options)
        if _origin(latest) == incomplete and not options.anew:
            return _stored(_kept(loaded, latest)._replace(notes=missing), options)
    package = package_of(file, game, languages, options.choices, loaded.speaking)
    if latest is not None and _same_payload(_files_of(latest), package.files):
        return _stored(_kept(loaded, latest), options)
    number = max(earlier, default=0) + 1
    folder = options.out / (game.id if number == 1 else f"{game.id}-v{number}")
    _write(package, folder)
    changes = tuple(_changes(latest, package.files)) if latest is not None else ()
    made = Archived(
        game.name,
        folder,
        False,
        len(package.files),
        latest.name if latest is not None else None,
        changes,
        package.not_made,
    )
    return _stored(made, options)


def _versions(out: Path, game_id: str) -> dict[int, Path]:
    """Return the folders of a game's packages by the numbers of their versions.

    Raises:
        OutputError: If something else lies where a package should.
        UsageError: If the game's id looks like a version of another game.
    """
    if looks := _VERSION.fullmatch(game_id):
        raise UsageError(
            f"{game_id}: packages of {looks['id']} would have such a name; "
            "give the game's folder another one"
        )
    found: dict[int, Path] = {}
    for folder in out.glob(f"{game_id}*"):
        version = _VERSION.fullmatch(folder.name)
        if folder.name == game_id:
            found[1] = folder
        elif folder.is_dir() and version and version["id"] == game_id:
            found[int(version["number"])] = folder
    for folder in found.values():
        if not (folder / "bagit.txt").is_file():
            raise OutputError(
                f"{folder} is there and is no package; choose another folder with --out"
            )
    return found


def _must_be_whole(folder: Path) -> None:
    from pnp.verify.findings import Status
    from pnp.verify.packages.bag import bag_findings

    faults = [one for one in bag_findings(folder) if one.status is Status.WRONG]
    if faults:
        told = "\n".join(f"{folder}: {one.what}: {one.found}" for one in faults)
        raise VerifyError(f"{told}\n{folder} was damaged; bring it back, or move it away")


def _origin(folder: Path) -> str:
    from pnp.verify.packages.bag import info_of

    return info_of(folder).get(MADE_FROM, "")


def _kept(loaded: Loaded, folder: Path) -> Archived:
    return Archived(loaded.game.name, folder, True, len(_places(folder)))


def _write(package: Package, folder: Path) -> None:
    """Write a bag beside its place, have it judged there, and move it in as one."""
    with place_beside(folder) as place:
        new = place / folder.name
        for path, content in package.files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        _must_be_whole(new)
        os.rename(new, folder)


def _stored(archived: Archived, options: ArchiveOptions) -> Archived:
    """Put a package into a zip and a storage root as well, if that was asked for."""
    notes = list(archived.notes)
    folder = archived.folder
    if options.zip:
        content = zip_bytes(folder.name, _files_of(folder))
        file = folder.with_name(f"{folder.name}.zip")
        if not (file.is_file() and file.read_bytes() == content):
            with place_beside(file) as place:
                (place / "zip").write_bytes(content)
                os.replace(place / "zip", file)
            notes.append(f"zipped as {file.name}")
    if options.ocfl is not None:
        from pnp.jobs.ocfl import store

        notes.append(store(folder, options.ocfl))
    return archived._replace(notes=tuple(notes))


def _files_of(folder: Path) -> dict[str, bytes]:
    return {place: (folder / place).read_bytes() for place in _places(folder)}


def _places(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def _same_payload(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> bool:
    lists = "manifest-sha512.txt"
    return one.get(lists) == other.get(lists)


def _changes(latest: Path, files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    before = _files_of(latest)
    found = [(place, "added") for place in files if place not in before]
    found += [(place, "removed") for place in before if place not in files]
    found += [(p, "changed") for p in files if p in before and files[p] != before[p]]
    return sorted(one for one in found if one[0].startswith("data/"))
