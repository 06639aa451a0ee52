"""A record whose deposit is stated keeps the rules of portals; each rule is there with its source.

No official Schematron of these profiles may be copied here, so the rules are written out.
"""

from math import prod

import pytest
from archive.conftest import record_by_id
from helpers.sample_archive import package_files
from lxml import etree

from pnp.archive.check.payload import png_size
from pnp.archive.contents import packed_files
from pnp.archive.documents import LEAST, SHOWN, dpi_of, drawings, shown_files
from pnp.archive.formats.lido import lido
from pnp.base.geometry import Size
from pnp.base.languages import language
from pnp.definitions import built_in_games
from pnp.game.deposit import Deposit
from pnp.render.png import pixel_size
from pnp.scene import Scene

NAMES = {"l": "http://www.lido-schema.org", "xml": "http://www.w3.org/XML/1998/namespace"}
WIKI = "https://wiki.deutsche-digitale-bibliothek.de/pages/viewpage.action?pageId="
PROFILE = f"{WIKI}78514640"  # LIDO profile of the German Digital Library: overview
RECORD = f"{WIKI}113280047"  # the same: the record
# The recommendation of the smallest record for museums and collections, which says of itself
# (pageId=120422835) that it fulfils what the German Digital Library and Europeana ask.
IDS = f"{WIKI}218628143"
MEDIA, MEDIA_RIGHTS, MEDIA_HOLDER = f"{WIKI}218628126", f"{WIKI}218628127", f"{WIKI}218628137"
PREVIEW = f"{WIKI}124944524"
RECORD_RIGHTS, EXPORTED = f"{WIKI}218628155", f"{WIKI}218628157"
NUMBER, DATE = f"{WIKI}218628108", f"{WIKI}218628122"
TITLE = "https://wiki.deutsche-digitale-bibliothek.de/display/DFD/Objekttitel+oder+-benennung"
TRAINING = "https://docs.nfdi4culture.de/lido-schulung/modul-pflichtangaben"
EUROPEANA = "https://europeana.atlassian.net/wiki/spaces/EF/pages/2106032160"  # ore:Aggregation
TERMS = "http://terminology.lido-schema.org/lido"
URI = f"[@l:type='{TERMS}00099']"
# https://pro.europeana.eu/page/media-tier-image: pixels of tiers 1 and 3.
TIERS = {LEAST: 100_000, SHOWN: 950_000}
ADMIN = "/l:lidoWrap/l:lido/l:administrativeMetadata"
ONE = "/l:lidoWrap/l:lido/l:descriptiveMetadata/l:objectIdentificationWrap"
RULES = {  # an XPath that is true, by the rule
    ("the root is lidoWrap", PROFILE): "/l:lidoWrap/l:lido",
    ("lidoRecID is unique beyond the house", IDS): "starts-with(//l:lidoRecID, 'DE-MUS-859718/')",
    ("recordID is the house's own", IDS): f"{ADMIN}/l:recordWrap/l:recordID[.='2019.0457']",
    ("titles have a type", TRAINING): f"not({ONE}/l:titleWrap/l:titleSet[not(@l:type)])",
    ("titles name their language", TRAINING):
        f"not({ONE}//l:titleSet/l:appellationValue[not(@xml:lang)])",
    ("a title is preferred", TITLE):
        f"{ONE}//l:titleSet/l:appellationValue[@l:pref='{TERMS}00169']",
    ("a work type has an address", PROFILE): f"//l:objectWorkType/l:conceptID{URI}",
    ("the record is of an item", RECORD):
        f"{ADMIN}/l:recordWrap/l:recordType/l:conceptID[.='{TERMS}00141']",
    ("who made the record has an address and a name", TRAINING):
        f"{ADMIN}/l:recordWrap/l:recordSource[l:legalBodyID{URI}]/l:legalBodyName",
    ("the rights in the record are listed", RECORD_RIGHTS):
        f"{ADMIN}/l:recordWrap/l:recordRights/l:rightsType/l:conceptID{URI}"
        "[starts-with(., 'https://creativecommons.org/')]",
    ("the rights in each file are listed, and one", MEDIA_RIGHTS):
        f"not({ADMIN}//l:resourceSet[count(l:rightsResource/l:rightsType/l:conceptID[starts-with(.,"
        " 'https://creativecommons.org/') or starts-with(., 'http://rightsstatements.org/')])!=1])",
    ("somebody has the rights in each file", MEDIA_HOLDER):
        f"not({ADMIN}//l:rightsResource[not(l:rightsHolder)])",
    ("there is something to see", MEDIA):
        f"{ADMIN}//l:resourceRepresentation[@l:type='{TERMS}00464']/l:linkResource"
        "[@l:formatResource='image/png' and starts-with(., 'https://')]",
    ("of several pictures one is marked for the preview", PREVIEW):
        f"{ADMIN}//l:resourceSet[@l:sortorder='1']/l:resourceRepresentation[@l:type='{TERMS}00464']",
    ("the object is shown somewhere", EUROPEANA):
        f"{ADMIN}/l:recordWrap/l:recordInfoSet/l:recordInfoLink[starts-with(., 'https://')]",
    ("the export is dated", EXPORTED):
        f"{ADMIN}/l:recordWrap/l:recordInfoSet[@l:type='{TERMS}00470']"
        f"/l:recordMetadataDate[@l:type='{TERMS}00472']",
    ("the repository has a number of the object", NUMBER):
        f"{ONE}//l:repositorySet[@l:type='{TERMS}00475']"
        f"/l:workID[@l:type='{TERMS}00113' and .='2019.0457']",
    ("a repository that is named has an address", NUMBER):
        f"not({ONE}//l:repositoryName[not(l:legalBodyID{URI})])",
    ("each event has a who, where or when", DATE):
        "not(//l:event[not(l:eventActor or l:eventDate or l:eventPlace)])",
    ("each event has a type of the terminology", DATE):
        f"not(//l:event[not(starts-with(l:eventType/l:conceptID, '{TERMS}'))])",
    ("a date has both ends", DATE): "not(//l:date[not(l:earliestDate and l:latestDate)])",
    ("each person has a role", PROFILE): "not(//l:actorInRole[not(l:roleActor)])",
}  # fmt: skip
# What a house alone can say; without it the record is as good as it can be.
OF_THE_HOUSE = {
    "lidoRecID is unique beyond the house",
    "recordID is the house's own",
    "who made the record has an address and a name",
    "the rights in the record are listed",
    "somebody has the rights in each file",
    "there is something to see",
    "the object is shown somewhere",
    "the repository has a number of the object",
}
HOUSE = Deposit(
    isil="DE-MUS-859718",
    holder="A museum of games",
    inventory="2019.0457",
    record="https://museum.example/objects/2019.0457",
    files_at="https://museum.example/packages/2019.0457/data/",
    files_rights_holder="A museum of games",
    record_rights="CC0",
)
# What a house says of its own copy, and where LIDO has it.
COPY = {
    "material": "wood",
    "technique": "chromolithograph",
    "dimensions": "box 31 x 22 x 4 cm",
    "inscriptions": "Jeu de l'oie",
    "condition": "a corner is torn",
    "acquired": "gift of A. Player",
    "acquired_date": "1974-05",
    "credit_line": "A museum of games, gift of A. Player",
    "photo": "https://museum.example/photos/7.jpg",
    "photo_rights": "CC BY",
    "photo_rights_holder": "B. Lens",
}
SAID = {
    "material": f"{ONE}//l:displayMaterialsTech[@l:label='material']",
    "technique": f"{ONE}//l:displayMaterialsTech[@l:label='technique']",
    "dimensions": f"{ONE}//l:objectMeasurementsSet[1][not(l:objectMeasurements)]/*",
    "inscriptions": f"{ONE}//l:inscriptionTranscription",
    "condition": f"{ONE}//l:objectDescriptionSet[@l:type='condition']/*",
    "acquired": f"//l:event[l:eventType/l:conceptID='{TERMS}00001']/l:eventDescriptionSet/*",
    "acquired_date": f"//l:event[l:eventType/l:conceptID='{TERMS}00001']//l:earliestDate",
    "credit_line": f"{ADMIN}//l:rightsWorkSet/l:creditLine",
    "photo": f"{ADMIN}//l:resourceSet[@l:sortorder='1']//l:linkResource",
    "photo_rights_holder": f"{ADMIN}//l:resourceSet[1]//l:rightsHolder//l:appellationValue",
}


