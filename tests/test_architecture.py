"""Who may import whom, and which library lives where. Read this before adding a module."""

import ast
import re
import sys
from collections import Counter
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

import pnp

ROOT = Path(pnp.__file__).parent

# The core: what each package may import of pnp. No part of it imports a wing.
CORE = {
    "base": set(),
    "scene": {"base"},
    "images": {"base", "scene"},
    "typeset": {"base", "scene"},
    "render": {"base", "images", "scene"},  # pictures alone: no game, component or sheet
    "game": {"base"},
    "components": {"base", "game", "images", "scene", "typeset"},
    "positions": {"base", "components", "game", "scene"},
    "definitions": {"base", "components", "game", "images"},
    "audit": {"base", "components", "game"},
    "make": {"audit", "base", "components", "definitions", "game", "scene"},
    "verify": {"base", "definitions", "make"},  # knows made files, not how they were made
}
# A wing stands on the core. What it imports of other wings is natural, and listed here.
WINGS = {
    "sheets": set(),
    "rulebook": set(),
    "kits": {"rulebook", "sheets"},  # a document with rules and sheets
    "archive": {"rulebook"},  # a package holds rulebooks
    "tabletop": {"rulebook", "sheets"},  # deck sheets, and rules in the notebook
    "laser": {"rulebook", "web"},  # step sheets are documents; its page is one of the browser's
    "pictures": set(),
    "squib": set(),
    "web": {"archive", "kits", "rulebook", "sheets"},
}
ALLOWED = {
    **CORE,
    **{wing: {*CORE, *others} for wing, others in WINGS.items()},
    "api": {*CORE, *WINGS},
    "cli": {"audit", "base", "definitions", "game", "make", "verify"},  # finds the wings
    "program": {"base", "cli", "make"},
    "__main__": {"base", "program"},
}
# Where each library may be used; * stands for any text.
HOMES = {
    "annotated_types": {"game/describe.py", "make/made_files.py", "make/printer_profile.py"},
    "bagit": {"archive/check/bags.py"},
    "bidi": {"base/shaping.py"},
    "budoux": {"typeset/breaks.py"},
    "PIL": {
        "images/foreign.py",
        "images/svg/pixels.py",  # to see whether anything was drawn
        "render/decoded.py",
        "render/painter.py",
        "render/png.py",
        "render/pdf_pictures.py",
        "render/pdf_press.py",
        "render/pdfx_1a.py",
        "archive/check/payload.py",
    },
    "cairosvg": {"render/painter.py", "render/png.py"},
    "cssselect2": {"images/svg/styles.py", "render/painter.py"},
    "resvg_py": {"images/svg/pixels.py"},
    "cryptography": {"verify/keys.py"},
    "distributed": {"make/parallel.py"},
    "ezdxf": {"render/dxf.py"},
    "brotli": {"base/open_font.py"},
    "fontTools": {"base/open_font.py", "images/svg/outlines.py"},
    "jinja2": {"rulebook/fill.py", "web/frame.py"},
    "lxml": {"archive/formats/serialize.py"},
    "markdown_it": {"rulebook/read_markdown.py", "web/site/own_pages.py"},
    "num2words": {"base/languages.py"},
    "pydantic": {
        *("archive/*", "components/*", "definitions/*", "game/*", "make/*"),
        "web/site/identity.py",
        "web/site/record.py",
    },
    "pydantic_core": {
        "game/faces.py",
        "game/fields.py",
        "game/component.py",
        "definitions/faults.py",
    },
    "numpy": {
        "laser/areas.py",
        "laser/order.py",
        "laser/engraving.py",
    },
    "ocfl": {"archive/ocfl.py", "archive/check/submission.py"},
    "platformdirs": {"base/own_folders.py"},
    "pikepdf": {
        "archive/validation.py",
        "render/pdfa.py",
        "render/pdfx.py",
        "render/pdfx_1a.py",
        "verify/pdf.py",
    },
    "pyphen": {"typeset/lines.py"},
    "reportlab": {
        "render/pdf.py",
        "render/pdf_fonts.py",
        "render/pdf_pictures.py",
        "render/pdf_press.py",
        "render/reportlab_private.py",
    },
    "rich": {"cli/check.py", "make/command/console.py", "cli/verify.py"},
    "segno": {"components/art/codes.py", "web/views/share.py"},
    "shapely": {
        "laser/areas.py",
        "laser/artwork.py",
        "laser/joinery/*",
        "laser/kerf.py",
        "laser/labels.py",
        "laser/cuts.py",
        "laser/order.py",
        "laser/report.py",
        "laser/parting.py",
    },
    "starlette": {"web/server/*"},
    "svgwrite": {
        "squib/drawings.py",
        "squib/pictures.py",
        "render/bed_svg.py",
        "render/svg.py",
        "render/png.py",
    },
    "tinycss2": {"base/color.py", "images/svg/styles.py", "web/site/own_files.py"},
    "tomlkit": {"cli/settings.py"},
    "typer": {"cli/*", "make/command/*", "*/command.py", "*/commands.py", "*_command.py"},
    "uharfbuzz": {
        "scene/color_glyphs.py",
        "base/open_font.py",
        "base/shaping.py",
        "render/pdf_fonts.py",
        "rulebook/html.py",
    },
    "uvicorn": {"web/server/*"},
    "watchfiles": {"definitions/watch.py"},
    "tree_sitter": {"squib/ruby_scope.py"},
    "tree_sitter_ruby": {"squib/ruby_scope.py"},
    "yaml": {"definitions/yaml_rows.py", "squib/layout_files.py"},
}
HEAVY = {
    "bagit",
    "bidi",
    "brotli",
    "budoux",
    "cairocffi",
    "cairosvg",
    "cssselect2",
    "cryptography",
    "distributed",
    "ezdxf",
    "fontTools",
    "jinja2",
    "lxml",
    "markdown_it",
    "num2words",
    "numpy",
    "ocfl",
    "platformdirs",
    "pydantic",
    "pikepdf",
    "pydantic_core",
    "pyphen",
    "reportlab",
    "resvg_py",
    "rich",
    "segno",
    "shapely",
    "tinycss2",
    "starlette",
    "svgwrite",
    "tomlkit",
    "uharfbuzz",
    "uvicorn",
    "watchfiles",
    "yaml",
}


