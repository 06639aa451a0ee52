"""The archive job: make a game's package, or verify the newest one, and store it."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache as cached
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pnp.archive.bag import bag_zip
from pnp.archive.check.bag import bag_findings, info_of
from pnp.archive.contents import MADE_FROM
from pnp.archive.ocfl import PackagedGame, no_other_game_has, store
from pnp.archive.options import ArchiveOptions
from pnp.archive.origin import BagTerms, made_from, missing_files, with_advice
from pnp.archive.versions import (
    FIRST,
    Change,
    check_addresses,
    numbered,
    read_packed,
    version_after,
    versions_in,
)
from pnp.base.errors import UNREADABLE, OutputError, PnpError, VerifyError, reason
from pnp.base.files import LARGEST, files_below, holds, placed_below, sync, sync_tree
from pnp.base.imports import require
from pnp.base.messages import Message, as_message, within
from pnp.base.text import seen
from pnp.base.trust import named_by
from pnp.base.worker import run_guarded
from pnp.definitions import Loaded, find_game, load_game
from pnp.game.deposit import Deposit
from pnp.make.output import check_apart, check_no_package, place_beside
from pnp.make.pipeline import BuildCache, Job, OutputFile
from pnp.verify.findings import Status
from pnp.verify.keys import SIGNATURE, SIGNED, SigningKey

if TYPE_CHECKING:
    from pnp.archive.package import Package


class Archived(NamedTuple):
    """A package in its folder: new, or ``kept`` because nothing has changed.

    ``changes`` lists each file that differs from the version ``before``, and how.
    """

    name: str
    folder: Path
    kept: bool
    files: int
    before: str | None = None
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()


class ArchiveJob(Job):
    """The package of one game for an archive."""

    def __init__(self, loaded: Loaded, options: ArchiveOptions) -> None:
        require("archive", "making an archive")  # bagit is asked last, when all is made
        from pnp.rulebook.source import chosen_languages

        super().__init__(loaded)
        self.languages = chosen_languages(loaded.file.parent, loaded.game, options.languages)
        self._deposit, self._date = options.stated(), options.date
        self._terms = BagTerms(options.profile, options.tags)

    @classmethod
    def of(cls, name: str, options: ArchiveOptions) -> "ArchiveJob":
        """Load the game with an id or path.

        Raises:
            MissingExtraError: If a library that packages need is not installed.
            PnpError: If the definition has faults.
        """
        return cls(load_game(find_game(name)), options)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield every file of the bag, checked.

        Raises:
            AuditError: If the box falls short, or a rule rests on no evidence.
            PnpError: If a file cannot be made, or is not what it claims to be.
        """
        files, _ = self.package().bag()
        for path, content in files.items():
            suffix = PurePosixPath(path).suffix.removeprefix(".")
            yield OutputFile.of(content, path, "package", "", suffix)

    def package(self) -> "Package":
        """Make the package, of which a version can be made next."""
        from pnp.archive.package import package_of

        loaded = self.loaded
        package = package_of(
            loaded.file,
            loaded.game,
            self.languages,
            self._deposit,
            self._terms,
            cached(loaded.speaking),
            self._date,
        )
        self.notes += with_advice(package.not_made)
        if note := package.record.other_rights.default_note(self.deposit):
            self.notes.append(note)
        return package

    @property
    def deposit(self) -> Deposit:
        """The deposit as the options describe it, completed from the definition."""
        return self._deposit.over(self.loaded.game.deposit)

    @property
    def day(self) -> str | None:
        """The date of a new package, if it is a full date."""
        date = self._date or self.loaded.game.edition_date
        return date if date and len(date) == len("2026-11-20") else None

    def origin(self, missing: tuple[Message, ...] = ()) -> str:
        """Return the checksum of everything that the package is made from."""
        loaded = self.loaded
        return made_from(
            loaded.file, loaded.game, self.languages, self._deposit, self._terms, missing
        )


