"""Make the README's pictures from freshly built sheets: ``make pictures``."""

import os
import tempfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from shutil import copytree, rmtree
from unittest import mock

import cairosvg
import pypdfium2
from PIL import Image, ImageChops, ImageOps
from walk import TUTORIAL, Walk, steps

from pnp.base.files import templates
from pnp.base.geometry import Size
from pnp.components.piece import cut_out
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game, load_theme
from pnp.definitions.new import copy_game, start_game
from pnp.game.paper import PAPERS, Paper
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.laser.scheme import Sides
from pnp.make.options import read_options
from pnp.make.pipeline import write
from pnp.make.printer_profile import PrinterProfile
from pnp.pictures.job import PictureJob, PictureOptions
from pnp.positions.draw import draw_setup
from pnp.render import pdf, png
from pnp.rulebook.job import RuleOptions, make_rules
from pnp.scene.ink import Ink
from pnp.sheets.calibration import calibration_pages
from pnp.sheets.job import BuildJob, build_game
from pnp.sheets.layout.crop_marks import MarkStyle
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions

PICTURES = Path(__file__).parent / "pictures"
EVENING = Path(__file__).parent / "tutorials" / "laser-evening.md"
EXAMPLES = templates() / "games" / "examples"
DPI = 64
SHADOW, GAP = "#d9d5cc", 14


def page(pdf: Path, number: int, dpi: float = DPI) -> Image.Image:
    """Return a page with a thin edge, as it would lie on a table."""
    document = pypdfium2.PdfDocument(pdf)
    picture = document[number].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    framed = Image.new("RGB", (picture.width + 2, picture.height + 2), SHADOW)
    framed.paste(picture, (1, 1))
    return framed


def side_by_side(pictures: list[Image.Image], name: str, colors: int = 64) -> None:
    """Save pictures in a row on white, in few colours, or in all of them if 0 are asked for."""
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) + 1)
    height = max(picture.height for picture in pictures) + 2 * GAP
    row = Image.new("RGB", (width, height), "white")
    x = GAP
    for picture in pictures:
        row.paste(picture, (x, GAP))
        x += picture.width + GAP
    (row.quantize(colors) if colors else row).save(PICTURES / f"{name}.png", optimize=True)


def set_up(game: str, rule_set: str, height: int) -> Image.Image:
    """Return the start position of a rule set, so many pixels high."""
    definition = load_game(find_game(game)).game
    setup = definition.rule_sets[rule_set].setup
    assert setup is not None
    scene = draw_setup(definition, setup)
    dpi = round(height / scene.size.height * 25.4)
    return Image.open(BytesIO(png.render(scene, "", dpi)))


def rules(place: Path) -> None:
    """Save the first page of a rule sheet and pages of a rulebook."""
    options = RuleOptions(out=place, languages=("en",), formats=("pdf",))
    folder = make_rules("turnio", options).folder / "rules"
    book = make_rules("tawula", options).folder / "rules" / "rulebook.en.pdf"
    pages = [page(folder / "basic.en.pdf", 0), *(page(book, number) for number in (0, 1, 4))]
    side_by_side(pages, "rules")


def kit(place: Path) -> None:
    """Draw the first page, the rules and the sheets of a kit."""
    options = read_options(KitOptions, {"out": place})
    write(KitJob.of("turno/loop", options), place)
    made = place / "turno" / "kit" / "loop-a4.pdf"
    side_by_side([page(made, n, 44) for n in (0, 2, 4, 6)], "kit", 128)


def livery(place: Path) -> None:
    """Save the cover and the box of a new game: as they are, in a theme, in less ink, in black."""
    game = str(start_game("River Trade", place / "new").folder)
    columns = []
    for look in ({}, {"theme": "high-contrast"}, {"ink": "low"}, {"ink": "black"}):
        out = place / "-".join(("livery", *look.values()))
        written = {"out": out} | look
        write(KitJob.of(game, read_options(KitOptions, written)), out)
        write(BuildJob.of(game, read_options(SheetOptions, {**written, "only": "box"})), out)
        (cover,), (box,) = ((out / "river-trade").glob(f"{one}/*.pdf") for one in ("kit", "print"))
        front, net = page(cover, 0, 32).crop((18, 16, 248, 160)), page(box, 0, 32)
        column = Image.new("RGB", (front.width, front.height + GAP + 190), "white")
        column.paste(front)
        column.paste(net.crop((20, 90, 20 + front.width, 280)), (0, front.height + GAP))
        columns.append(column)
    side_by_side(columns, "livery", 200)


