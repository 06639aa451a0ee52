"""Faces for print shops: sizes, bleed, and refused components."""

from datetime import date
from io import BytesIO

import numpy as np
import pikepdf
import pytest
from helpers.command import listed
from helpers.picture_files import opened, pixels, quarters, saved
from helpers.press_profile import both_ways
from helpers.requirements import needs_cairo
from oracles.folder import wrong
from oracles.sheets.x1a import x1a_faults
from PIL import Image

from pnp.base.errors import LayoutError, UsageError
from pnp.base.icc import read_press_profile
from pnp.components.piece import REACH
from pnp.definitions.data_files import all_presets, find_preset
from pnp.make.options import read_options
from pnp.sheets.options import SheetOptions

PRESETS = all_presets()
POKER = "63.5x88.9mm"


def shop(name, **more):
    return {"formats": (), "preset": find_preset(name), **more}


def test_preset_sizes_match_the_shops():
    cards = {name: one.pixels for name, one in PRESETS.items() if one.product == "card"}
    assert cards == {
        "dtc-poker": (825, 1125),
        "mpc-bridge": (747, 1122),
        "mpc-mini": (597, 822),
        "mpc-poker": (822, 1122),
        "mpc-tarot": (897, 1497),
        "tgc-bridge": (750, 1125),
        "tgc-mini": (600, 825),
        "tgc-poker": (825, 1125),
        "tgc-tarot": (900, 1500),
    }


def test_chits_and_boards_have_an_eighth_of_an_inch_of_bleed():
    others = [preset for preset in PRESETS.values() if preset.product != "card"]
    assert len(others) == 12
    for preset in others:
        inches = [side / 25.4 for side in preset.trim]
        assert preset.pixels == tuple(round(300 * side + 75) for side in inches)
        assert "templative" in preset.known_through


@needs_cairo
def test_a_round_chit_is_a_disc_with_bleed(own):
    deck = own.deck(ground="#c23b22", size="1in", more='shape = "round"')
    built = deck.build(**shop("tgc-circle-chit-large"))
    (file,) = (built.folder / one.path for one in built.files)
    face = pixels(file)
    assert face.shape[:2] == (375, 375)
    assert (face[187, 2] == face[187, 187]).all()
    assert (face[2, 2] == 255).all()


@needs_cairo
def test_pieces_of_another_shape_or_sort_are_not_taken_for_a_chit_or_a_board(own, build):
    square = own.deck(ground="#c23b22", size="1x1in")
    assert len(square.build(**shop("tgc-square-chit-large")).files) == 1
    with pytest.raises(LayoutError, match="is for round pieces, and none are chosen"):
        square.build(**shop("tgc-circle-chit-large"))
    with pytest.raises(LayoutError, match="is for boards, and none are chosen"):
        square.build(**shop("tgc-square-mat"))
    with pytest.raises(LayoutError, match=r"takes 203\.2x203\.2mm; choose others with --only"):
        build("turnio", only=("board",), **shop("tgc-square-mat"))


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_preset_bleed_is_even_and_covered_by_art(preset):
    eighth = 25.4 / 8
    stated = 36 / 300 * 25.4 if preset.shop == "MakePlayingCards" else eighth
    assert preset.bleed == pytest.approx((stated, stated))
    assert max(preset.bleed) <= REACH
    assert preset.safe == pytest.approx(stated)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_preset_names_its_source_and_date(preset):
    assert preset.source.startswith("https://")
    assert date(2026, 1, 1) < date.fromisoformat(preset.read)
    assert preset.known_through
    assert "CMYK" in preset.notes


def test_unknown_preset_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match="--preset: 'lulu' is not known; write one of dtc-poker,"):
        find_preset("lulu")


