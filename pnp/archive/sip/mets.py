"""METS.xml and PREMIS 3 of a submission package and of the representation in it."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5  # noqa: TID251 - of a name, so always the same

from pnp.archive.contents import PackedFile
from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.base.files import own_name

PREFIX = "uuid-"  # what begins with a digit is no xs:ID

TERMS = "http://id.loc.gov/vocabulary/preservation"
PREMIS_PREFIXES = ("premis", "xsi")
_FORMATS = {  # name, version and key in PRONOM, by media type
    "application/json": ("JSON Data Interchange Format", "", "fmt/817"),
    "application/ld+json": ("JSON-LD", "", "fmt/880"),
    "application/xml": ("Extensible Markup Language", "1.0", "fmt/101"),
    "image/svg+xml": ("Scalable Vector Graphics", "1.1", "fmt/92"),
    "text/csv": ("Comma Separated Values", "", "x-fmt/18"),
    "text/html": ("Hypertext Markup Language", "5", "fmt/471"),
    "text/markdown": ("Markdown", "", "fmt/1149"),
    "text/plain": ("Plain Text File", "", "x-fmt/111"),
}
_MADE = {  # by pnp, by folder and media type
    ("rules", "application/pdf"): ("PDF/A", "2a", "fmt/476"),
    ("drawings", "application/pdf"): ("PDF/A", "2b", "fmt/477"),
    ("previews", "image/png"): ("Portable Network Graphics", "1.2", "fmt/13"),
}

PROFILE = "https://earksip.dilcis.eu/profile/E-ARK-SIP-v2-2-0.xml"  # SIP2
REPRESENTATION = "Representations/edition"
PREFIXES = ("mets", "csip", "sip", "xlink", "xsi")
_LINKED = {"LOCTYPE": "URL", "xlink:type": "simple"}
# Registered in 2024, so that validators of METS do not know it (CSIP68).
_KNOWN_AS = {"application/toml": "text/plain"}
_METADATA = {  # of descriptive metadata, by the names of the files
    "simple-dc": {"MDTYPE": "DC"},
    "lido": {"MDTYPE": "LIDO"},
    "dublin-core": {"MDTYPE": "OTHER", "OTHERMDTYPE": "Dublin Core in RDF/XML"},
}


class SipFile(NamedTuple):
    """A file of a submission: its facts, and its path relative to the METS.xml that lists it."""

    id: str
    path: str
    media_type: str
    size: int
    sha256: str

    @property
    def stem(self) -> str:
        """The file's name without folders and suffix."""
        return PurePosixPath(self.path).stem


class Submission(NamedTuple):
    """A submission: the submitter, the contents and the date.

    ``id`` is that of the submission package, ``identifier`` the archive's of the game. ``day`` is
    the date of the package in ISO 8601, and ``made_from`` the checksum of the definition.
    ``before`` is the id of the submission package that this one replaces.
    """

    id: str
    identifier: str
    title: str
    holder: str
    isil: str | None
    contact_name: str | None
    contact_email: str | None
    day: str
    software: str
    software_version: str
    made_from: str
    before: str | None = None

    @property
    def created(self) -> str:
        """Midnight of the day, since METS requires a time as well."""
        return f"{self.day}T00:00:00Z"

    def named(self, *words: str) -> str:
        """Return the identifier of a part of the package, always the same for the same words."""
        return derived_id(self.id, *words)

    def file(self, packed: PackedFile, path: str, *place: str) -> SipFile:
        """Return a file of a package at ``path`` in the submission package."""
        name = self.named("file", *place, path)
        return SipFile(name, path, packed.mediatype, packed.bytes, packed.sha256)


def derived_id(*words: str) -> str:
    """Return an identifier derived from words (a UUID of version 5, RFC 9562)."""
    return f"{PREFIX}{uuid5(NAMESPACE_URL, ' '.join(words))}"


class Agent(NamedTuple):
    """A program, whose version may be unknown and empty, or an institution, which has none."""

    name: str
    version: str | None = None


class Event(NamedTuple):
    """An event in the life of the package: its type as (word, code), its details and its agent."""

    kind: tuple[str, str]
    detail: str
    agents: tuple[Agent, ...]


def package_premis(
    submission: Submission, properties: Iterable[tuple[str, str]], events: Iterable[Event]
) -> bytes:
    """Write the subject of the package, and the events that made it.

    ``properties`` are the significant properties, each with a kind and a text.
    """
    work = submission.named("work")
    listed = tuple(events)
    agents = dict.fromkeys(agent for event in listed for agent in event.agents)
    return _premis_document(
        element(
            "premis:object",
            {"xsi:type": "premis:intellectualEntity"},
            *_identifiers("object", work, submission.identifier),
            *(_property(*one) for one in properties),
            element("premis:originalName", submission.title),
            _related("isr", "is represented by", submission.named("representation")),
        ),
        *(_event(submission, event, work) for event in listed),
        *(_premis_agent(submission, agent) for agent in agents),
    )


