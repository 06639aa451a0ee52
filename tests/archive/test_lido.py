"""LIDO records follow the schema and contain only what the definition says."""

import os
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from archive.conftest import POND
from archive.test_harvesters import COPY, HOUSE
from helpers.archive_readers import LANG, LIDO
from helpers.sample_archive import package_files
from lxml import etree

from pnp.archive.documents import shown_files
from pnp.archive.formats.lido import lido
from pnp.definitions import built_in_games
from pnp.game.deposit import Deposit

SCHEMA = "PNP_LIDO_XSD"  # names the folder of another lido-v1.1.xsd than the one that is here
# LIDO 1.1, CC BY 4.0, with the schemas of OGC and W3C that it uses; the licence is in it.
OFFICIAL = Path(__file__).parent / "lido-v1.1.zip"
TERMS = "http://terminology.lido-schema.org/lido"
GML = "{http://www.opengis.net/gml}"
BARE = ""  # a game of which nothing is known but a board
# Of lido-v1.1.xsd: what a record is made of, in this order.
ORDER = {
    "lidoWrap": ["lido"],
    "lido": ["lidoRecID", "objectPublishedID", "category", "descriptiveMetadata",
             "administrativeMetadata"],
    "descriptiveMetadata": ["objectClassificationWrap", "objectIdentificationWrap", "eventWrap",
                            "objectRelationWrap"],
    "objectClassificationWrap": ["objectWorkTypeWrap"],
    "objectIdentificationWrap": ["titleWrap", "inscriptionsWrap", "repositoryWrap",
                                 "objectDescriptionWrap", "objectMeasurementsWrap",
                                 "objectMaterialsTechWrap"],
    "objectMeasurementsSet": ["displayObjectMeasurements", "objectMeasurements"],
    "objectMeasurements": ["measurementsSet", "extentMeasurements", "qualifierMeasurements"],
    "measurementsSet": ["measurementType", "measurementUnit", "measurementValue"],
    "event": ["eventID", "eventType", "eventName", "eventActor", "eventDate", "eventPlace",
              "eventDescriptionSet"],
    "eventActor": ["displayActorInRole", "actorInRole"],
    "eventDate": ["displayDate", "date"],
    "date": ["earliestDate", "latestDate"],
    "eventPlace": ["displayPlace", "place"],
    "place": ["placeID", "namePlaceSet", "gml"],
    "actor": ["actorID", "nameActorSet"],
    "actorInRole": ["actor", "roleActor"],
    "object": ["objectWebResource", "objectID", "objectType", "objectName", "objectNote"],
    "relatedWorkSet": ["relatedWork", "relatedWorkRelType"],
    "administrativeMetadata": ["rightsWorkWrap", "recordWrap", "resourceWrap"],
    "recordWrap": ["recordID", "recordType", "recordSource", "recordRights", "recordInfoSet"],
    "recordSource": ["legalBodyID", "legalBodyName"],
    "resourceRepresentation": ["linkResource", "resourceMeasurementsSet"],
    "resourceSet": ["resourceID", "resourceRepresentation", "resourceType", "resourceRelType",
                    "resourceDescription", "rightsResource"],
    "rightsResource": ["rightsType", "rightsHolder"],
}  # fmt: skip
PEOPLE = {"eventActor", "actor", "actorInRole"}
REQUIRED = {
    "lidoWrap": {"lido"},
    "lido": {"lidoRecID", "descriptiveMetadata", "administrativeMetadata"},
    "descriptiveMetadata": {"objectClassificationWrap", "objectIdentificationWrap"},
    "objectClassificationWrap": {"objectWorkTypeWrap"},
    "objectIdentificationWrap": {"titleWrap"},
    "measurementsSet": {"measurementType", "measurementUnit", "measurementValue"},
    "event": {"eventType"},
    "administrativeMetadata": {"recordWrap"},
    "recordWrap": {"recordID", "recordType", "recordSource"},
}


def read(record):
    files = shown_files(record, package_files(record))
    return ElementTree.fromstring(lido(record, files))


def found(root, path):
    return root.findall("/".join(f"{LIDO}{name}" if name[0].isalpha() else name for name in path))


def events(root):
    """Yield each event's type, its earliest and latest date, places and actors."""
    for event in root.iter(f"{LIDO}event"):
        term = event.findtext(f"{LIDO}eventType/{LIDO}term")
        ends = [e.text for e in found(event, ["eventDate", "date", "*"])]
        place = event.findtext(f"{LIDO}eventPlace/{LIDO}displayPlace")
        actors = [e.text for e in found(event, ["eventActor", "displayActorInRole"])]
        yield term, ends, place, actors


@pytest.mark.parametrize("game", built_in_games())
def test_elements_follow_the_schema(records, game):
    seen = set()
    for element in read(records[game]).iter():
        name = element.tag.removeprefix(LIDO)
        kids = [kid.tag.removeprefix(LIDO) for kid in element]
        if name in ORDER:
            seen.add(name)
            assert kids == sorted(kids, key=ORDER[name].index), name
            assert REQUIRED.get(name, set()) <= set(kids), name
    assert seen >= set(ORDER) - {*PEOPLE, "eventPlace", "place", "date"}