def starters(place: Path) -> None:
    """Save a face of each of six starters."""
    faces = (
        ("standard-deck", "cards", 36),
        ("tarot", "trumps", 9),
        ("bingo", "cards", 0),
        ("memory", "cards", 0),
        ("roll-and-write", "sheet", 0),
        ("player-boards", "boards", 1),
    )
    pictures = []
    for starter, component, number in faces:
        folder = copy_game("River", place / "starters", starter).folder
        piece = draw_component(load_game(folder / "game.toml").game, component)[number]
        shown = cut_out(piece.front)
        drawn = png.draw(shown, round(260 * shown.size.width / shown.size.height), 260)
        pictures.append(drawn.convert("RGB"))
        rmtree(folder)
    side_by_side(pictures, "starters", 200)


def scenes(place: Path) -> None:
    """Save a scene of each of four games."""
    shown = (("turno", "hand"), ("turnio", "stack"), ("tawula", "table"), ("turno/loop", "box"))
    pictures = []
    for name, scene in shown:
        options = PictureOptions(scenes=(scene,), pixels=(420, 315))
        (file,) = PictureJob.of(name, options).files()
        pictures.append(Image.open(BytesIO(file.content())).convert("RGB"))
    side_by_side(pictures, "scenes", 200)


def laser(place: Path) -> None:
    """Save both passes over a bed of tiles, as its pictures show them."""
    options = LaserOptions(
        components=("tiles",), formats=("svg",), bed=Size(300, 200), sides=Sides.FLIP, out=place
    )
    folder = write(LaserJob.of("turno", options), place).folder / "laser"
    made = (folder / f"tiles-lightburn-{name}-preview.svg" for name in ("fronts", "backs"))
    pictures = [cairosvg.svg2png(bytestring=file.read_bytes(), output_width=620) for file in made]
    side_by_side([Image.open(BytesIO(picture)).convert("RGB") for picture in pictures], "laser")


def evening(place: Path) -> None:
    """Save the first bed and the tray of the evening at the makerspace."""
    with mock.patch.dict(os.environ, PNP_CONFIG_DIR=f"{place}/settings"):
        Walk(place).go(steps(EVENING.read_text(encoding="utf-8")))
    made = place / "output" / "turno" / "laser"
    names = ("loop-meerk40t-1-fronts-preview.svg", "loop-meerk40t-tray.svg")
    bed, tray = (face(made / name, width) for name, width in zip(names, (620, 430), strict=True))
    tray = ImageOps.contain(tray, (430, bed.height))
    side_by_side([bed, tray], "laser-evening")


def own(place: Path) -> None:
    """Save a sheet or a start position of each example of a game of one's own."""
    options = SheetOptions(out=place, formats=("pdf",))
    sheets = []
    for game, name, number in (("bird-clock", "cards", 8), ("shallows", "tiles", 0)):
        folder = build_game(str(EXAMPLES / game), options).folder
        sheets.append(page(folder / "print" / f"{name}-a4.pdf", number, 46))
    start = set_up(str(EXAMPLES / "alder-ford"), "battle", sheets[0].height)
    side_by_side([*sheets, start], "own", 200)


def business_cards(place: Path) -> None:
    """Save both sides of a sheet of perforated cards with two slots left empty."""
    written = {"formats": "pdf", "only": "deck-36", "sizes": ["54x85mm"]}
    written |= {"template": "business-cards", "skip": "1,4", "out": place}
    options = read_options(SheetOptions, written)
    made = build_game("turno", options)
    sheet = made.folder / made.files[0].path
    side_by_side([page(sheet, n) for n in (0, 1)], "template")


