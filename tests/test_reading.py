"""One module alone opens, lists and hashes files that may be a stranger's.

``pnp/base/files.py`` looks before it opens: regular files alone, no links out, sizes before bytes.
Elsewhere ``os.path.isfile`` and its like say whether something is there: they open nothing and
never raise. Every other look at a path is listed here, with the reason why it may stay.
"""

import ast
from collections import defaultdict
from pathlib import Path

import pnp

ROOT = Path(pnp.__file__).parent
HOME = "base/files.py"

LOOKS = {
    *("open", "read_bytes", "read_text", "touch", "file_digest", "cmp"),
    *("iterdir", "glob", "rglob", "walk", "fwalk", "scandir", "listdir"),
    *("is_file", "is_dir", "is_symlink", "exists", "samefile", "stat", "lstat", "readlink"),
    *("resolve", "copy", "copy2", "copyfile", "copytree", "move", "unpack_archive"),
    *("ZipFile", "is_zipfile", "TTFont"),
    *("load", "loads"),  # JSON and TOML that are nested too deeply raise an error of their own
}
OF_A_MODULE = {"walk", "copy", "move", "load"}  # in pnp also methods of what is no path
MODULES = {"json", "os", "shutil", "tomllib"}
IN_MEMORY = ("BytesIO(", "StringIO(")

PNP = "files that come with pnp or with a library, or say how they were installed"
PROCESS = "what another process of pnp says, or this one has made in memory"
PLACE = "new files, in a place that this process made for them"
SETTINGS = "the user's own folder, or a file that the user names to write in it"
CHECKED = "files that were looked at just before, and are regular and within the bounds"
REPLACED = "what pnp is about to replace, and keeps until then where there are no hard links"
ENTRY = "names, times and numbers alone: no file is opened, and no link in the folder is followed"
SYSTEM = "the operating system"

MAY_STAY = {
    PNP: {
        "archive/contents.py": {"loads", "read_text"},
        "archive/package.py": {"read_bytes"},
        "archive/validation.py": {"loads", "read_text"},
        "base/extensions.py": {"read_text"},  # of what an installer wrote
        "base/font_files.py": {"read_bytes"},
        "base/imports.py": {"is_file", "read_text"},
        "base/languages.py": {"glob", "loads", "read_text"},
        "base/messages.py": {"loads", "read_text"},
        "base/own_folders.py": {"exists", "is_file"},
        "components/registry.py": {"iterdir", "loads", "read_text"},
        "definitions/data_files.py": {"glob", "loads", "read_text"},
        "definitions/json_schema.py": {"glob", "loads", "read_text"},
        "definitions/new.py": {"read_bytes", "rglob"},
        "kits/pictures.py": {"read_bytes"},
        "make/wing.py": {"glob"},
        "render/pdfa.py": {"read_bytes"},
        "render/pdfx.py": {"read_bytes"},
        "rulebook/html.py": {"read_text"},
        "typeset/breaks.py": {"read_bytes"},
        "web/evidence.py": {"loads", "read_text"},
        "web/frame.py": {"read_bytes"},
        "web/site/record.py": {"file_digest", "iterdir", "open", "rglob"},
        "web/views/home.py": {"read_bytes"},
        "web/views/phrases.py": {"glob", "loads", "read_text"},
    },
    PROCESS: {
        "base/toml.py": {"loads"},  # the reader of TOML itself, and what it remembers
        "base/worker_helper.py": {"load", "open"},
        "base/worker_process.py": {"loads"},
        "render/pdfx_1a.py": {"read_bytes"},
        "web/server/kept.py": {"loads"},
        "web/server/run.py": {"loads"},
        "web/server/worker.py": {"loads"},
        "web/site/game.py": {"loads"},
    },
    PLACE: {
        "archive/check/bag.py": {"ZipFile", "is_dir", "open"},  # the zip is an open file
        "base/zips.py": {"ZipFile"},
        "make/output.py": {"open"},
    },
    SETTINGS: {
        "definitions/find.py": {"glob"},
        "make/printer_profile.py": {"listdir"},
        "verify/register.py": {"open", "touch"},
        "web/words.py": {"loads", "read_text"},
    },
    CHECKED: {
        "archive/check/submission.py": {"file_digest"},
        "archive/ocfl.py": {"ZipFile", "copytree", "open"},
        "archive/registered.py": {"ZipFile"},
        "rulebook/texts.py": {"open"},
    },
    REPLACED: {"make/output.py": {"copy2"}},
    ENTRY: {
        "base/locks.py": {"open", "stat"},  # its own lock, which it opens to lock it
        "base/seen.py": {"stat"},
        "definitions/find.py": {"stat"},
        "definitions/watch.py": {"is_dir", "scandir", "stat"},
        "make/output.py": {"glob"},
        "verify/holding.py": {"stat"},
    },
    SYSTEM: {
        "base/kernel_limits.py": {"open"},
        "program.py": {"open"},
    },
}


def looks_in(text):
    """Return the names of the calls in a module that look at paths, or parse JSON or TOML."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        on = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
        name = node.func.attr if on else getattr(node.func, "id", "")
        is_other = name in OF_A_MODULE and on not in {*MODULES, "pickle"}
        is_other |= name == "resolve" and bool(node.args)  # of positions
        in_memory = bool(node.args) and ast.unparse(node.args[0]).startswith(IN_MEMORY)
        if name in LOOKS and on != "os.path" and not is_other and not in_memory:
            found.add(name)
    return found


def test_one_module_alone_looks_at_files_that_may_be_a_strangers():
    allowed = defaultdict(set)
    for modules in MAY_STAY.values():
        for module, names in modules.items():
            allowed[module] |= names
    found = {
        file.relative_to(ROOT).as_posix(): looks_in(file.read_text(encoding="utf-8"))
        for file in ROOT.rglob("*.py")
    }
    assert len(found) > 100, "the walk found almost nothing: is ROOT right?"
    del found[HOME]
    plain = {module: names - allowed[module] for module, names in found.items()}
    assert {module: names for module, names in plain.items() if names} == {}, f"use {HOME}"
    gone = {module: names - found.get(module, set()) for module, names in allowed.items()}
    assert {module: names for module, names in gone.items() if names} == {}, "take them out"


def test_looks_are_found_however_they_are_written():
    text = """
import os
with open(file) as stream: json.load(stream)
found = [path for path in folder.glob("*") if path.is_file() and os.path.isfile(path)]
Image.open(BytesIO(data)), TTFont(path), numbers.copy(), shutil.copy(a, b), resolve(game, place)
"""
    assert looks_in(text) == {"TTFont", "copy", "glob", "is_file", "load", "open"}
