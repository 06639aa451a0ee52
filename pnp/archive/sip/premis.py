"""PREMIS 3 (https://www.loc.gov/standards/premis): objects, agents and events of a package.

Events have the date of the package but no time, which would be invented. Terms are those of the
Library of Congress (https://id.loc.gov/vocabulary/preservation.html); formats are those of PRONOM
(https://www.nationalarchives.gov.uk/PRONOM) where the file alone identifies them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.archive.sip.submission import SipFile, Submission
from pnp.base.files import own_name

TERMS = "http://id.loc.gov/vocabulary/preservation"
PREFIXES = ("premis", "xsi")
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


class Agent(NamedTuple):
    """A program or an institution; only a program has a version."""

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
    return _document(
        element(
            "premis:object",
            {"xsi:type": "premis:intellectualEntity"},
            *_identifiers("object", work, submission.identifier),
            *(_property(*one) for one in properties),
            element("premis:originalName", submission.title),
            _related("isr", "is represented by", submission.named("representation")),
        ),
        *(_event(submission, event, work) for event in listed),
        *(_agent(submission, agent) for agent in agents),
    )


def representation_premis(submission: Submission, files: Iterable[SipFile]) -> bytes:
    """Write each file of the representation with its checksum and its format."""
    listed = tuple(files)
    whole = submission.named("representation")
    return _document(
        element(
            "premis:object",
            {"xsi:type": "premis:representation"},
            *_identifiers("object", whole),
            _related("rep", "represents", submission.named("work")),
            *(_related("inc", "includes", file.id) for file in listed),
        ),
        *(_file(file, whole) for file in listed),
    )


def _document(*parts: XmlElement) -> bytes:
    return xml_bytes(element("premis:premis", {"version": "3.0"}, *parts), PREFIXES)


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
    return ("executing program", "exe") if agent.version else ("implementer", "imp")


def _agent_id(submission: Submission, agent: Agent) -> str:
    return submission.named("agent", agent.name, agent.version or "")


def _agent(submission: Submission, agent: Agent) -> XmlElement:
    kind = ("software", "sof") if agent.version else ("organization", "org")
    return element(
        "premis:agent",
        *_identifiers("agent", _agent_id(submission, agent)),
        element("premis:agentName", agent.name),
        _term("agentType", *kind),
        element("premis:agentVersion", agent.version) if agent.version else None,
    )
