"""Submission packages (E-ARK SIP 2.2) of packages: their files, and how they are written."""

import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.archive.check.bag import info_of, verify_zip
from pnp.archive.contents import (
    CONTENTS,
    MADE_FROM,
    PackageContents,
    media_type,
    read_contents,
    readme_words,
)
from pnp.archive.formats.dublin_core import simple_dublin_core
from pnp.archive.sip.mets import (
    REPRESENTATION,
    Agent,
    Event,
    SipFile,
    Submission,
    derived_id,
    package_mets,
    package_premis,
    representation_mets,
    representation_premis,
)
from pnp.archive.versions import BEFORE
from pnp.base.errors import OutputError, UsageError, VerifyError
from pnp.base.files import LARGEST, LARGEST_JSON, checksum, parse_json, read_regular, sync
from pnp.base.text import seen
from pnp.base.zips import zip_bytes
from pnp.make.output import place_beside
from pnp.verify.findings import Against, faults

METS = "METS.xml"
PREMIS = "metadata/preservation/premis.xml"
DESCRIPTIVE = "metadata/descriptive"
EDITION = REPRESENTATION.lower()
REPORT = "validation-report.json"
PROVENANCE = "metadata/provenance.json"
_FORMS = ("lido", "dublin-core")  # of the package's metadata, those that are XML

SipContent = bytes | str
"""What a file of a submission package holds: bytes, or a file of the package by its path in it."""

IDENTITY = "tagmanifest-sha512.txt"  # depends on every file of a package


def sip_files(
    submission: Submission, contents: PackageContents, read: Callable[[str], bytes]
) -> dict[str, SipContent]:
    """Return the files of a submission package by their paths in it.

    ``read`` returns a file of the package by its path in data/.
    """
    packed = {file.path: file for file in contents.resources}
    flat = simple_dublin_core(read("metadata/dublin-core.xml"), submission.title)
    descriptive: dict[SipFile, SipContent]
    descriptive = {_written(submission, f"{DESCRIPTIVE}/simple-dc.xml", flat): flat}
    for form in _FORMS:
        path = f"metadata/{form}.xml"
        file = submission.file(packed[path], f"{DESCRIPTIVE}/{form}.xml")
        descriptive[file] = path
    listed = read(CONTENTS)
    data: dict[SipFile, SipContent]
    data = {submission.file(file, f"data/{path}"): path for path, file in packed.items()}
    data[_written(submission, f"data/{CONTENTS}", listed)] = listed
    readme = str(readme_words()["submission"]).encode()
    documents = {_written(submission, "documentation/README.txt", readme): readme}
    files: dict[str, SipContent] = {
        **{f"{EDITION}/{file.path}": content for file, content in data.items()},
        **{file.path: content for file, content in (documents | descriptive).items()},
    }
    inner = representation_premis(submission, data)
    files[f"{EDITION}/{PREMIS}"] = inner
    edition = representation_mets(submission, _written(submission, PREMIS, inner, "in"), (*data,))
    files[f"{EDITION}/{METS}"] = edition
    outer = package_premis(
        submission,
        significant(parse_json(read(PROVENANCE))),
        _events(submission, parse_json(read(REPORT))),
    )
    files[PREMIS] = outer
    files[METS] = package_mets(
        submission,
        descriptive,
        _written(submission, PREMIS, outer),
        (*documents,),
        _written(submission, f"{EDITION}/{METS}", edition),
    )
    return dict(sorted(files.items()))


def _written(submission: Submission, path: str, content: bytes, *place: str) -> SipFile:
    digest = sha256(content).hexdigest()
    name = submission.named("file", *place, path)
    return SipFile(name, path, media_type(path), len(content), digest)


def _events(submission: Submission, report: Mapping[str, Any]) -> Iterator[Event]:
    maker = Agent(submission.software, submission.software_version)
    origin = f"made from a definition whose SHA-256 is {submission.made_from}"
    yield Event(("creation", "cre"), origin, (maker, Agent(submission.holder)))
    engines = tuple(Agent(one["name"], one["version"]) for one in report["engines"])
    checked = f"{len(report['files'])} files were checked: {EDITION}/data/{REPORT} says how"
    yield Event(("validation", "val"), checked, engines)
    for note in report.get("not_made") or ():
        yield Event(("creation", "cre"), f"not made: {note}", (maker,))


def significant(provenance: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield how certain each piece of evidence is, and which reading each disputed rule follows."""
    for key, evidence in provenance["evidence"].items():
        yield "confidence of evidence", f"{key}: {evidence['confidence']}"
    for key, rule_set in provenance["rule_sets"].items():
        for rule in rule_set["rules"]:
            if rule["status"] == "disputed":
                followed = "; ".join(one["says"] for one in rule["readings"] if one["followed"])
                asked = f"{key}: {rule['question']}"
                yield "reading followed", f"{asked} {followed} ({rule['because']})"
            elif rule["status"] == "reconstructed":
                yield "reconstructed rule", f"{key}: {rule['says']} ({rule['because']})"


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

    def read(path: str) -> bytes:
        most = LARGEST_JSON if path.endswith(".json") else LARGEST
        return read_regular(bag / "data" / path, most, bag)

    try:
        submission, contents = _submission(bag, isil), _contents(bag)
        files = sip_files(submission, contents, read)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise VerifyError(f"--sip: {bag} is not as pnp makes packages: {error}") from None
    target = folder / f"{submission.id}.zip"
    sums = {file.path: file.sha256 for file in contents.resources}

    def packed() -> Iterator[tuple[str, bytes]]:
        for path, content in files.items():
            there = content if isinstance(content, bytes) else read(content)
            if isinstance(content, str) and sha256(there).hexdigest() != sums[content]:
                raise OutputError(f"{bag / 'data' / content}: changed while it was copied")
            yield f"{submission.id}/{path}", there

    with place_beside(target) as place:
        if os.path.lexists(target):
            _check_there(target)
            return f"is {target.name} in {folder.name}"
        new = place / target.name
        new.write_bytes(zip_bytes(packed(), compress=False))
        sync(new)
        os.rename(new, target)
        sync(folder)
    return f"submitted as {target.name} in {folder.name}"


def _check_there(target: Path) -> None:
    """Check a submission package that was written before.

    Raises:
        VerifyError: If it is damaged; a line for each fault.
    """
    report = verify_zip(target, Against())
    if wrong := [f"{target}: {one.what}: {seen(one.found)}" for one in faults(report)]:
        wrong.append(f"{target} is damaged; restore it, or move it away")
        raise VerifyError("\n".join(wrong))


def _submission(bag: Path, isil: str | None) -> Submission:
    info = info_of(bag)
    check_submittable(info.get("Source-Organization"), info.get("Bagging-Date"))
    return Submission(
        id=submission_id(bag),
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
        before=derived_id(info[BEFORE]) if BEFORE in info else None,
    )


def _contents(bag: Path) -> PackageContents:
    try:
        return read_contents(read_regular(bag / "data" / CONTENTS, LARGEST_JSON, bag))
    except FileNotFoundError:
        fault = f"--sip: {bag} has no list of its files: make it again with --anew"
        raise UsageError(fault) from None


def submission_id(bag: Path) -> str:
    """Return the id of the submission package of a bag."""
    return derived_id(checksum(bag / IDENTITY, "sha512"))