def mark_styles(place: Path) -> None:
    """Show the top left of one sheet of chips in every style of marks."""
    dpi, corner = 130, (0, 22, 58, 80)  # mm
    pictures = []
    for style in ("crop", "full", "cross", "dots"):
        options = SheetOptions(
            out=place / style,
            formats=("pdf",),
            only=("chips",),
            marks=MarkStyle(style),
            cut_order=style == "crop",
        )
        made = build_game("turnio", options).folder
        picture = page(next((made / "print").glob("chips-*.pdf")), 0, dpi)
        pictures.append(picture.crop(tuple(round(mm / 25.4 * dpi) for mm in corner)))
    side_by_side(pictures, "marks")


def calibration(place: Path) -> None:
    """Save the test sheet beside one of its scales, seen against the light."""
    paper = Paper("a4", PAPERS["a4"])
    wrong = PrinterProfile("", "a4", dx=-1.3, dy=0.4)  # opposite signs: as this printer prints
    front, _ = calibration_pages(paper.name, paper.size, Duplex.LONG_EDGE)
    _, back = calibration_pages(paper.name, paper.size, Duplex.LONG_EDGE, wrong)
    file = place / "calibration.pdf"
    file.write_bytes(pdf.render((front, back), pdf.PrintHints("")))
    near, far = (page(file, number, 300).convert("L") for number in (0, 1))
    through = ImageOps.mirror(far).point(lambda value: 110 + value * 145 // 255)
    scale = ImageChops.multiply(near, through).crop((900, 90, 1580, 330)).resize((510, 180))
    sheet = page(file, 0, 52)
    side_by_side(
        [sheet, ImageOps.pad(scale.convert("RGB"), (510, sheet.height), color="white")],
        "calibration",
    )


def sheet(game: str, component: str, options: SheetOptions) -> Image.Image:
    """Return the first page of a component in some ink or theme."""
    options = replace(options, only=(component,))
    (made,) = build_game(game, options).files
    return page(options.out / game / made.path, 0, 58)


def tutorial(place: Path) -> None:
    """Do what the tutorial says; save the cards of its game, and what is printed at its end."""
    with mock.patch.dict(os.environ, PNP_CONFIG_DIR=f"{place}/settings"):
        Walk(place).go(steps(TUTORIAL.read_text(encoding="utf-8")))
    for lang in ("en", "de"):
        options = SheetOptions(out=place / "faces", formats=("svg",), only=("cards",), lang=lang)
        build_game(str(place / "soup"), options)
    faces = place / "faces" / "soup" / "svg" / "cards"
    names = ("en/1-front", "de/3-front", "en/5-front", "de/6-front", "en/1-back")
    side_by_side([face(faces / f"{name}.svg", 150) for name in names], "tutorial-cards")
    printed = place / "soup" / "tonight" / "soup" / "print"
    made = "300gsm-cut-order-for-home.pdf"
    files = (f"cards-en-a4-{made}", f"box-a4-{made}")
    sheets = [page(printed / files[0], 2), page(printed / files[0], 3), page(printed / files[1], 0)]
    side_by_side(sheets, "tutorial-sheets")


def bird_clock(place: Path) -> None:
    """Save one card of each kind of the example Bird Clock, in its two languages, and the back."""
    for lang in ("en", "de"):
        options = SheetOptions(out=place, formats=("svg",), only=("cards",), lang=lang)
        build_game(str(EXAMPLES / "bird-clock"), options)
    faces = place / "bird-clock" / "svg" / "cards"
    fronts = ("redstart", "robin", "wren", "tit", "chaffinch", "cat", "sun")
    names = [f"{('en', 'de')[n % 2]}/{front}-front" for n, front in enumerate(fronts)]
    side_by_side(
        [face(faces / f"{name}.svg", 150) for name in (*names, "en/redstart-back")], "birds", 0
    )


def shade(place: Path) -> None:
    """Save cards with gradients, opacity, outlines and shadows."""
    game = str(Path(__file__).parent / "shade")
    folder = build_game(game, SheetOptions(out=place, formats=("png",), dpi=100)).folder
    faces = sorted((folder / "png" / "cards" / "100dpi").glob("*-front.png"))
    side_by_side([Image.open(file).convert("RGB") for file in faces], "shade", 0)


def letters(place: Path) -> None:
    """Save cards with a font of their own, with signs and emoji, and in five scripts."""
    options = SheetOptions(out=place, formats=("png",), dpi=100)
    here = Path(__file__).parent
    made = build_game(str(here / "letters"), options).folder / "png"
    for component in ("titles", "signs"):
        faces = sorted((made / component / "100dpi").glob("*-front.png"))
        side_by_side([Image.open(file) for file in faces], f"font-{component}", 128)
    game = copytree(here / "scripts", place / "games" / "scripts")
    copytree(here.parent / "tests" / "fonts", game / "fonts")
    made = build_game(str(game), options).folder / "png"
    faces = [made / lang / "100dpi" / "1-front.png" for lang in ("ja", "ar", "th", "hi", "he")]
    side_by_side([Image.open(file) for file in faces], "scripts")


def face(file: Path, width: int) -> Image.Image:
    """Return a face of a card, so many pixels wide."""
    drawn = cairosvg.svg2png(url=str(file), output_width=width, background_color="white")
    return Image.open(BytesIO(drawn)).convert("RGB")


def main() -> None:
    """Build the games and save one picture a kind of sheet."""
    with tempfile.TemporaryDirectory() as place:
        options = SheetOptions(out=Path(place), formats=("pdf",))
        made = build_game("turno", options).folder / "print"
        folded = replace(options, duplex=Duplex.FOLD, only=("deck-36",))
        build_game("turno", folded)
        side_by_side([page(made / "tiles-a4.pdf", n) for n in (0, 1)], "tiles")
        side_by_side([page(made / "deck-72-a4.pdf", n) for n in (4, 5)], "deck")
        pages = ("pawns-a4.pdf", "die-a4.pdf", "tracker-a4.pdf", "hexagon-a4.pdf")
        side_by_side([page(made / name, 0, 44) for name in pages], "pieces")
        side_by_side([page(made / "deck-36-a4-fold.pdf", 0)], "fold")
        caps = build_game("punt-match", options).folder
        nets = (made / "box-36-a4.pdf", caps / "print" / "caps-a4.pdf")
        side_by_side([page(net, 0, 44) for net in nets], "nets")
        turnio = build_game("turnio", options).folder / "print"
        names = ("chips-a4.pdf", "board-a4.pdf")
        side_by_side([page(turnio / name, 0) for name in names], "turnio")
        compositie = build_game("compositie", options).folder
        pieces = compositie / "print" / "pieces-a4.pdf"
        side_by_side([page(pieces, n) for n in (0, 1)], "compositie")
        for game in ("tawula", "mu-torere", "konane", "tablut", "ur", "alquerque", "goose"):
            board = build_game(game, options).folder / "print" / "board-a4.pdf"
            side_by_side([page(board, 0)], game)
        starts = (("turno", "loop"), ("punt-match", "hex-3"), ("compositie", "pick-two-one"))
        side_by_side([set_up(*start, 330) for start in starts], "set-ups")
        small = replace(options, paper="a5", only=("board",))
        poster = build_game("tawula", small).folder / "print" / "board-a5.pdf"
        side_by_side([page(poster, n, 54) for n in (0, 1)], "poster")
        business_cards(Path(place))
        kit(Path(place))
        livery(Path(place))
        starters(Path(place))
        scenes(Path(place))
        rules(Path(place))
        laser(Path(place))
        evening(Path(place))
        own(Path(place))
        mark_styles(Path(place))
        calibration(Path(place))
        tutorial(Path(place))
        bird_clock(Path(place))
        shade(Path(place))
        letters(Path(place))
        inks = [replace(options, ink=ink) for ink in Ink]
        side_by_side([sheet("compositie", "pieces", ink) for ink in inks], "inks")
        themes = [
            replace(options, theme=load_theme(name))
            for name in ("classic", "high-contrast", "colour")
        ]
        side_by_side([sheet("turnio", "chips", theme) for theme in themes], "themes")


if __name__ == "__main__":
    main()