@needs_cairo
@pytest.mark.parametrize(("name", "edge"), [("tgc-poker", 37.5), ("mpc-poker", 36)])
def test_faces_have_the_pixels_of_the_preset_around_a_centred_trim(build, plain_turno, name, edge):
    built = build(plain_turno, only=("tiles",), sizes={"tiles": POKER}, **shop(name))
    files = sorted((built.folder / f"png-{name}" / "tiles").rglob("*.png"))
    assert len(files) == 72
    images = [opened(file) for file in files]
    assert {image.size for image in images} == {PRESETS[name].pixels}
    assert {image.mode for image in images} == {"RGB"}
    assert all(image.info["dpi"] == pytest.approx((300, 300), abs=0.01) for image in images)
    one = pixels(built.folder / f"png-{name}" / "tiles" / "tiles-poker" / "1-2-front.png")
    rows, columns = np.nonzero(one.min(axis=2) < 100)  # its single pip is in the middle
    assert columns.mean() + 0.5 == pytest.approx(PRESETS[name].pixels[0] / 2, abs=0.2)
    assert rows.mean() + 0.5 == pytest.approx(PRESETS[name].pixels[1] / 2, abs=0.2)
    card = PRESETS[name].pixels[0] - 2 * edge
    assert np.ptp(rows) + 1 == pytest.approx(2 * 0.095 * card, abs=2)


@needs_cairo
def test_background_fills_the_bleed_and_square_corners(build, plain_turno):
    built = build(plain_turno, only=("tiles",), sizes={"tiles": POKER}, **shop("tgc-poker"))
    face = pixels(built.folder / "png-tgc-poker" / "tiles" / "tiles-poker" / "3-4-front.png")
    for edge in (face[0], face[-1], face[:, 0], face[:, -1]):
        assert (edge == (0xF6, 0xEF, 0xDC)).all()
    rim = 55  # px: the tile's own rim begins 2 mm inside the cut
    assert len(np.unique(face[:rim].reshape(-1, 3), axis=0)) == 1  # and no line where to cut


@needs_cairo
def test_bleed_does_not_change_the_face_inside_the_trim(build, plain_turno):
    more = shop("mpc-poker") | {"formats": ("png",)}
    built = build(plain_turno, only=("deck-72",), sizes={"deck-72": POKER}, **more)
    whole = pixels(
        built.folder / "png-mpc-poker" / "deck-72" / "deck-72-poker" / "red-3-4-front.png"
    )
    face = pixels(built.folder / "png" / "deck-72" / "deck-72-poker" / "red-3-4-front.png")
    away = np.abs(whole[36:-36, 36:-36] - face).max(axis=2)
    corner = 80  # px: without bleed corners are round, and what is near them is smoothed again
    assert away[corner:-corner].max() <= 1
    assert away[:, corner:-corner].max() <= 1


@needs_cairo
def test_manifest_names_the_preset_of_a_face(build):
    built = build(only=("deck-36",), sizes={"deck-36": POKER}, **shop("tgc-poker"))
    files = listed(built.folder)
    (entry,) = [f for f in files if f["path"] == "png-tgc-poker/deck-36/deck-36-poker/3-4-back.png"]
    assert entry["preset"] == "tgc-poker"
    assert entry["pixels"] == [825, 1125]
    assert entry["piece_mm"] == [63.5, 88.9]


@needs_cairo
def test_art_outside_the_safe_area_is_reported(build, plain_turno):
    built = build(plain_turno, only=("deck-36",), sizes={"deck-36": POKER}, **shop("tgc-poker"))
    (note,) = built.notes
    assert note.startswith(
        "deck-36: art lies 2.2 mm inside the cut, and the safe area begins at 3.2 mm"
    )


@needs_cairo
def test_text_and_bleed_of_cards_of_one_s_own_are_measured_as_those_of_decks(own):
    ground = 'kind = "shape", fill = "#aa2222", at = "0x0mm", area = "63.5x88.9mm"'
    words = 'kind = "text", text = "Flood", at = "1x30mm", area = "50x9mm"'
    own.deck(ground, words)
    short, near = own.build(**shop("mpc-poker") | {"formats": ("png",)}).notes
    assert short.startswith("events: ")
    assert "bleed" in short
    assert near.startswith(
        "events: text lies 1.0 mm inside the cut, and the safe area begins at 3.0 mm"
    )


