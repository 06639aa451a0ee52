"""METS.xml of a submission package and of the representation in it.

The numbers are those of the requirements in CSIP 2.2 (https://earkcsip.dilcis.eu) and E-ARK SIP
2.2 (https://earksip.dilcis.eu).
"""

from collections.abc import Iterable, Iterator

from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.archive.sip.submission import SipFile, Submission

PROFILE = "https://earksip.dilcis.eu/profile/E-ARK-SIP-v2-2-0.xml"  # SIP2
REPRESENTATION = "Representations/edition"
PREFIXES = ("mets", "csip", "sip", "xlink", "xsi")
_LINKED = {"LOCTYPE": "URL", "xlink:type": "simple"}
# Registered in 2024, so that validators of METS do not know it (CSIP68).
_KNOWN_AS = {"application/toml": "text/plain"}
_METADATA = {  # of descriptive metadata, by the names of the files
    "dublin-core": {"MDTYPE": "DC"},
    "lido": {"MDTYPE": "LIDO"},
    "game": {"MDTYPE": "OTHER", "OTHERMDTYPE": "schema.org"},
    "provenance": {"MDTYPE": "OTHER", "OTHERMDTYPE": "Digital Ludeme Project"},
}


def package_mets(
    submission: Submission,
    descriptive: Iterable[SipFile],
    preservation: SipFile,
    documentation: tuple[SipFile, ...],
    representation: SipFile,
) -> bytes:
    """Write METS.xml of the package; ``representation`` is the METS.xml of the representation."""
    described = [_descriptive(submission, file) for file in descriptive]
    group = submission.named("group", REPRESENTATION)
    documents = submission.named("group", "Documentation")
    return _document(
        submission,
        {"OBJID": submission.id, "LABEL": submission.title},
        _header(submission),
        *described,
        element("mets:amdSec", _provenance(submission, preservation)),
        element(
            "mets:fileSec",
            {"ID": submission.named("files")},
            _group(submission, documents, "Documentation", documentation),
            _group(submission, group, REPRESENTATION, (representation,), _CONTENT),
        ),
        _map(
            submission,
            submission.id,
            _metadata(submission, [part.get("ID") for part in described], preservation),
            _pointed(submission, "Documentation", [documents]),
            element(
                "mets:div",
                {"ID": submission.named("div", REPRESENTATION), "LABEL": REPRESENTATION},
                element(
                    "mets:mptr",
                    _LINKED | {"xlink:href": representation.path, "xlink:title": group},
                ),
            ),
        ),
    )


def representation_mets(
    submission: Submission, preservation: SipFile, data: tuple[SipFile, ...]
) -> bytes:
    """Write METS.xml of the representation."""
    group = submission.named("group", "data")
    return _document(
        submission,
        {"OBJID": REPRESENTATION.rpartition("/")[2]},
        _header(submission, package=False),
        element("mets:amdSec", _provenance(submission, preservation)),
        element(
            "mets:fileSec",
            {"ID": submission.named("files", "data")},
            _group(submission, group, "Data", data),
        ),
        _map(
            submission,
            REPRESENTATION.rpartition("/")[2],
            _metadata(submission, [], preservation),
            _pointed(submission, "Data", [group]),
        ),
    )


_CONTENT = {"csip:CONTENTINFORMATIONTYPE": "MIXED"}


def _document(submission: Submission, name: dict[str, str], *parts: XmlElement) -> bytes:
    root = element(
        "mets:mets",
        name | {"TYPE": "Mixed", "PROFILE": PROFILE} | _CONTENT,
        *parts,
    )
    return xml_bytes(root, PREFIXES)


def _header(submission: Submission, package: bool = True) -> XmlElement:
    attributes = {"CREATEDATE": submission.created, "csip:OAISPACKAGETYPE": "SIP"}
    return element("mets:metsHdr", attributes, *(_agents(submission) if package else ()))


def _agents(submission: Submission) -> Iterator[XmlElement]:
    """Yield the program (CSIP10), the submitter (SIP15) and the contact.

    SIP21 requires a contact to be a creator too, but then validators find two submitters.
    """
    creator = {"ROLE": "CREATOR"}
    version = ("SOFTWARE VERSION", submission.software_version)
    program = creator | {"TYPE": "OTHER", "OTHERTYPE": "SOFTWARE"}
    yield _agent(program, submission.software, version)
    code = ("IDENTIFICATIONCODE", submission.isil)
    yield _agent(creator | {"TYPE": "ORGANIZATION"}, submission.holder, code)
    if submission.contact_name:
        contact = {"ROLE": "OTHER", "OTHERROLE": "CONTACT", "TYPE": "INDIVIDUAL"}
        address = ("IDENTIFICATIONCODE", submission.contact_email)
        yield _agent(contact, submission.contact_name, address)


def _agent(kind: dict[str, str], name: str, note: tuple[str, str | None]) -> XmlElement:
    what, said = note
    return element(
        "mets:agent",
        kind,
        element("mets:name", name),
        element("mets:note", {"csip:NOTETYPE": what}, said) if said else None,
    )


def _descriptive(submission: Submission, file: SipFile) -> XmlElement:
    about = {"ID": submission.named("dmd", file.path), "CREATED": submission.created}
    return element(
        "mets:dmdSec",
        about | {"STATUS": "CURRENT"},
        element("mets:mdRef", _METADATA[file.stem] | _reference(submission, file)),
    )


def _provenance(submission: Submission, file: SipFile) -> XmlElement:
    return element(
        "mets:digiprovMD",
        {"ID": submission.named("amd", file.id), "STATUS": "CURRENT"},
        element("mets:mdRef", {"MDTYPE": "PREMIS"} | _reference(submission, file)),
    )


def _reference(submission: Submission, file: SipFile) -> dict[str, str]:
    return _LINKED | {"xlink:href": file.path} | _about(submission, file)


def _about(submission: Submission, file: SipFile) -> dict[str, str]:
    return {
        "MIMETYPE": _KNOWN_AS.get(file.media_type, file.media_type),
        "SIZE": str(file.size),
        "CREATED": submission.created,
        "CHECKSUM": file.sha256,
        "CHECKSUMTYPE": "SHA-256",
    }


def _group(
    submission: Submission,
    group: str,
    use: str,
    files: Iterable[SipFile],
    kind: dict[str, str] | None = None,
) -> XmlElement:
    return element(
        "mets:fileGrp",
        {"ID": group, "USE": use} | (kind or {}),
        *(
            element(
                "mets:file",
                {"ID": file.id} | _about(submission, file),
                element("mets:FLocat", _LINKED | {"xlink:href": file.path}),
            )
            for file in files
        ),
    )


def _map(submission: Submission, label: str, *parts: XmlElement) -> XmlElement:
    """Return the structural map required of every package (CSIP80 to CSIP112)."""
    return element(
        "mets:structMap",
        {"ID": submission.named("map", label), "TYPE": "PHYSICAL", "LABEL": "CSIP"},
        element("mets:div", {"ID": submission.named("div", label), "LABEL": label}, *parts),
    )


def _metadata(submission: Submission, described: list[str], file: SipFile) -> XmlElement:
    about = {
        "ID": submission.named("div", "Metadata", file.id),
        "LABEL": "Metadata",
        "ADMID": submission.named("amd", file.id),
    }
    return element("mets:div", about | ({"DMDID": " ".join(described)} if described else {}))


def _pointed(submission: Submission, label: str, ids: Iterable[str]) -> XmlElement:
    return element(
        "mets:div",
        {"ID": submission.named("div", label), "LABEL": label},
        *(element("mets:fptr", {"FILEID": one}) for one in ids),
    )