def broken(record):
    root = etree.fromstring(lido(record, shown_files(record, package_files(record)))).getroottree()
    return {rule for (rule, _), path in RULES.items() if not root.xpath(path, namespaces=NAMES)}


@pytest.mark.parametrize("game", built_in_games())
def test_portals_take_the_record_of_a_stated_deposit(game):
    assert broken(record_by_id(game, HOUSE)) == set()


@pytest.mark.parametrize("game", built_in_games())
def test_without_a_deposit_only_what_a_house_says_is_missing(game):
    assert broken(record_by_id(game, Deposit())) == OF_THE_HOUSE


def test_what_a_house_says_of_its_own_copy_is_in_the_record_and_in_nothing_of_the_edition(pond):
    deposit = HOUSE.model_copy(update=Deposit(**COPY).stated)
    record = pond(choices=deposit, date="2026-11-20")
    root = etree.fromstring(lido(record, shown_files(record, package_files(record)))).getroottree()
    for key, path in SAID.items():
        assert [one.text for one in root.xpath(path, namespaces=NAMES)] == [COPY[key]], key
    orders = root.xpath("//l:resourceSet/@l:sortorder", namespaces=NAMES)
    assert orders == [str(number + 1) for number in range(len(orders))]
    assert broken(record) == set()
    edition = root.xpath("//l:relatedWork[1]", namespaces=NAMES)[0]
    assert not any(text in COPY.values() for text in edition.itertext())