@pytest.mark.parametrize("game", built_in_games())
def test_identifiers_have_a_type_and_texts_a_language(records, game):
    root = read(records[game])
    ids = [e for e in root.iter() if e.tag.endswith("ID")]
    assert len(ids) > 20
    assert [e.tag for e in ids if not e.get(f"{LIDO}type", "").startswith(TERMS)] == []
    for element in ids:
        if element.tag == f"{LIDO}workID":  # whose type is that of the number
            continue
        address = element.text.startswith(("http", "nih:"))
        assert element.get(f"{LIDO}type") == f"{TERMS}{'00099' if address else '00100'}"
    for name in (
        "descriptiveNoteValue",
        "displayObjectMeasurements",
        "displayDate",
        "displayPlace",
    ):
        assert all(e.get(LANG) in records[game].languages for e in root.iter(f"{LIDO}{name}")), name


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    folder = os.environ.get(SCHEMA)
    if not folder:
        folder = tmp_path_factory.mktemp("lido")
        with ZipFile(OFFICIAL) as schemas:
            schemas.extractall(folder)
    parser = etree.XMLParser(no_network=True)
    return etree.XMLSchema(etree.parse(Path(folder) / "lido-v1.1.xsd", parser))


@pytest.mark.parametrize("game", built_in_games())
def test_records_are_valid_by_the_official_schema(records, pond, game, schema):
    own_copy = Deposit(**HOUSE.stated | COPY)
    bare = pond((POND[POND.index("holds") :], BARE))
    for record in (records[game], pond(), bare, pond(choices=own_copy)):
        files = shown_files(record, package_files(record))
        schema.assertValid(etree.fromstring(lido(record, files)))


def test_each_component_has_its_count_and_its_measures_in_millimetres(records):
    root = read(records["turno"])
    measured = {}
    for one in root.iter(f"{LIDO}objectMeasurementsSet"):
        name = one.findtext(f"{LIDO}displayObjectMeasurements")
        name = name.removeprefix("In this edition: ").partition(" (")[0]
        measured[name] = {
            tuple(kid.findtext(f"{LIDO}term") or kid.text for kid in measure)
            for measure in one.iter(f"{LIDO}measurementsSet")
        }
    assert set(measured) == {c.name for c in records["turno"].definition.components.values()}
    shown = [e.text for e in root.iter(f"{LIDO}displayObjectMeasurements") if e.get(LANG) == "nl"]
    assert shown[0] == "In deze uitgave: Tegels (36): 30 x 45 mm"
    shown = [e.text for e in root.iter(f"{LIDO}displayObjectMeasurements") if e.get(LANG) == "fr"]
    assert shown[0] == "Dans cette édition : Tuiles (36)\N{NO-BREAK SPACE}: 30 x 45 mm"
    assert measured["Tiles"] == {
        ("count", "piece", "36"), ("width", "mm", "30"), ("height", "mm", "45"),
    }  # fmt: skip
    assert {value for kind, _, value in measured["Hexagon"] if kind != "count"} == {"51.96", "60"}


def test_events_come_from_the_definition_only(records):
    assert list(events(read(records["turno"]))) == [
        ("Creation", [], None, []),
        ("Creation", ["2023-02-10", "2023-02-10"], None, ["Fred Horn"]),
        ("Creation", ["2023-02-10", "2023-02-10"], None, ["Fred Horn"]),
        ("Event", ["1924", "2023-02-08"], "The Netherlands", []),
        ("Publication", [], None, ["Fred Horn"]),
        ("Event", [], None, []),
        ("Collecting", [], "Bruges", []),
        ("Event", ["1924-11-21", "1924-11-21"], "Gorinchem", []),
    ]
    publication = next(
        event
        for event in read(records["turno"]).iter(f"{LIDO}event")
        if event.findtext(f"{LIDO}eventType/{LIDO}term") == "Publication"
    )
    words = [e.text for e in publication.iter(f"{LIDO}displayDate") if e.get(LANG) == "en"]
    assert words == ["10 February 2023 or later"]  # than most of the article
    # Nobody is known to have made Tawula or its rules: they were seen.
    assert list(events(read(records["tawula"]))) == [
        ("Creation", [], None, []),
        ("Use", ["1845-01-01", "1845-12-31"], "Anatolia", []),
        ("Use", ["1845", "1845"], "Asia Minor", []),
        ("Use", [], "Egypt", []),
    ]
    assert [kind for kind, *_ in events(read(records["compositie"]))] == [
        "Creation", "Creation", "Creation", "Publication",
    ]  # fmt: skip


def test_years_bc_have_dates_and_words_and_places_coordinates(pond):
    root = read(pond())
    assert list(events(root))[1] == ("Use", ["-0499", "1901"], "A pond", [])
    assert [e.text for e in root.iter(f"{LIDO}displayDate")] == ["500 BC to 1901"]
    (point,) = root.iter(f"{GML}Point")
    assert point.findtext(f"{GML}pos") == "51.21 3.22"
    ids = [e.text for e in root.iter(f"{LIDO}eventID")]
    assert ids == ["pond-book", "DLP.Evidence.7"]


def test_links_to_the_record_of_a_collection(records):
    links = [e.text for e in read(records["turno"]).iter(f"{LIDO}objectWebResource")]
    assert links == ["https://www.spellenlab.be/speldatabase/47109"]
    assert list(read(records["tawula"]).iter(f"{LIDO}objectWebResource")) == []


def test_a_game_is_a_board_game_if_it_needs_a_board(records):
    def kinds(game):
        return [
            e.findtext(f"{LIDO}term") for e in read(records[game]).iter(f"{LIDO}objectWorkType")
        ]

    assert kinds("tawula") == ["game", "board game"]
    assert kinds("turno") == ["game"]  # its mats are this edition's


def test_the_holder_is_unknown_unless_given(records, pond):
    def source(record):
        return next(read(record).iter(f"{LIDO}recordSource")).findtext(f".//{LIDO}appellationValue")

    assert source(records["turno"]) == "Museum & co"
    assert source(pond()) == "unknown"
