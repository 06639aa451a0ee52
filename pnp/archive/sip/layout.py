"""The folders of a submission package, and which file of a package goes where.

``metadata`` describes the game, ``representations/edition/data`` has the files for users and their
sources, and ``documentation`` has the verification report and the licences.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from pnp.archive.sip.mets import REPRESENTATION, package_mets, representation_mets
from pnp.archive.sip.premis import Agent, Event, package_premis, representation_premis
from pnp.archive.sip.submission import SipFile, Submission
from pnp.records.package_contents import FORMS, FileRole, PackageContents, PackedFile

METS = "METS.xml"
PREMIS = "metadata/preservation/premis.xml"
EDITION = REPRESENTATION.lower()
REPORT = "validation-report.json"
PROVENANCE = "metadata/provenance.json"
_DATA = (
    *(FileRole.RULEBOOK, FileRole.DRAWING, FileRole.PREVIEW),
    *(FileRole.DEFINITION, FileRole.RULE_TEXT),
)
_DOCUMENTS = (FileRole.LICENCE, FileRole.REPORT)

SipContent = bytes | str
"""What a file of a submission package holds: bytes, or a file of the package by its path in it."""


def sip_files(
    submission: Submission, contents: PackageContents, read: Callable[[str], bytes]
) -> dict[str, SipContent]:
    """Return the files of a submission package by their paths in it.

    ``read`` returns a file of the package by its path in data/.
    """
    forms = {file.path: file for file in contents.resources if _is_form(file)}
    descriptive = tuple(
        submission.file(file, f"metadata/descriptive/{PurePosixPath(path).name}")
        for path, file in forms.items()
    )
    data = {
        submission.file(file, f"data/{file.path}"): file.path
        for file in contents.resources
        if file.role in _DATA
    }
    documents = {
        submission.file(file, f"documentation/{file.path}"): file.path
        for file in contents.resources
        if file.role in _DOCUMENTS
    }
    files: dict[str, SipContent] = {
        **{f"{EDITION}/{file.path}": path for file, path in data.items()},
        **{file.path: path for file, path in documents.items()},
        **{file.path: path for file, path in zip(descriptive, forms, strict=True)},
    }
    inner = representation_premis(submission, data)
    files[f"{EDITION}/{PREMIS}"] = inner
    edition = representation_mets(submission, _written(submission, PREMIS, inner, "in"), (*data,))
    files[f"{EDITION}/{METS}"] = edition
    outer = package_premis(
        submission,
        significant(json.loads(read(PROVENANCE))),
        _events(submission, json.loads(read(REPORT))),
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


def _is_form(file: PackedFile) -> bool:
    folder, _, name = file.path.rpartition("/")
    return folder == "metadata" and name in FORMS


def _written(submission: Submission, path: str, content: bytes, *place: str) -> SipFile:
    digest = sha256(content).hexdigest()
    name = submission.named("file", *place, path)
    return SipFile(name, path, "application/xml", len(content), digest)


def _events(submission: Submission, report: Mapping[str, Any]) -> Iterator[Event]:
    maker = Agent(submission.software, submission.software_version)
    origin = f"made from a definition whose SHA-256 is {submission.made_from}"
    yield Event(("creation", "cre"), origin, (maker, Agent(submission.holder)))
    engines = tuple(Agent(one["name"], one["version"]) for one in report["engines"])
    checked = f"{len(report['files'])} files were checked: documentation/{REPORT} says how"
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