def test_an_acquisition_without_a_date_is_a_description_since_portals_reject_its_event(pond):
    record = pond(choices=Deposit(acquired="gift of A. Player"))
    root = etree.fromstring(lido(record)).getroottree()
    note = "//l:objectDescriptionSet[@l:type='acquisition']/*/text()"
    assert root.xpath(note, namespaces=NAMES) == ["gift of A. Player"]
    assert "Acquisition" not in [one.text for one in root.iter("{*}term")]


@pytest.mark.parametrize("game", built_in_games())
def test_measures_say_in_each_language_that_they_are_of_the_edition(game):
    record = record_by_id(game, HOUSE)
    root = etree.fromstring(lido(record)).getroottree()
    for shown in root.iter("{*}displayObjectMeasurements"):
        words = language(shown.get(f"{{{NAMES['xml']}}}lang")).labels["in_edition"]
        assert shown.text.startswith(words.partition("{")[0])
        assert len(words) > 5


@pytest.mark.parametrize("game", built_in_games())
def test_no_making_is_told_twice_and_no_holder_is_invented(game):
    written = lido(record_by_id(game, Deposit()))
    root = etree.fromstring(written)
    makings = [etree.tostring(one) for one in root.iter("{*}event")]
    assert len(makings) == len(set(makings))
    assert b"not documented" not in written
    assert "gml" not in root.nsmap  # PRONOM would take the file for GML


def test_drawings_are_images_and_rulebooks_texts():
    record = record_by_id("turno", HOUSE)
    root = etree.fromstring(lido(record, shown_files(record, package_files(record)))).getroottree()
    kinds = {}
    for one in root.iter("{*}resourceSet"):
        folder = one.findtext("l:resourceID", namespaces=NAMES).partition("/")[0]
        kinds.setdefault(folder, set()).add(one.findtext("{*}resourceType/{*}term"))
    assert kinds == {"previews": {"image"}, "drawings": {"image"}, "rules": {"text"}}


def test_the_pictures_are_the_cover_and_fronts_in_the_order_of_the_components():
    record = record_by_id("turno", HOUSE)
    ids = [part.id for part in record.parts]
    sides = [f"previews/{one}/a-{side}.png" for one in sorted(ids) for side in ("back", "front")]
    there = dict.fromkeys((*sides, "previews/cover.png"), b"")
    shown = [file.path for file in shown_files(record, packed_files(record, there)).pictures]
    assert shown == ["previews/cover.png", *(f"previews/{one}/a-front.png" for one in ids)]


