"""The archive job: make a game's package, or verify the newest one, and store it."""

import os
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.archive.bag import MADE_FROM, zip_bytes
from pnp.archive.package import made_from, missing_files, package_of
from pnp.base.errors import OutputError, UsageError, VerifyError
from pnp.definitions import Loaded, find_game, load_game
from pnp.jobs.archive_options import ArchiveOptions
from pnp.jobs.output import check_apart, place_beside
from pnp.jobs.pipeline import BuildCache, OutputFile
from pnp.records.manifest import MadeFile

_VERSION = re.compile(r"(?P<id>.+)-v(?P<number>[0-9]+)")


class Archived(NamedTuple):
    """A package in its folder: made now, or ``kept`` because nothing had changed.

    ``changes`` lists each file that differs from ``before``, the version before this one, and
    how it differs.
    """

    name: str
    folder: Path
    kept: bool
    files: int
    before: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


class PackageState(StrEnum):
    """A game's newest package, compared with the game."""

    ABSENT = "absent"
    SAME = "same"
    INCOMPLETE = "incomplete"  # the same, without files that this machine cannot make
    CHANGED = "changed"
    DAMAGED = "damaged"


class ArchiveJob:
    """The package of one game for an archive."""

    def __init__(self, loaded: Loaded, options: ArchiveOptions) -> None:
        from pnp.rulebook.source import languages_of

        self.loaded = loaded
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.languages = options.languages or languages_of(loaded.file.parent, loaded.game)
        self._choices = options.choices

    @classmethod
    def of(cls, name: str, options: ArchiveOptions) -> "ArchiveJob":
        """Load the game of that id or path.

        Raises:
            PnpError: If the definition has faults.
        """
        return cls(load_game(find_game(name)), options)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield every file of the bag, checked.

        Raises:
            AuditError: If the box falls short, or a rule rests on no evidence.
            PnpError: If a file cannot be made, or is not what it claims to be.
        """
        loaded = self.loaded
        package = package_of(
            loaded.file, loaded.game, self.languages, self._choices, loaded.speaking
        )
        self.notes += package.not_made
        for path, content in package.files.items():
            suffix = PurePosixPath(path).suffix.removeprefix(".")
            yield OutputFile.of(MadeFile(path, "package", "", suffix, 1, None, ""), content)

    def origin(self, missing: tuple[str, ...] = ()) -> str:
        """Return the checksum of everything that the package is made from."""
        loaded = self.loaded
        return made_from(loaded.file, loaded.game, self.languages, self._choices, missing)


def archive_game(name: str, options: ArchiveOptions) -> Archived:
    """Archive the game of that id or path: keep its newest package, or make the next version.

    Raises:
        PnpError: If the box falls short, something cannot be made or written, or the newest
            package was damaged.
    """
    job = ArchiveJob.of(name, options)
    game = job.loaded.game
    check_apart(options.out / game.id, job.loaded.file)
    versions = _versions(options.out, game.id)
    latest = versions[max(versions)] if versions else None
    state = _state(job, latest)
    if latest is not None and state is PackageState.DAMAGED:
        faults = "\n".join(_faults(latest))
        raise VerifyError(f"{faults}\n{latest} was damaged; bring it back, or move it away")
    unchanged = state in (PackageState.SAME, PackageState.INCOMPLETE) and not options.anew
    if latest is not None and unchanged:
        notes = missing_files() if state is PackageState.INCOMPLETE else ()
        return _stored(_kept(game.name, latest, notes), options)
    files = {file.path: file.content() for file in job.files()}
    if latest is not None and _same_payload(_files_of(latest), files):
        return _stored(_kept(game.name, latest), options)
    number = max(versions, default=0) + 1
    folder = options.out / (game.id if number == 1 else f"{game.id}-v{number}")
    _write(files, folder)
    archived = Archived(game.name, folder, False, len(files), notes=tuple(job.notes))
    if latest is not None:
        changes = tuple(_changes(latest, files))
        archived = archived._replace(before=latest.name, changes=changes)
    return _stored(archived, options)


def _state(job: ArchiveJob, latest: Path | None) -> PackageState:
    """Compare the newest package with the game."""
    if latest is None:
        return PackageState.ABSENT
    if _faults(latest):
        return PackageState.DAMAGED
    origin = _origin(latest)
    if origin == job.origin():
        return PackageState.SAME
    if origin == job.origin(missing_files()):
        return PackageState.INCOMPLETE
    return PackageState.CHANGED


def _versions(out: Path, game_id: str) -> dict[int, Path]:
    """Return the folders of a game's packages by version number.

    Raises:
        OutputError: If one of these folders holds no package.
        UsageError: If the game's id looks like a version of another game.
    """
    if looks := _VERSION.fullmatch(game_id):
        raise UsageError(
            f"{game_id}: packages of {looks['id']} would have this name; "
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
                f"{folder} exists and is not a package; choose another folder with --out"
            )
    return found


def _faults(folder: Path) -> list[str]:
    """Return a line for each fault of a bag."""
    from pnp.verify.bag import bag_findings
    from pnp.verify.findings import Status

    wrong = [one for one in bag_findings(folder) if one.status is Status.WRONG]
    return [f"{folder}: {one.what}: {one.found}" for one in wrong]


def _origin(folder: Path) -> str:
    from pnp.verify.bag import info_of

    return info_of(folder).get(MADE_FROM, "")


def _kept(name: str, folder: Path, notes: tuple[str, ...] = ()) -> Archived:
    return Archived(name, folder, True, len(_places(folder)), notes=notes)


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a bag beside its folder, verify it there, and move it in.

    Raises:
        VerifyError: If the bag that was written has faults.
    """
    with place_beside(folder) as place:
        new = place / folder.name
        for path, content in files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if faults := _faults(new):
            raise VerifyError("\n".join(faults))
        os.rename(new, folder)


def _stored(archived: Archived, options: ArchiveOptions) -> Archived:
    """Put a package into a zip file and a storage root too, if the options ask for it."""
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
