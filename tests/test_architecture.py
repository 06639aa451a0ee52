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

ALLOWED = {
    "base": set(),
    "records": {"base"},  # files that one command writes and another reads
    "scene": {"base"},
    "images": {"base", "scene"},
    "typeset": {"base", "scene"},
    "game": {"base"},
    "components": {"base", "game", "images", "scene", "typeset"},
    "positions": {"base", "components", "game", "scene"},
    "definitions": {"base", "components", "game", "images"},
    "audit": {"base", "components", "game"},
    "make": {"base"},
    "squib": {"make"},
    "sheets": {"base", "components", "game", "make", "records", "scene"},
    "laser": {"base", "make", "records", "scene"},
    "render": {"base", "images", "scene"},  # pictures alone: no game, component or sheet
    "rulebook": {
        "audit",
        "base",
        "components",  # pictures of the parts that a rule set needs
        "game",
        "images",
        "make",
        "positions",
        "render",
        "scene",
        "typeset",
    },
    "tabletop": {"base", "components", "game", "make", "positions", "rulebook", "scene", "sheets"},
    "kits": {
        "images",  # its drawings are SVG files
        "base",
        "components",
        "game",
        "make",
        "records",
        "rulebook",
        "scene",
        "sheets",
        "typeset",  # its first pages have pictures in rows, which no rulebook has
    },
    "verify": {"base", "definitions", "make", "records"},  # made files, not how they were made
    "archive": {
        "audit",
        "base",
        "components",
        "definitions",
        "game",
        "make",
        "records",  # the list of a package, which verify reads
        "render",
        "rulebook",
        "scene",
        "verify",
    },
    "jobs": {
        "archive",
        "audit",
        "base",
        "components",
        "definitions",
        "game",
        "kits",
        "laser",
        "make",
        "positions",
        "records",
        "render",
        "rulebook",
        "scene",
        "sheets",
        "tabletop",
        "verify",
    },
    "api": {"audit", "base", "components", "definitions", "jobs", "render"},
    "cli": {
        "archive",
        "audit",
        "base",
        "definitions",
        "game",
        "jobs",
        "make",
        "records",
        "sheets",
        "verify",
        "web",
    },
    "web": {
        "archive",
        "audit",
        "base",
        "components",
        "definitions",
        "game",
        "jobs",
        "kits",
        "make",
        "positions",
        "records",
        "render",
        "rulebook",
        "scene",
        "sheets",
    },
    "program": {"base", "cli"},
    "__main__": {"base", "program"},
}
HOMES = {
    "annotated_types": {"game/describe.py", "records/manifest.py", "records/printer_profile.py"},
    "bagit": {"verify/bags/library.py"},
    "bidi": {"base/bidi.py"},
    "budoux": {"typeset/breaks.py"},
    "PIL": {
        "images/foreign.py",
        "images/svg/pixels.py",  # to see whether anything was drawn
        "render/decoded.py",
        "render/painter.py",
        "render/png.py",
        "render/pdf_pictures.py",
        "render/pdf_press_pictures.py",
        "render/separation.py",
        "verify/package/payload.py",
    },
    "cairosvg": {"render/painter.py", "render/png.py"},
    "cssselect2": {"images/svg/rules.py", "render/painter.py"},
    "resvg_py": {"images/svg/pixels.py"},
    "cryptography": {"records/signature.py"},
    "distributed": {"jobs/parallel.py"},
    "ezdxf": {"render/dxf.py"},
    "brotli": {"base/sfnt.py"},
    "fontTools": {"base/sfnt.py", "images/svg/outlines.py"},
    "jinja2": {"rulebook/fill.py", "web/render.py"},
    "lxml": {"archive/formats/serialize.py"},
    "markdown_it": {"rulebook/text_marks.py", "rulebook/read_markdown.py"},
    "num2words": {"rulebook/languages.py"},
    "pydantic": {"game/", "components/", "definitions/", "records/"},
    "pydantic_core": {
        "game/faces.py",
        "game/fields.py",
        "game/of_kind.py",
        "definitions/faults.py",
    },
    "numpy": {
        "laser/areas.py",
        "laser/moments.py",
        "laser/order.py",
        "laser/sweeps.py",
    },
    "ocfl": {"jobs/ocfl.py", "verify/ocfl.py"},
    "platformdirs": {"base/own_folders.py"},
    "pikepdf": {
        "archive/validation.py",
        "render/pdfa.py",
        "render/pdfx.py",
        "verify/pdf.py",
    },
    "pyphen": {"typeset/lines.py"},
    "reportlab": {
        "render/pdf.py",
        "render/pdf_fonts.py",
        "render/pdf_pictures.py",
        "render/pdf_press.py",
        "render/pdf_press_pictures.py",
        "render/reportlab_private.py",
    },
    "rich": {"cli/check.py", "cli/console.py", "cli/verify.py"},
    "shapely": {
        "laser/areas.py",
        "laser/moments.py",
        "laser/artwork.py",
        "laser/engraved_areas.py",
        "laser/joinery/",
        "laser/kerf.py",
        "laser/lettering.py",
        "laser/merge_cuts.py",
        "laser/order.py",
        "laser/report.py",
        "laser/parting/seams.py",
        "laser/parting/split.py",
        "laser/thin.py",
    },
    "starlette": {"web/server/"},
    "svgwrite": {
        "definitions/squib/drawings.py",
        "definitions/squib/pictures.py",
        "render/bed_svg.py",
        "render/page_svg.py",
        "render/png.py",
        "render/svg.py",
    },
    "tinycss2": {"base/color.py", "images/svg/rules.py", "images/svg/styles.py"},
    "tomlkit": {"cli/config.py"},
    "typer": {
        "cli/app.py",
        "cli/archive.py",
        "cli/check.py",
        "cli/commands.py",
        "cli/completion.py",
        "cli/config.py",
        "cli/console.py",
        "cli/defaults.py",
        "cli/kit.py",
        "cli/laser.py",
        "cli/listing.py",
        "cli/new.py",
        "cli/options.py",
        "cli/printer.py",
        "cli/report.py",
        "cli/rules.py",
        "cli/schema.py",
        "cli/serve.py",
        "cli/sheets.py",
        "cli/show.py",
        "cli/site.py",
        "cli/trust.py",
        "cli/verify.py",
        "cli/watch.py",
    },
    "uharfbuzz": {
        "scene/color_glyphs.py",
        "base/font_facts.py",
        "base/open_font.py",
        "base/shaping.py",
        "render/pdf_font_parts.py",
        "render/pdf_fonts.py",
        "render/web_fonts.py",
    },
    "uvicorn": {"web/server/"},
    "watchfiles": {"definitions/watch.py"},
    "tree_sitter": {"definitions/squib/ruby_scope.py"},
    "tree_sitter_ruby": {"definitions/squib/ruby_scope.py"},
    "yaml": {"definitions/squib/layout_files.py"},
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
    assert {(a, b) for a, b in seen if b not in ALLOWED[a]} == set()


def test_every_part_has_a_row_and_every_row_a_part():
    parts = {path.relative_to(ROOT).parts[0] for path in ROOT.rglob("*.py")}
    parts = {part.removesuffix(".py") for part in parts} - {"__init__"}
    assert parts == set(ALLOWED)


def test_the_table_has_no_circle():
    order: list[str] = []
    while len(order) < len(ALLOWED):
        ready = [p for p in ALLOWED if p not in order and ALLOWED[p] <= {*order, p}]
        assert ready, f"a circle among {set(ALLOWED) - set(order)}"
        order += ready


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
    assert found == {"cli/console.py", "program.py"}


def test_back_ends_do_not_know_each_other():
    seen = {
        (where, name)
        for where, part, name in imports()
        if part == "render" and name.startswith("pnp.render")
    }
    assert seen == {
        ("render/pdf.py", "pnp.render.pdf_fonts"),
        ("render/pdf.py", "pnp.render.pdf_operators"),
        ("render/pdf.py", "pnp.render.reportlab_private"),
        ("render/pdf.py", "pnp.render.pdf_pictures"),
        ("render/pdf_fonts.py", "pnp.render.pdf_font_parts"),
        ("render/pdf_fonts.py", "pnp.render.reportlab_private"),
        ("render/pdf_font_parts.py", "pnp.render.reportlab_private"),
        ("render/pdf.py", "pnp.render.pdf_gradients"),
        ("render/pdf.py", "pnp.render.pdf_stroke_tips"),
        ("render/pdf.py", "pnp.render.pdf_colors"),
        ("render/pdf.py", "pnp.render.pdf_press"),
        ("render/pdf.py", "pnp.render.pdf_press_pictures"),
        ("render/pdf_colors.py", "pnp.render.pdf_operators"),
        ("render/pdf_gradients.py", "pnp.render.pdf_colors"),
        ("render/pdf_gradients.py", "pnp.render.pdf_operators"),
        ("render/pdf_gradients.py", "pnp.render.reportlab_private"),
        ("render/pdf_press.py", "pnp.render.pdf_colors"),
        ("render/pdf_press.py", "pnp.render.pdf_operators"),
        ("render/pdf_press.py", "pnp.render.reportlab_private"),
        ("render/pdf_press.py", "pnp.render.separation"),
        ("render/pdf_press_pictures.py", "pnp.render.decoded"),
        ("render/pdf_press_pictures.py", "pnp.render.pdf_pictures"),
        ("render/pdf_press_pictures.py", "pnp.render.pdf_press"),
        ("render/pdf_press_pictures.py", "pnp.render.reportlab_private"),
        ("render/pdf_press_pictures.py", "pnp.render.separation"),
        ("render/pdf_pictures.py", "pnp.render.decoded"),
        ("render/pdf_pictures.py", "pnp.render.reportlab_private"),
        ("render/page_svg.py", "pnp.render.decoded"),
        ("render/bed_svg.py", "pnp.render.svg"),
        ("render/page_svg.py", "pnp.render.svg"),  # the same picture, each drawing stored once
        ("render/svg.py", "pnp.render.decoded"),
        ("render/png.py", "pnp.render.painter"),
        ("render/png.py", "pnp.render.svg"),
        ("render/painter.py", "pnp.render.svg"),
        ("render/painter.py", "pnp.render.decoded"),
        ("render/pdfa.py", "pnp.render.pdf"),
        ("render/pdfa.py", "pnp.render.xmp"),
        ("render/pdfx.py", "pnp.render.pdf"),
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
    """Return whether a module is one of the homes, or lies in a folder that is."""
    return any(where == home or (home[-1] == "/" and where.startswith(home)) for home in homes)


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--help"], HEAVY - {"rich", "markdown_it"}),  # with which Typer writes the help
        (["deck", "--help"], HEAVY - {"rich", "markdown_it", "pydantic", "pydantic_core"}),
        (["deck", "--cards", "36", "--format", "pdf", "-q"], {"cairosvg", "svgwrite", "rich"}),
        (["deck", "--cards", "36", "--format", "svg", "-q"], {"cairosvg", "reportlab", "rich"}),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_a_command_imports_only_what_it_uses(arguments, absent, tmp_path):
    import subprocess

    out = ["--out", str(tmp_path)] if "-q" in arguments else []
    code = (
        "import sys, pnp.__main__\n"
        f"sys.argv = ['pnp', *{arguments + out!r}]\n"
        "try:\n    pnp.__main__.main()\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "print('\\nmodules', *{name.split('.')[0] for name in sys.modules})\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.splitlines()[-1].split())
    assert "typer" in loaded
    assert loaded & absent == set()


@pytest.mark.parametrize("page", ["architecture", "where"])
def test_files_that_the_documents_name_are_there(page):
    root = ROOT.parent
    text = (root / "docs" / f"{page}.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w<>*-]+(?:/[\w<>*.-]+)*/?)`", text)
    paths = {re.sub(r"<[\w-]+>", "*", name) for name in named if "/" in name}
    beside = ("docs", "pnp", "templates", "tests")
    homes = {path: root if path.startswith(beside) else ROOT for path in paths}
    assert len(paths) > 20
    assert {path for path, home in homes.items() if not any(home.glob(path))} == set()