@pytest.mark.parametrize("least", [LEAST, SHOWN])
@pytest.mark.parametrize("size", [Size(6, 6), Size(30, 45), Size(63, 88), Size(10, 200)])
def test_a_face_of_any_size_has_the_pixels_that_europeana_asks_for(size, least):
    width, height = pixel_size(Scene(size, ()), dpi_of(size, least))
    assert width * height >= TIERS[least]


def test_a_preview_is_never_coarser_than_100_dpi_nor_longer_than_cairo_draws():
    assert dpi_of(Size(400, 400), SHOWN) == 100
    assert pixel_size(Scene(Size(1, 600), ()), dpi_of(Size(1, 600), SHOWN))[1] <= 8000


def test_the_cover_and_the_first_piece_of_each_component_reach_the_third_tier(pond):
    found = {
        path.removeprefix("previews/"): prod(png_size(content))
        for path, content in drawings(pond())
        if path.startswith("previews/")
    }
    best = {path for path, pixels in found.items() if pixels >= TIERS[SHOWN]}
    assert best == {
        "cover.png",
        "board/board-front.png",
        *(f"stones/grey-{side}.png" for side in ("front", "back")),
    }
    assert min(found.values()) >= TIERS[LEAST]


def test_evidence_of_no_time_place_or_person_is_a_description(pond):
    bare = [
        ("start", "-0499"),
        ("end", "1901"),
        ("place", "A pond"),
        ("coordinates", "51.21, 3.22"),
    ]
    record = pond(*((f'{key} = "{value}"\n', "") for key, value in bare))
    root = etree.fromstring(lido(record)).getroottree()
    assert root.xpath("//l:event/l:eventID", namespaces=NAMES) == []
    notes = "//l:objectDescriptionSet[@l:type='evidence']/l:descriptiveNoteValue/text()"
    assert root.xpath(notes, namespaces=NAMES) == ["How frogs hop."]


def test_nothing_says_the_licence_of_the_edition_of_the_game():
    licence = "https://opensource.org/license/mit"
    root = etree.fromstring(lido(record_by_id("turno", HOUSE))).getroottree()
    places = root.xpath(f"//*[normalize-space(text())='{licence}']/ancestor::l:relatedWork",
                        namespaces=NAMES)  # fmt: skip
    everywhere = root.xpath(f"//*[contains(text(), '{licence}')]", namespaces=NAMES)
    assert (len(places), len(everywhere)) == (1, 1)


def test_the_inventory_number_of_another_house_is_that_of_its_copy():
    root = etree.fromstring(lido(record_by_id("turno", HOUSE))).getroottree()
    own, other = root.xpath("//l:repositorySet", namespaces=NAMES)
    assert own.findtext("l:workID", namespaces=NAMES) == "2019.0457"
    assert other.findtext("l:workID", namespaces=NAMES) == "47109"
    assert other.findtext("l:displayRepository", namespaces=NAMES) == "Spellenlab, Bruges"
    place = other.findtext("l:repositoryLocation/l:placeID", namespaces=NAMES)
    assert place == "https://sws.geonames.org/2800931/"
    assert "47109" not in root.xpath("//l:eventID/text()", namespaces=NAMES)


@pytest.mark.parametrize(
    ("stated", "ids"),
    [
        ({"isil": "BE-SPL"}, ["BE-SPL"]),
        ({"isil": "DE-1"}, ["https://ld.zdb-services.de/resource/organisations/DE-1"]),
        (
            {"isil": "BE-SPL", "holder_id": "https://museum.example"},
            ["https://museum.example", "BE-SPL"],
        ),
    ],
)
def test_a_house_is_known_by_its_address_and_its_isil(stated, ids):
    record = record_by_id("tawula", Deposit(holder="A Museum", **stated))
    root = etree.fromstring(lido(record)).getroottree()
    assert root.xpath("//l:recordSource/l:legalBodyID/text()", namespaces=NAMES) == ids
