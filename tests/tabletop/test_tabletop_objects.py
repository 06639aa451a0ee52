"""Games for Tabletop Simulator: sheets cut back into cards, and JSON that finds them."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from helpers.command import listed
from helpers.picture_files import opened, pixels
from helpers.requirements import needs_cairo

from pnp.base.errors import LayoutError
from pnp.components.piece import draw_hidden
from pnp.components.registry import draw_component
from pnp.definitions import find_game, games_to_copy
from pnp.render import png
from pnp.scene import Role, Scene
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

pytestmark = needs_cairo
CARD = (378, 585)  # pixels of a card of 44 x 68 mm on a sheet of at most 4096 x 4096


def made(built) -> tuple[list[dict], Path]:
    """Return the objects of the whole box, and the folder of its images."""
    folder = built.folder / "tts"
    file = min(folder.glob("*.json"), key=lambda path: len(path.name))
    return json.loads(file.read_text(encoding="utf-8"))["ObjectStates"], folder


def drawn(face: Scene, size: tuple[int, int]) -> np.ndarray:
    from io import BytesIO

    scene = Scene(face.size, face.only(Role.ART).items)
    return pixels(BytesIO(png.render(scene, "t", 100, pixels=size, rgb=True)))


def place(sheet: np.ndarray, slot: int, size=CARD) -> np.ndarray:
    width, height = size
    row, column = divmod(slot, 10)
    found = sheet[row * height : (row + 1) * height, column * width : (column + 1) * width]
    return found.astype(np.int16)


def deck_of(tmp_path: Path, rows: str) -> str:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "game.toml").write_text(
        'name = "Mine"\nsummary = "s"\n[components.cards]\nkind = "deck"\nname = "Cards"\n'
        'rows = "cards.csv"\n'
    )
    (folder / "cards.csv").write_text(rows)
    return str(folder)


@pytest.fixture(scope="module")
def deck_72(tmp_path_factory):
    """The deck of 72 cards, and its sheets: their images by name."""
    options = SheetOptions(out=tmp_path_factory.mktemp("tts"), only=("deck-72",), formats=("tts",))
    (deck,), folder = made(build_game("turno", options))
    return deck, {file.name: np.asarray(opened(file)) for file in folder.glob("*.png")}


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """What is made of several components of TURNO."""
    only = ("tiles", "deck-36", "pawns", "die", "hexagon")
    options = SheetOptions(out=tmp_path_factory.mktemp("tts"), only=only, formats=("tts",))
    return build_game("turno", options)


@pytest.fixture(scope="module")
def deck_36(tmp_path_factory):
    """What is made of a deck and its box, with an address for the images."""
    options = SheetOptions(
        out=tmp_path_factory.mktemp("tts"),
        only=("deck-36", "box-36"),
        formats=("tts",),
        tts_url="https://example.org/turno",
    )
    return build_game("turno", options)


def called(objects: list[dict], name: str) -> dict:
    (found,) = (thing for thing in objects if thing["Nickname"] == name)
    return found


def test_card_ids_match_the_places_on_the_deck_sheets(deck_72, turno):
    deck, images = deck_72
    drawn_pieces = draw_component(turno, "deck-72")
    name = turno.components["deck-72"].name
    pieces = {f"{name}: {piece.name}": piece for piece in drawn_pieces}
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == list(pieces)
    sheets = {
        key: (images[sheet["FaceURL"]], images[sheet["BackURL"]])
        for key, sheet in deck["CustomDeck"].items()
    }
    assert list(sheets) == ["1", "2"]
    for card in deck["ContainedObjects"][::23] + deck["ContainedObjects"][-3:]:
        key, slot = divmod(card["CardID"], 100)
        assert card["CustomDeck"] == {str(key): deck["CustomDeck"][str(key)]}
        piece = pieces[card["Nickname"]]
        for sheet, face in zip(sheets[str(key)], (piece.front, piece.back), strict=True):
            assert np.abs(place(sheet, slot) - drawn(face, CARD)).max() <= 1


def test_deck_of_72_is_split_after_69_cards(deck_72, turno):
    deck, images = deck_72
    assert deck["DeckIDs"] == [100 + n for n in range(69)] + [200, 201, 202]
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    hidden = drawn(draw_hidden(draw_component(turno, "deck-72")[0].front.size, "TURNO"), CARD)
    for sheet in deck["CustomDeck"].values():
        assert (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"]) == (10, 7, True)
        for image in (sheet["FaceURL"], sheet["BackURL"]):
            read = images[image]
            assert read.shape == (7 * CARD[1], 10 * CARD[0], 3)
            assert max(read.shape) <= 4096
            assert np.abs(place(read, 69) - hidden).max() <= 1
    rest = images[deck["CustomDeck"]["2"]["FaceURL"]]
    assert (place(rest, 3) == 255).all()
    assert (place(rest, 68) == 255).all()


def test_images_are_rgb_and_lie_beside_the_json(several):
    objects, folder = made(several)
    text = json.dumps(objects)
    assert str(several.folder) not in text
    assert "file:" not in text
    urls = {d["FaceURL"] for o in objects for d in o.get("CustomDeck", {}).values()}
    bags = [o for o in objects if o["Name"] == "Bag"]
    urls |= {tile["CustomImage"]["ImageURL"] for bag in bags for tile in bag["ContainedObjects"]}
    assert len(urls) == 1 + 6 + 6
    for url in urls:
        assert url.startswith("turno-")
        assert opened(folder / url).mode == "RGB"


def test_image_addresses_begin_with_the_base_address(deck_36):
    objects, folder = made(deck_36)
    (sheet,) = objects[0]["CustomDeck"].values()
    base, _, name = sheet["FaceURL"].rpartition("/")
    assert base == "https://example.org/turno"
    assert (folder / name).is_file()


def test_equal_tile_faces_share_an_image(several, turno):
    objects, folder = made(several)
    bag = called(objects, turno.components["tiles"].name)
    assert len(bag["ContainedObjects"]) == 36
    assert len(list(folder.glob("turno-tiles-*.png"))) == 6
    name = turno.components["tiles"].name
    pieces = {f"{name}: {piece.name}": piece for piece in draw_component(turno, "tiles")}
    for tile in bag["ContainedObjects"][::11]:
        image = tile["CustomImage"]
        assert image["CustomTile"]["Type"] == 3
        piece = pieces[tile["Nickname"]]
        for key, face in (("ImageURL", piece.front), ("ImageSecondaryURL", piece.back)):
            read = pixels(folder / image[key])
            assert max(read.shape) == 1024
            assert np.abs(read - drawn(face, (read.shape[1], read.shape[0]))).max() <= 1


def test_chips_have_their_copies_and_one_back(build):
    objects, _ = made(build("turnio", only=("chips",), formats=("tts",)))
    (bag,) = objects
    assert len(bag["ContainedObjects"]) == 38
    assert len({chip["CustomImage"]["ImageSecondaryURL"] for chip in bag["ContainedObjects"]}) == 1


def test_round_pieces_become_round_tiles_and_boards_are_locked(build):
    objects, folder = made(build("compositie", formats=("tts",)))
    kinds = {thing["Name"]: thing for thing in objects}
    board, bag = kinds["Custom_Tile"], kinds["Bag"]
    assert board["Locked"] is True
    assert (folder / board["CustomImage"]["ImageURL"]).is_file()
    tiles = [tile["CustomImage"]["CustomTile"] for tile in bag["ContainedObjects"]]
    assert {tile["Type"] for tile in tiles} == {2}
    assert all(tile["Stackable"] for tile in tiles)


def test_square_counters_become_square_tiles_with_backs(build):
    game = str(games_to_copy()["alder-ford"])
    (bag,), folder = made(build(game, formats=("tts",), only=("units",)))
    tiles = [tile["CustomImage"] for tile in bag["ContainedObjects"]]
    assert len(tiles) == 23
    assert {tile["CustomTile"]["Type"] for tile in tiles} == {3}
    assert all((folder / tile["ImageSecondaryURL"]).is_file() for tile in tiles)
    assert len({tile["ImageSecondaryURL"] for tile in tiles}) == 8


def test_common_back_is_one_image(build, tmp_path):
    game = deck_of(tmp_path, "front,back,title,copies\n1,5,One,2\n2,5,Two,1\n")
    (deck,), folder = made(build(game, formats=("tts",)))
    assert deck["DeckIDs"] == [100, 100, 101]
    (sheet,) = deck["CustomDeck"].values()
    assert sheet["UniqueBack"] is False
    assert pixels(folder / sheet["BackURL"]).shape == (CARD[1], CARD[0], 3)


def test_cards_without_backs_get_the_hidden_face(build, tmp_path):
    (deck,), folder = made(build(deck_of(tmp_path, "front\n1\n2\n"), formats=("tts",)))
    (sheet,) = deck["CustomDeck"].values()
    faces = pixels(folder / sheet["FaceURL"])
    assert np.abs(place(faces, 69) - pixels(folder / sheet["BackURL"])).max() <= 1


def test_deck_of_one_card_is_a_single_card(build, tmp_path):
    (card,), _ = made(build(deck_of(tmp_path, "front,back\n1,2\n"), formats=("tts",)))
    assert (card["Name"], card["CardID"]) == ("CardCustom", 100)


def test_object_ids_are_unique(several):
    objects, _ = made(several)
    ids: list[str] = []
    rest = list(objects)
    while rest:
        thing = rest.pop()
        ids.append(thing["GUID"])
        rest += thing.get("ContainedObjects", ())
    assert len(ids) > 36 + 36 + 6
    assert len(set(ids)) == len(ids)
    assert all(len(id) == 6 and int(id, 16) >= 0 for id in ids)


def test_components_without_objects_are_reported(deck_36, build):
    assert deck_36.notes == ("not for Tabletop Simulator: box-36",)
    with pytest.raises(LayoutError, match="turno: box-36: no component can become a Tabletop"):
        build(only=("box-36",), formats=("tts",))


def test_dice_and_pawns_are_those_of_the_simulator(several, turno):
    objects, folder = made(several)
    hexagon, pawns, die = (
        called(objects, turno.components[key].name) for key in ("hexagon", "pawns", "die")
    )
    assert hexagon["CustomImage"]["CustomTile"]["Type"] == 1
    assert die["Name"] == "Die_6"
    assert {pawn["Name"] for pawn in pawns["ContainedObjects"]} == {"Figurine_Custom"}
    assert len({tuple(pawn["ColorDiffuse"].values()) for pawn in pawns["ContainedObjects"]}) == 6
    assert all((folder / p["CustomImage"]["ImageURL"]).is_file() for p in pawns["ContainedObjects"])


def test_caps_become_round_tiles_that_stack(build):
    (bag,), _ = made(build("punt-match", only=("caps",), formats=("tts",)))
    caps = [cap["CustomImage"]["CustomTile"] for cap in bag["ContainedObjects"]]
    assert len(caps) == 39
    assert {(cap["Type"], cap["Stackable"]) for cap in caps} == {(2, True)}


def test_manifest_lists_images_and_saved_object(deck_36):
    entries = {entry["path"]: entry for entry in listed(deck_36.folder)}
    assert set(entries) == {
        "tts/turno-deck-36-faces-1.png",
        "tts/turno-deck-36-backs-1.png",
        "tts/turno.json",
    }
    assert entries["tts/turno-deck-36-faces-1.png"]["pixels"] == [3780, 4095]
    assert entries["tts/turno.json"]["kind"] == "saved object"


def test_no_saved_object_without_cairo(build, monkeypatch):
    from pnp.base.errors import MissingExtraError
    from pnp.render import png as drawing

    def without_cairo():
        raise MissingExtraError("PNG needs the cairo library")

    monkeypatch.setattr(drawing, "require_cairo", without_cairo)
    with pytest.raises(MissingExtraError, match="PNG needs the cairo library"):
        build(only=("deck-36",), formats=("pdf", "tts"))


def test_rule_set_alone_is_its_table_with_its_aids(build):
    built = build("tawula/anatolia-1845", formats=("tts",))
    (file,) = (built.folder / "tts").glob("*.json")
    assert file.name == "tawula-anatolia-1845.json"
    loop = build("turno/turnooi", formats=("tts",))
    (file,) = (loop.folder / "tts").glob("*.json")
    mat = json.loads(file.read_text(encoding="utf-8"))["ObjectStates"][0]
    assert mat["Locked"] is True
    assert len(mat["AttachedSnapPoints"]) == 48
    assert (file.parent / mat["CustomImage"]["ImageURL"]).is_file()


def test_rules_with_faults_are_reported_and_the_table_is_made_without_them(build, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(find_game("tawula").parent, folder)
    text = folder / "rules" / "anatolia-1845.en.md"
    text.write_text(text.read_text(encoding="utf-8").replace("## ", "# "), encoding="utf-8")
    built = build(str(folder), formats=("tts",))
    assert any(str(text) in problem for problem in built.problems)
    file = built.folder / "tts" / "mine-anatolia-1845.json"
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["TabStates"] == {}
    assert len(saved["ObjectStates"]) == 9