def archive_game(name: str, options: ArchiveOptions) -> Archived:
    """Archive the game with an id or path: keep its newest package, or make the next version.

    Raises:
        MissingExtraError: If a library that packages need is not installed.
        PnpError: If the box falls short, something cannot be made or written, or the newest package
            is damaged.
    """
    job = ArchiveJob.of(name, options)
    folder = options.out / job.loaded.game.id
    check_apart(folder, job.loaded.file)
    check_no_package(options.out)
    if options.sip is not None:
        from pnp.archive.sip.job import check_submittable

        check_no_package(options.sip)
        check_submittable(job.deposit.holder, job.day)
    if _is_read_only(options) and (kept := kept_package(name, options)):
        return kept
    with place_beside(folder) as place:
        archived = _newest_or_new(job, options, place)
        copies = _signed_copies(job, archived.folder, options, place)
        return archived._replace(notes=(*archived.notes, *copies))


class ArchiveOutcome(NamedTuple):
    """The package of a game, or the faults that prevented it."""

    game: str
    archived: Archived | None
    faults: tuple[str, ...] = ()
    status: int = 0

    @classmethod
    def failed(cls, game: str, error: PnpError) -> "ArchiveOutcome":
        """Return the outcome of a game that an error prevented."""
        return cls(game, None, within(Path(game).name, error.faults), error.status)

    @property
    def word(self) -> str:
        """The outcome in a word: made, kept or failed."""
        if self.archived is None:
            return "failed"
        return "kept" if self.archived.kept else "made"


def attempt(game: str, options: ArchiveOptions, deposit: Deposit | None = None) -> ArchiveOutcome:
    """Archive a game with its row of the table; turn expected errors into faults.

    Untrusted games are archived in a worker.
    """
    make = partial(archive_game, game, replace(options, row=deposit))
    try:
        archived = run_guarded(make, named_by(game, Path.cwd()))
        return ArchiveOutcome(game, archived)
    except PnpError as error:
        return ArchiveOutcome.failed(game, error)


def _is_read_only(options: ArchiveOptions) -> bool:
    """Return whether the folder is read-only, and nothing needs to be written."""
    writes = options.zip or options.ocfl or options.sip or options.sign
    return not writes and os.path.isdir(options.out) and not os.access(options.out, os.W_OK)


def kept_package(name: str, options: ArchiveOptions) -> Archived | None:
    """Return the newest package of a game if it is intact and nothing has changed since.

    Raises:
        PnpError: If it is damaged, or the definition has faults.
    """
    job = ArchiveJob.of(name, options)
    versions = versions_in(options.out, job.loaded.game.id)
    return _unchanged(job, options, versions[max(versions)]) if versions else None


def _unchanged(job: ArchiveJob, options: ArchiveOptions, latest: Path) -> Archived | None:
    if faults := _faults(latest, second_opinion=False):  # the library judged it when it was made
        unread = all(fault.key in UNREADABLE for fault in faults)
        what = "cannot be read as a whole" if unread else "was damaged"
        raise VerifyError(*faults, f"{latest} {what}; restore it, or move it away")
    origin, name = info_of(latest).get(MADE_FROM, ""), job.loaded.game.name
    if options.anew:
        return None
    if origin == job.origin():
        return _unchanged_in(name, latest)
    missing = missing_files()
    if missing and origin == job.origin(missing):
        return _unchanged_in(name, latest, with_advice(missing))
    return None


def _newest_or_new(job: ArchiveJob, options: ArchiveOptions, place: Path) -> Archived:
    game = job.loaded.game
    versions = versions_in(options.out, game.id)
    latest = versions[max(versions)] if versions else None
    if latest is not None and (kept := _unchanged(job, options, latest)):
        return kept
    package, version = job.package(), FIRST
    if latest is not None:
        version = version_after(latest, max(versions))
        if info_of(latest).get(MADE_FROM) == package.origin and not package.differs(version):
            return _unchanged_in(game.name, latest)
        there = PackagedGame.in_folder(latest)
        there.check_takes(game.name, f"{latest}", renamed=options.renamed)
    files, changed = package.bag(version)
    if latest is not None:
        check_addresses(latest, files)
    folder = options.out / numbered(game.id, version.number)
    with no_other_game_has(PackagedGame.read(files.__getitem__), options.out):
        _write(files, place / folder.name, folder)
    return Archived(
        game.name,
        folder,
        kept=False,
        files=len(files),
        before=latest.name if latest is not None else None,
        changes=changed,
        notes=tuple(job.notes),
    )


def _unchanged_in(name: str, folder: Path, notes: tuple[str, ...] = ()) -> Archived:
    files = sum(1 for _ in placed_below(folder))
    return Archived(name, folder, kept=True, files=files, notes=notes)


