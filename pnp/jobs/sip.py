"""Submission packages (E-ARK SIP 2.2) of packages, each in a folder named by its identifier."""

import os
import shutil
from hashlib import file_digest
from pathlib import Path

from pnp import __version__
from pnp.archive.sip.layout import sip_files
from pnp.archive.sip.submission import Submission, derived_id
from pnp.base.errors import OutputError, UsageError, VerifyError
from pnp.base.files import sync, sync_tree
from pnp.jobs.output import place_beside
from pnp.records.package_contents import MADE_FROM, NAME, PackageContents, read_contents
from pnp.verify.bag import info_of
from pnp.verify.findings import Against, faults
from pnp.verify.submission import verify_submission

IDENTITY = "tagmanifest-sha512.txt"  # depends on every file of a package


def check_submittable(holder: str | None, day: str | None) -> None:
    """Check that a package has the values that a submission package requires.

    Raises:
        UsageError: If it does not.
    """
    known = {"--holder": holder, "--date": day}
    missing = [option for option, value in known.items() if not value]
    if missing:
        given = " and ".join(missing)
        raise UsageError(f"--sip: needs to know who submits the package, and when: give {given}")


def submit(bag: Path, folder: Path, isil: str | None) -> str:
    """Write the submission package of a verified bag; return a note.

    Raises:
        UsageError: If the bag lacks a value that a submission package requires.
        OutputError: If it cannot be written.
        VerifyError: If it exists and is damaged.
    """
    submission = _submission(bag, isil)
    data = bag / "data"
    contents = _contents(bag)
    files = sip_files(submission, contents, lambda path: (data / path).read_bytes())
    target = folder / submission.id
    sums = {file.path: file.sha256 for file in contents.resources}
    with place_beside(target) as place:
        if target.exists():
            _check_there(target)
            return f"is {submission.id} in {folder.name}"
        new = place / submission.id
        for path, content in files.items():
            file = new / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                file.write_bytes(content)
            else:
                _copy(data / content, file, sums[content])
        sync_tree(new)
        os.rename(new, target)
        sync(folder)
    return f"submitted as {submission.id} in {folder.name}"


def _check_there(target: Path) -> None:
    """Check a submission package that was written before.

    Raises:
        VerifyError: If it is damaged; a line for each fault.
    """
    report = verify_submission(target, Against())
    if wrong := [f"{target}: {one.what}: {one.found}" for one in faults(report)]:
        wrong.append(f"{target} is damaged; restore it, or move it away")
        raise VerifyError("\n".join(wrong))


def _submission(bag: Path, isil: str | None) -> Submission:
    info = info_of(bag)
    check_submittable(info.get("Source-Organization"), info.get("Bagging-Date"))
    return Submission(
        id=derived_id((bag / IDENTITY).read_text(encoding="utf-8")),
        identifier=info["External-Identifier"],
        title=info["External-Description"],
        holder=info["Source-Organization"],
        isil=isil,
        contact_name=info.get("Contact-Name"),
        contact_email=info.get("Contact-Email"),
        day=info["Bagging-Date"],
        software="pnp",
        software_version=__version__,
        made_from=info.get(MADE_FROM, ""),
    )


def _contents(bag: Path) -> PackageContents:
    file = bag / "data" / NAME
    if not file.is_file():
        raise UsageError(f"--sip: {bag} has no list of its files: make it again with --anew")
    return read_contents(file.read_bytes())


def _copy(file: Path, to: Path, sha256: str) -> None:
    shutil.copyfile(file, to)
    with to.open("rb") as copied:
        if file_digest(copied, "sha256").hexdigest() != sha256:
            raise OutputError(f"{file}: changed while it was copied")