# As ruff writes them: a statement to a line, which begins with it.
_IMPORT = re.compile(r"^ *(?:from +(\S+) +import\b|import +([^#\n]+))", re.MULTILINE)


@cache
def texts():
    """Return the text of each module by its path."""
    files = sorted(ROOT.rglob("*.py"))
    return {file.relative_to(ROOT): file.read_text(encoding="utf-8") for file in files}


@cache
def imports():
    """Return each module's path, its part of pnp, and every dotted name it imports."""
    return tuple(
        (inside.as_posix(), inside.parts[0].removesuffix(".py"), name)
        for inside, text in texts().items()
        for name in _imported(text, inside)
    )


def _imported(text, inside):
    for found in _IMPORT.finditer(text):
        assert not (found[1] or "").startswith("."), f"{inside}: imports are absolute"
        names = [found[1]] if found[1] else found[2].split(",")
        yield from (name.split()[0] for name in names)


def test_imports_are_read_as_python_reads_them():
    inside = Path(__file__)  # with all kinds of imports, also within functions
    text = inside.read_text(encoding="utf-8")
    named = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            named.add(node.module)
    assert set(_imported(text, inside)) == named


def test_parts_import_only_what_they_may():
    seen = {
        (part, name.split(".")[1])
        for _, part, name in imports()
        if name.startswith("pnp.") and name.split(".")[1] != part
    }
    assert len(seen) > 40, "the walk found almost nothing: is ROOT right?"
    assert {(a, b) for a, b in seen if b not in ALLOWED.get(a, {b})} == set()


def test_every_part_has_a_row_and_every_row_a_part():
    parts = {path.relative_to(ROOT).parts[0] for path in ROOT.rglob("*.py")}
    parts = {part.removesuffix(".py") for part in parts} - {"__init__"}
    assert parts - set(ALLOWED) == set(), "say in WINGS what each imports of other wings"
    assert set(ALLOWED) - parts == set(), "take out their rows, for they are gone"