def _faults(folder: Path, *, second_opinion: bool = True) -> list[Message]:
    """Return a line for each fault of a bag; one with links, pipes or too much is not read."""
    entries = list(placed_below(folder))
    if odd := [one for one in entries if one.fault]:
        named = ((f"{folder}/{seen(one.place)}", one.fault) for one in odd)
        return [line for place, fault in named for line in within(place, [fault])]
    if (size := sum(one.size for one in entries)) > LARGEST:
        return [*within(str(folder), [f"holds {size:,} bytes, more than {LARGEST:,}"])]
    findings = bag_findings(folder, second_opinion=second_opinion)
    wrong = (one for one in findings if one.status is Status.WRONG)
    found = ((f"{folder}: {one.what}", as_message(one.found).changed(seen)) for one in wrong)
    return [line for place, fault in found for line in within(place, [fault])]


def _write(files: Mapping[str, bytes], new: Path, folder: Path) -> None:
    """Write a bag to ``new``, verify it on disk, and move it to its folder.

    Raises:
        VerifyError: If the bag as written has faults.
    """
    for path, content in files.items():
        target = new / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    sync_tree(new)
    if faults := _faults(new):
        raise VerifyError(*faults)
    os.rename(new, folder)
    sync(folder.parent)


def _signed_copies(
    job: ArchiveJob, folder: Path, options: ArchiveOptions, place: Path
) -> Iterator[str]:
    """Sign, copy and submit a package as the options say; yield a note on each."""
    if options.sign is not None:
        yield from sign_package(folder, SigningKey(options.sign), place)
    yield from _copies(folder, options, place)
    if options.sip is not None:
        from pnp.archive.sip.job import submit

        yield submit(folder, options.sip, job.deposit.isil)


def sign_package(folder: Path, key: SigningKey, place: Path) -> Iterator[str]:
    """Add a signature to a package, written in ``place`` first; yield a note if it was missing.

    Raises:
        OutputError: If the package has another signature.
    """
    signature = key.sign(read_packed(folder / SIGNED))
    file = folder / SIGNATURE
    if os.path.lexists(file):
        if not holds(file, signature):
            raise OutputError(f"{file} is another signature; move it away, or leave out --sign")
        return
    (place / SIGNATURE).write_bytes(signature)
    sync(place / SIGNATURE)
    os.replace(place / SIGNATURE, file)
    sync(folder)
    yield f"signed by {key.public.fingerprint}"


def _copies(folder: Path, options: ArchiveOptions, place: Path) -> Iterator[str]:
    """Store a package as a zip file and in a storage root as the options say; yield notes."""
    if options.zip:
        content = bag_zip(folder.name, _files_of(folder))
        file = folder.with_name(f"{folder.name}.zip")
        if not _is_zip_of(file, content, PackagedGame.in_folder(folder), options):
            (place / file.name).write_bytes(content)
            sync(place / file.name)
            os.replace(place / file.name, file)
            sync(file.parent)
            yield f"zipped as {file.name}"
    if options.ocfl is not None:
        yield store(folder, options.ocfl, renamed=options.renamed)


def _is_zip_of(file: Path, content: bytes, game: PackagedGame, options: ArchiveOptions) -> bool:
    """Return whether a file is this zip; an outdated or damaged zip of the package is not.

    Raises:
        OutputError: If it is anything else.
    """
    if os.path.islink(file) or not os.path.isfile(file):
        return False
    if holds(file, content):
        return True
    try:
        there = run_guarded(partial(PackagedGame.in_zip, file), (file,))
    except OSError as error:
        raise OutputError(f"{file} is in the way: {reason(error)}; move it away") from None
    except ValueError as error:
        raise OutputError(f"{file} is in the way: {error}; move it away") from None
    if there is not None:
        there.check_takes(game.name, f"{file}", renamed=options.renamed)
        if there.origin != game.origin:
            raise OutputError(f"{file} is of another version than {game.id}; move it away")
    return False


def _files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a package, which may be untrusted.

    Raises:
        VerifyError: If it has links, pipes or devices, or a file cannot be read.
    """
    try:
        return {place: read_packed(folder / place) for place in files_below(folder)}
    except OSError as error:
        raise VerifyError(
            f"{seen(str(error.filename))}: cannot be read: {error.strerror}"
        ) from None