DARK = 'kind = "shape", fill = "#222222"'
PHOTO = 'kind = "image", file = "art.png", fit = "{}", at = "{}", area = "{}"'


@needs_cairo
@pytest.mark.parametrize(
    ("frame", "told"),
    [
        (
            PHOTO.format("fill", "0x0mm", "63.5x88.9mm"),
            "events: front.frames[2] ends at the cut and the bleed is 3.048 mm: ",
        ),
        (
            'kind = "shape", fill = "#aa2222", at = "-1x10mm", area = "66x20mm"',
            "events: front.frames[2] ends 1.0 mm past the cut and the bleed is 3.048 mm: ",
        ),
        (
            'kind = "shape", fill = "#aa2222", at = "21.75x-12mm", area = "20x112.9mm", turn = 90',
            None,
        ),
        (PHOTO.format("fill", "-3x-3mm", "69.5x94.9mm"), None),
        (PHOTO.format("fill", "2x10mm", "40x20mm"), "events: art lies 2.0 mm inside the cut"),
        (PHOTO.format("fit", "10x84mm", "40x4mm"), "events: art lies 0.9 mm inside the cut"),
        (
            'kind = "text", text = "Flood", at = "-4x40mm", area = "20x9mm", turn = 270',
            "events: text lies ",
        ),
    ],
)
def test_pictures_and_shapes_that_end_near_the_cut_are_reported(own, frame, told):
    own.write("art.png", saved(quarters(900, 900)))
    notes = own.deck(DARK, frame).build(**shop("mpc-poker") | {"formats": ("png",)}).notes
    assert [note[: len(told or "")] for note in notes] == ([told] if told else [])


@needs_cairo
def test_a_band_on_white_with_the_bleed_of_a_frame_is_enough_for_a_few_hundredths_more(own):
    band = 'kind = "shape", fill = "#aa2222", at = "0mm, -3mm", area = "bleed, 19mm"'
    assert own.deck(band).build(**shop("mpc-poker") | {"formats": ("png",)}).notes == ()


def test_all_cards_of_another_size_are_refused_at_once(build):
    with pytest.raises(LayoutError) as refused:
        build(only=("deck-36", "deck-49"), sizes={"deck-49": POKER}, **shop("tgc-mini"))
    assert str(refused.value).splitlines() == [
        "turno, deck-36: is 44x68mm and tgc-mini takes 44.45x63.5mm; "
        "add --size deck-36=44.45x63.5mm, or choose others with --only",
        "turno, deck-49: is 63.5x88.9mm and tgc-mini takes 44.45x63.5mm; "
        "add --size deck-49=44.45x63.5mm, or choose others with --only",
    ]


def test_components_other_than_cards_and_tiles_are_refused(build):
    with pytest.raises(LayoutError, match="is for cards and tiles, and none are chosen"):
        build(only=("die",), **shop("tgc-poker"))


PRESS = read_press_profile(both_ways())
DRIVETHRU = {**shop("dtc-poker"), "pdfx_1a": PRESS}
MADE = "faces/events-bleed-3.175mm-x1a-back-first.pdf"


def test_a_deck_for_drivethrucards_is_one_pdf_x_1a_with_backs_first(own):
    back = 'back = { ground = "#e0e0e0" }'
    deck = own.deck(
        'kind = "text", text = "{n}", at = "20x30mm", area = "20x9mm"', rows="n\n1\n2\n", more=back
    )
    built = deck.build(**DRIVETHRU)
    assert [one.path for one in built.files] == [MADE]
    assert built.files[0].preset == "dtc-poker"
    assert built.problems == ()
    assert wrong(built.folder) == {}
    content = (built.folder / MADE).read_bytes()
    assert x1a_faults(content) == []
    with pikepdf.open(BytesIO(content)) as pdf:
        assert [str(one.P) for one in [*pdf.Root.PageLabels.Nums][1::2]] == [
            "1 back",
            "1 front",
            "2 back",
            "2 front",
        ]
        for page in pdf.pages:
            assert [float(side) for side in page.MediaBox] == [0, 0, 2.75 * 72, 3.75 * 72]
            assert [float(side) for side in page.TrimBox] == [9, 9, 2.625 * 72, 3.625 * 72]


