"""What pnp is measured against: other programs, work by hand, and what the work itself costs."""

import re
import sys
import zlib
from pathlib import Path

import pikepdf

from pnp.base.font_files import font_file

HERE = Path(__file__).parent
PEER = HERE.parent / ".venv" / "peer" / "bin" / "python"
SYSTEM = Path("/usr/bin/python3")  # has Debian's pycairo, which has no wheel on the index
LIBRARIES = ("typer", "pydantic", "reportlab", "uharfbuzz")

Command = list[str]

CAIROSVG = """
import sys, pathlib, cairosvg
for face in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    cairosvg.svg2png(
        bytestring=face.read_bytes(),
        write_to=f"{sys.argv[2]}/{face.stem}.png",
        output_width=520,
        output_height=803,
        background_color="white",
    )
"""
BAGIT = """
import bagit, pathlib, shutil, sys
shutil.rmtree("bagit", ignore_errors=True)
shutil.copytree(pathlib.Path(sys.argv[1]) / "data", "bagit")
bagit.make_bag("bagit", checksums=["sha256", "sha512"]).validate()
"""
VALIDATE = "import bagit, sys; bagit.Bag(sys.argv[1]).validate()"
TYPST = """
import sys, typst
typst.compile(sys.argv[1], sys.argv[2], ignore_system_fonts=True, pdf_standards=["a-2b"])
"""
SHAPE_AND_COMPRESS = """
import sys, pathlib, zlib, uharfbuzz
font = uharfbuzz.Font(uharfbuzz.Face(pathlib.Path(sys.argv[1]).read_bytes()))
for file in sys.argv[2:]:
    content = pathlib.Path(file).read_bytes()
    if not file.endswith(".txt"):
        zlib.compress(content)
        continue
    for line in content.decode().splitlines():
        buffer = uharfbuzz.Buffer()
        buffer.add_str(line)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
"""
IMPORT = """
import gc, importlib, sys
gc.disable()  # as pnp does
for name in open(sys.argv[1]).read().split():
    importlib.import_module(name)
"""
LOADED = """
import contextlib, pathlib, sys
file = sys.argv.pop(1)
from pnp.program import prepare
prepare()
from pnp.cli import app
with contextlib.suppress(SystemExit):
    app()
names = [name for name, one in sys.modules.items() if getattr(one, "__spec__", None)]
pathlib.Path(file).write_text(" ".join(names))
"""


def python(script: str, *arguments: str | Path) -> Command:
    """Return the command that runs a script in the Python that runs this one."""
    return [sys.executable, "-c", script, *map(str, arguments)]


def by_hand(library: str, cards: int) -> Command:
    """Return the command that makes the deck of titled fronts by hand, with one library."""
    script, file = str(HERE / f"by_hand_{library}.py"), f"{library}.pdf"
    if library == "pycairo":
        return [str(SYSTEM), script, str(cards), file]
    return [sys.executable, script, str(cards), str(font_file("serif-bold")), file]


def protograf() -> Command:
    """Return the command that makes with protograf the deck that the environment tells."""
    return [str(PEER), str(HERE / "protograf_deck.py")]


def tray() -> Command:
    """Return the command that makes a tray with boxes.py."""
    return [str(PEER.parent / "boxes"), "TypeTray", "--output", "tray.svg"]


def in_typst(folder: Path) -> Command:
    """Return the command that sets a folder's rule texts with Typst, converted without finesse."""
    text = "\n".join(one.read_text(encoding="utf-8") for one in sorted(folder.glob("*.md")))
    rules = folder / "rules.typ"
    rules.write_text(_typst(text), encoding="utf-8")
    return [str(PEER), "-c", TYPST, str(rules), str(folder / "typst.pdf")]


def _typst(text: str) -> str:
    text = re.sub(r"</?[a-z][^>]*>", "", text)
    text = re.sub(r"(?<!!)\[((?:[^][]|\\.)*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\\([][])", r"\1", text)
    text = re.sub(r'[#$@<>_"]', r"\\\g<0>", re.sub(r"^(#+) ", _heading, text, flags=re.MULTILINE))
    text = text.replace("**", "\0").replace("*", "_").replace("\0", "*")
    picture = r'#image("\2", alt: "\1", width: 40%)'
    return '#set document(title: "Rules")\n' + re.sub(r"!\[([^]]*)\]\(([^)]*)\)", picture, text)


def _heading(match: re.Match[str]) -> str:
    return "=" * len(match[1]) + " "


def letters_and_bytes(rules: Path, place: Path) -> tuple[Command, Command]:
    """Return what shapes and compresses what is in a folder's documents, and what starts for it."""
    place.mkdir()
    for markdown in sorted(rules.glob("*.md")):
        text = re.sub(r"<[^>]*>|\]\([^)]*\)|[][*#!]", "", markdown.read_text(encoding="utf-8"))
        (place / f"{markdown.stem}.txt").write_text(text, encoding="utf-8")
    for document in sorted(rules.glob("*.pdf")):
        with pikepdf.open(document) as pdf:
            for number, one in enumerate(pdf.objects):
                if isinstance(one, pikepdf.Stream) and one.get("/Filter") == "/FlateDecode":
                    content = zlib.decompress(one.read_raw_bytes())
                    (place / f"{document.stem}-{number}.bin").write_bytes(content)
    start = python(SHAPE_AND_COMPRESS, font_file("serif"))
    return start + [str(file) for file in sorted(place.iterdir())], start


def imports(loaded: Path) -> tuple[Command, Command]:
    """Return what imports all modules named in a file, and what those of the libraries alone."""
    names = loaded.read_text().split()
    libraries = loaded.with_suffix(".libraries")
    libraries.write_text(" ".join(one for one in names if one.partition(".")[0] in LIBRARIES))
    return python(IMPORT, loaded), python(IMPORT, libraries)