def test_the_core_imports_no_wing_and_has_no_circle():
    order: list[str] = []
    while len(order) < len(CORE):
        ready = [part for part in CORE if part not in order and CORE[part] <= {*order, part}]
        assert ready, f"a circle among {set(CORE) - set(order)}"
        order += ready


def test_only_the_page_of_the_laser_knows_the_browser():
    seen = {where for where, part, name in imports() if part == "laser" and ".web." in name}
    assert seen == {"laser/page.py"}


def test_each_wing_declares_itself():
    declared = {where.split("/")[0] for where, _, _ in imports() if where.endswith("/wing.py")}
    assert declared - {"make"} ^ set(WINGS) == set(), "WINGS has a row for each folder with one"


def test_modules_are_neither_long_nor_crumbs_and_functions_stay_short():
    def length(node):
        return node.end_lineno - node.lineno + 1

    functions = [
        (where.as_posix(), node.name, length(node))
        for where, text in texts().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    modules = {where.as_posix(): text.count("\n") for where, text in texts().items()}
    assert {where: lines for where, lines in modules.items() if lines > 700} == {}
    crumbs = {where for where, lines in modules.items() if lines < 25} - {"__main__.py"}
    # The face of a package may be short, and so may what every kind and every wing has.
    short = ("__init__.py", "/draw.py", "/wing.py")
    named = {where for where in crumbs if not where.endswith(short)}
    assert named == set(), "put them into a module that uses them"
    assert [found for found in functions if found[2] > 60] == []


def test_no_two_public_types_have_the_same_name():
    named = Counter[str]()
    for text in texts().values():
        tree = ast.parse(text)
        named.update(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
        names = [
            ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
        ]
        named.update(name for name in names if re.fullmatch(r"[A-Z][a-z]\w*", name))
    assert [name for name, times in named.items() if times > 1 and name[0] != "_"] == []


def test_modules_within_a_part_import_one_another_without_a_circle():
    edges: dict[str, set[str]] = {}
    for where, part, name in imports():
        module = "pnp." + where.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if name.startswith(f"pnp.{part}"):
            edges.setdefault(module, set()).add(name)

    def reaches(start: str, goal: str, seen: set[str]) -> bool:
        return any(
            step == goal or (step not in seen and reaches(step, goal, seen | {step}))
            for step in edges.get(start, ())
        )

    assert [m for m in edges if reaches(m, m, set())] == []


def test_one_module_prints():
    """It escapes what acts on a terminal; the entry point tells of streams that are gone."""
    printing = re.compile(r"print|\w+\.(s?echo|print|write_through)|sys\.std(out|err)\.write")
    found = {
        inside.as_posix()
        for inside, text in texts().items()
        if re.search(r"print|echo|write_through|stdout|stderr", text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and printing.fullmatch(ast.unparse(node.func))
    }
    assert found == {"make/command/console.py", "program.py"}


def test_back_ends_do_not_know_each_other():
    """Pictures of pixels are drawn from SVG, and for PDF/X-1a; what all share knows no format.

    The face of the package chooses one.
    """
    formats = {"pdf": "pdf", "pdfa": "pdf", "pdfx": "pdf", "svg": "svg", "bed": "svg"}
    formats |= {"png": "png", "painter": "png", "dxf": "dxf"}
    seen = {
        (formats.get(Path(where).stem.partition("_")[0]), formats.get(name.split(".")[2]))
        for where, part, name in imports()
        if part == "render" and name.startswith("pnp.render.") and "__init__" not in where
    }
    assert {(one, other) for one, other in seen if other not in (None, one)} == {
        ("png", "svg"),
        ("pdf", "png"),
    }


def test_pytest_collects_every_test_file(pytestconfig):
    tests = Path(__file__).parent
    skipped = pytestconfig.getini("norecursedirs")
    files = [path.relative_to(tests) for path in tests.rglob("test_*.py")]
    assert len(files) > 20
    folders = {folder.name for path in files for folder in path.parents}
    assert [name for name in folders if any(fnmatch(name, pattern) for pattern in skipped)] == []
    twice = [name for name, times in Counter(path.name for path in files).items() if times > 1]
    assert twice == []  # folders of tests are not packages: pytest imports files by their name


def test_every_entry_in_the_list_of_slow_tests_is_there():
    tests = Path(__file__).parent
    listed = ast.parse((tests / "conftest.py").read_text(encoding="utf-8"))
    (slow,) = (
        ast.literal_eval(node.value)
        for node in listed.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SLOW"
    )
    names = [
        f"{path.relative_to(tests).as_posix()}::{name}"
        for path in tests.rglob("test_*.py")
        for name in re.findall(r"(?m)^def (test_\w+)", path.read_text(encoding="utf-8"))
    ]
    assert [entry for entry in slow if not any(name.startswith(entry) for name in names)] == []


def test_libraries_stay_in_their_homes():
    outside = {
        (where, name.split(".")[0])
        for where, _, name in imports()
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith("pnp")
    }
    assert {(w, lib) for w, lib in outside if not _is_home(w, HOMES.get(lib, ()))} == set()
    assert {lib for _, lib in outside} == set(HOMES)


def _is_home(where, homes):
    """Return whether a module is one of the homes."""
    return any(fnmatch(where, home) for home in homes)


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--help"], HEAVY - {"rich", "markdown_it"}),  # with which Typer writes the help
        (["deck", "--help"], HEAVY - {"rich", "markdown_it", "pydantic", "pydantic_core"}),
        # With email Python reads the metadata of distributions, among which plugins are looked for.
        (
            ["build", "turno", "--only", "deck-36,box-36", "-q"],
            {"cairosvg", "svgwrite", "rich", "email"},
        ),
        (["deck", "--cards", "36", "--format", "svg", "-q"], {"cairosvg", "reportlab", "rich"}),
        # Its steps are tagged and PDF/A, and no text.
        (["deck", "--cards", "36", "--format", "pdf", "-q"], {"cairosvg", "markdown_it", "ssl"}),
        # No picture is read, and no font.
        (["list"], {"fontTools", "lxml", "pyphen", "reportlab", "tinycss2", "uharfbuzz"}),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_a_command_imports_only_what_it_uses(arguments, absent, tmp_path):
    loaded = {name.split(".")[0] for name in _modules_for(arguments, tmp_path)}
    assert "typer" in loaded
    assert loaded & absent == set()


def test_a_deck_imports_few_of_our_modules(tmp_path):
    """Each is a third of a millisecond; a module for other games or options is imported late.

    The deck comes with a box in the game's livery, whose tiles are SVG files.
    """
    loaded = _modules_for(["build", "turno", "--only", "deck-36,box-36", "-q"], tmp_path)
    own = {name for name in loaded if name.split(".")[0] == "pnp"}
    declared = {f"pnp.{wing}{module}" for wing in WINGS for module in ("", ".wing")}
    assert declared < own
    drawing = {name for name in own if name.startswith("pnp.images")}
    assert len(own - declared - drawing) <= 130


def test_a_list_imports_no_model_of_a_game(tmp_path):
    loaded = _modules_for(["list"], tmp_path)
    assert "pnp.make.listed" in loaded
    assert loaded & {"pnp.components", "pnp.game.game", "pnp.game.evidence", "pnp.audit"} == set()


def _modules_for(arguments, tmp_path):
    """Return the names of all modules that a command imports."""
    import subprocess

    out = ["--out", str(tmp_path)] if "-q" in arguments else []
    code = (
        "import sys, pnp.__main__\n"
        f"sys.argv = ['pnp', *{arguments + out!r}]\n"
        "try:\n    pnp.__main__.main()\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "print('\\nmodules', *sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("page", ["architecture", "decisions"])
def test_files_that_the_documents_name_are_there(page):
    root = ROOT.parent
    text = (root / "docs" / "developers" / f"{page}.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w<>*-]+(?:/[\w<>*.-]+)*/?)`", text)
    paths = {re.sub(r"<[\w-]+>", "*", name) for name in named if "/" in name}
    beside = ("docs", "pnp", "templates", "tests")
    homes = {path: root if path.startswith(beside) else ROOT for path in paths}
    assert len(paths) > 20
    assert {path for path, home in homes.items() if not any(home.glob(path))} == set()