def test_faces_with_more_ink_than_the_shop_takes_are_named_with_their_value(own):
    dark = 'kind = "image", file = "art.tif", at = "5x5mm", area = "20x20mm", when = "n == 2"'
    inks = Image.new("CMYK", (300, 300), (200, 180, 160, 100))
    deck = own.deck(dark, rows="n\n1\n2\n")
    deck.write("art.tif", saved(inks, "TIFF"))
    built = deck.build(**DRIVETHRU)
    assert built.problems == (
        f"river, {MADE}: 2 front: 251 % of ink in one place, and DriveThruCards takes 240 %; "
        "lighten the darkest colours, or name the profile of a press with less ink",
    )
    assert (
        f"ink: at most 251 % in one place ({MADE}), and DriveThruCards takes 240 %: it may not dry"
        in built.notes
    )
    assert (built.folder / MADE).exists()


@needs_cairo
def test_translucent_frames_of_cards_are_flattened(own):
    panel = 'kind = "shape", fill = "#ffffff", opacity = 0.7, at = "5x60mm", area = "53x20mm"'
    words = 'kind = "text", text = "Flood", at = "8x62mm", area = "50x9mm"'
    built = own.deck(panel, words, ground="#c23b22").build(**DRIVETHRU)
    content = (built.folder / MADE).read_bytes()
    assert x1a_faults(content) == []
    with pikepdf.open(BytesIO(content)) as pdf:
        (picture,) = [
            one for one in pdf.pages[1].Resources.XObject.values() if one.Subtype == "/Image"
        ]
        assert (picture.Width, picture.Height) == (1650, 2250)


def test_sizes_and_sorts_of_pieces_are_those_of_the_shop_also_in_a_pdf(own, build):
    with pytest.raises(LayoutError, match="is 44x68mm and dtc-poker takes"):
        build(only=("deck-36",), **DRIVETHRU)
    with pytest.raises(LayoutError, match="--preset dtc-poker is for cards and tiles"):
        build(only=("die",), **DRIVETHRU)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (
            {"preset": "dtc-poker"},
            "--preset: dtc-poker is a PDF/X-1a; add --pdfx-1a with the ICC profile of the press",
        ),
        (
            {"preset": "dtc-poker", "pdfx_1a": "FILE", "bleed": "3mm", "face_order": "sides"},
            "--bleed: dtc-poker determines it; leave --bleed out\n"
            "--face-order: dtc-poker determines it; leave --face-order out",
        ),
        (
            {"formats": "faces", "pdfx": "FILE", "pdfx_1a": "FILE"},
            "--pdfx: is PDF/X-4, and --pdfx-1a another standard; make them in two runs",
        ),
        (
            {"pdfx_1a": "FILE"},
            "--pdfx-1a: is for --format faces; add faces to --format, or leave it out",
        ),
        (
            {"preset": "tgc-poker", "pdfx_1a": "FILE"},
            "--pdfx-1a: is for --format faces; add faces to --format, or leave it out",
        ),
    ],
)
def test_options_that_the_pdf_of_a_shop_excludes_or_needs_are_told(written, fault, tmp_path):
    file = tmp_path / "press.icc"
    file.write_bytes(both_ways())
    written = {key: str(file) if value == "FILE" else value for key, value in written.items()}
    with pytest.raises(UsageError) as refusal:
        read_options(SheetOptions, written)
    assert str(refusal.value) == fault