def representation_premis(submission: Submission, files: Iterable[SipFile]) -> bytes:
    """Write each file of the representation with its checksum and its format."""
    listed = tuple(files)
    whole = submission.named("representation")
    return _premis_document(
        element(
            "premis:object",
            {"xsi:type": "premis:representation"},
            *_identifiers("object", whole),
            _related("rep", "represents", submission.named("work")),
            *(_related("inc", "includes", file.id) for file in listed),
        ),
        *(_file(file, whole) for file in listed),
    )


def _premis_document(*parts: XmlElement) -> bytes:
    return xml_bytes(element("premis:premis", {"version": "3.0"}, *parts), PREMIS_PREFIXES)


def _identifiers(of: str, uuid: str, local: str = "") -> Iterator[XmlElement]:
    for kind, value in (("UUID", uuid), ("local", local)):
        if value:
            yield element(
                f"premis:{of}Identifier",
                element(f"premis:{of}IdentifierType", kind),
                element(f"premis:{of}IdentifierValue", value),
            )


def _property(kind: str, text: str) -> XmlElement:
    return element(
        "premis:significantProperties",
        element("premis:significantPropertiesType", kind),
        element("premis:significantPropertiesValue", text),
    )


def _related(code: str, word: str, other: str) -> XmlElement:
    return element(
        "premis:relationship",
        _term("relationshipType", "structural", "str"),
        _term("relationshipSubType", word, code),
        element(
            "premis:relatedObjectIdentifier",
            element("premis:relatedObjectIdentifierType", "UUID"),
            element("premis:relatedObjectIdentifierValue", other),
        ),
    )


def _term(name: str, word: str, code: str, vocabulary: str = "") -> XmlElement:
    where = f"{TERMS}/{vocabulary or name}"
    return element(f"premis:{name}", {"authorityURI": where, "valueURI": f"{where}/{code}"}, word)


def _file(file: SipFile, whole: str) -> XmlElement:
    return element(
        "premis:object",
        {"xsi:type": "premis:file"},
        *_identifiers("object", file.id),
        element(
            "premis:objectCharacteristics",
            element(
                "premis:fixity",
                _term("messageDigestAlgorithm", "SHA-256", "sha256", "cryptographicHashFunctions"),
                element("premis:messageDigest", file.sha256),
            ),
            element("premis:size", str(file.size)),
            _format(file),
        ),
        element("premis:originalName", own_name(file.path.removeprefix("data/"))),
        _related("isi", "is included in", whole),
    )


def _format(file: SipFile) -> XmlElement:
    folder = file.path.removeprefix("data/").partition("/")[0]
    known = _MADE.get((folder, file.media_type)) or _FORMATS.get(file.media_type)
    name, version, key = known or (file.media_type, "", "")
    return element(
        "premis:format",
        element(
            "premis:formatDesignation",
            element("premis:formatName", name),
            element("premis:formatVersion", version) if version else None,
        ),
        element(
            "premis:formatRegistry",
            element("premis:formatRegistryName", "PRONOM"),
            element("premis:formatRegistryKey", key),
        )
        if key
        else None,
    )


def _event(submission: Submission, event: Event, of: str) -> XmlElement:
    word, code = event.kind
    return element(
        "premis:event",
        *_identifiers("event", submission.named("event", word, event.detail)),
        _term("eventType", word, code),
        element("premis:eventDateTime", submission.day),
        element("premis:eventDetailInformation", element("premis:eventDetail", event.detail)),
        element("premis:eventOutcomeInformation", _term("eventOutcome", "success", "suc")),
        *(
            element(
                "premis:linkingAgentIdentifier",
                element("premis:linkingAgentIdentifierType", "UUID"),
                element("premis:linkingAgentIdentifierValue", _agent_id(submission, agent)),
                _term("linkingAgentRole", *_role(agent), "eventRelatedAgentRole"),
            )
            for agent in event.agents
        ),
        element(
            "premis:linkingObjectIdentifier",
            element("premis:linkingObjectIdentifierType", "UUID"),
            element("premis:linkingObjectIdentifierValue", of),
            _term("linkingObjectRole", "outcome", "out", "eventRelatedObjectRole"),
        ),
    )


def _role(agent: Agent) -> tuple[str, str]:
    return ("implementer", "imp") if agent.version is None else ("executing program", "exe")


def _agent_id(submission: Submission, agent: Agent) -> str:
    return submission.named("agent", agent.name, agent.version or "")


def _premis_agent(submission: Submission, agent: Agent) -> XmlElement:
    kind = ("organization", "org") if agent.version is None else ("software", "sof")
    return element(
        "premis:agent",
        *_identifiers("agent", _agent_id(submission, agent)),
        element("premis:agentName", agent.name),
        _term("agentType", *kind),
        element("premis:agentVersion", agent.version) if agent.version else None,
    )


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
    if not package:
        return element("mets:metsHdr", attributes)
    before = submission.before
    return element(
        "mets:metsHdr",
        attributes | {"RECORDSTATUS": "VERSION" if before else "NEW"},  # SIP3; RODA takes both
        *_agents(submission),
        element("mets:altRecordID", {"TYPE": "PREDECESSOR"}, before) if before else None,
    )


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
