"""A package whose sums were all written anew is found out by what it says it should hold."""

import shutil
import struct
from pathlib import Path
from zlib import crc32

import pytest
from helpers.bags import faults_of, sign

from pnp.archive.contents import CONTENTS
from pnp.verify import verify_paths

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="50mm"{}>{}</svg>'
BOARD, STONE = "drawings/board/board-front.svg", "previews/stones/grey-front.png"
LIDO = "metadata/lido.xml"


def huge(png: bytes) -> bytes:
    """Return a PNG that says it has 100,000 x 100,000 pixels."""
    header = b"IHDR" + struct.pack(">II", 100_000, 100_000) + png[24:29]
    return png[:12] + header + struct.pack(">I", crc32(header)) + png[33:]


def written(place: str, text: str):
    """Return a change that writes another text into a file."""

    def change(data: Path) -> None:
        assert (data / place).is_file()
        (data / place).write_text(text)

    return change


def removed(*places: str):
    def change(data: Path) -> None:
        for place in places:
            (data / place).unlink()

    return change


def put(place: str, source: str):
    """Return a change that puts one file in the place of another."""
    return lambda data: shutil.copy(data / source, data / place)


def add_program(data: Path) -> None:
    (data / "setup.exe").write_bytes(b"MZ\0\0")


def enlarge_preview(data: Path) -> None:
    (data / STONE).write_bytes(huge((data / STONE).read_bytes()))


def in_bag_info(old: str, new: str):
    def change(data: Path) -> None:
        file = data.parent / "bag-info.txt"
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))

    return change


def in_file(place: str, old: str, new: str):
    def change(data: Path) -> None:
        text = (data / place).read_text()
        assert old in text
        (data / place).write_text(text.replace(old, new, 1))

    return change


CHANGES = {
    "a script in a drawing": (
        written(BOARD, SVG.format("", "<path d='M0 0L1 1'/><script>alert(1)</script>")),
        "board-front.svg: active content: has <script>",
    ),
    "an attribute of a drawing that runs": (
        written(BOARD, SVG.format(' onload="x()"', "<path d='M0 0L1 1'/>")),
        "board-front.svg: active content: has the attribute onload",
    ),
    "a picture from elsewhere in a drawing": (
        written(BOARD, SVG.format("", "<image href='https://example.org/a.png'/>")),
        "board-front.svg: active content: has <image> that leads to https://example.org/a.png",
    ),
    "a drawing without shapes": (
        written(BOARD, SVG.format("", "")),
        "board-front.svg: content: <svg> with 0 shapes",
    ),
    "a script in a page": (
        in_file("rules/rulebook.en.html", "</main>", "<script>alert(1)</script></main>"),
        "rulebook.en.html: active content: has <script>",
    ),
    "a page without words": (
        written("rules/rulebook.en.html", ""),
        "rulebook.en.html: content: has 0 letters",
    ),
    "another definition": (
        written("definition/game.toml", "x=1"),
        "definition: ",
    ),
    "a game of another name": (
        in_file("definition/game.toml", '"Pond"', '"Lake"'),
        "definition: Lake; Pond",
    ),
    "the Dutch rulebook in place of the English": (
        put("rules/rulebook.en.pdf", "rules/rulebook.nl.pdf"),
        "rulebook.en.pdf: language: nl; en, as datapackage.json says",
    ),
    "the Dutch page in place of the English": (
        put("rules/rulebook.en.html", "rules/rulebook.nl.html"),
        "rulebook.en.html: language: nl; en",
    ),
    "a drawing in place of the rulebook": (
        put("rules/rulebook.en.pdf", "drawings/board.pdf"),
        "rulebook.en.pdf: claims: PDF/A-2b",
    ),
    "a rulebook that is gone": (
        removed("rules/rulebook.nl.pdf"),
        "missing: data/rules/rulebook.nl.pdf; the rulebook of nl",
    ),
    "metadata that are gone": (
        removed("metadata/dublin-core.xml", "metadata/provenance.json"),
        "missing: data/metadata/provenance.json; the metadata, as datapackage.json lists it",
    ),
    "a list that is gone": (
        removed(CONTENTS),
        "contents: data/datapackage.json is missing",
    ),
    "nothing at all": (
        lambda data: [shutil.rmtree(data), data.mkdir()],
        "contents: data/datapackage.json is missing",
    ),
    "another origin": (
        in_bag_info("Made-From-SHA256: ", "Made-From-SHA256: 0"),
        "Made-From-SHA256: 0",
    ),
    "an empty record": (
        written(LIDO, "<x/>"),
        "lido.xml: content: has the root x",
    ),
    "a record with an outside DTD": (
        in_file(LIDO, "<lido:lido", '<!DOCTYPE x SYSTEM "https://example.org/x.dtd"><lido:lido'),
        "lido.xml: content: has a DOCTYPE",
    ),
    "the record of another game": (
        lambda data: (data / LIDO).write_text((data / LIDO).read_text().replace("pond", "lake")),
        "lido.xml: identifier: is not that of the package; pnp:pond",
    ),
    "empty JSON-LD": (
        written("metadata/game.jsonld", "{}"),
        "game.jsonld: identifier: is not that of the package; pnp:pond",
    ),
    "a preview of another face": (
        put("previews/board/board-front.png", STONE),
        "preview: data/previews/board/board-front.png has 1000 x 1000 pixels; 1000 x 714",
    ),
    "a preview that is not a picture": (
        written(STONE, "not a png"),
        "grey-front.png: content: is not a PNG picture",
    ),
    "a preview of 100,000 x 100,000 pixels": (
        enlarge_preview,
        "grey-front.png: content: says it has 100000 x 100000 pixels",
    ),
    "a program": (
        add_program,
        "not listed: data/setup.exe; only files that datapackage.json lists",
    ),
}


WHOLE = ("a list that is gone", "nothing at all")


def test_a_package_agrees_with_its_list(package):
    assert faults_of(package) == []
    assert faults_of(package.with_suffix(".zip")) == []


def rounds() -> list[list[str]]:
    """Return the changes in as few packages as hold them: one change of a file in each."""
    told = {name: fault.partition(":")[0] for name, (_, fault) in CHANGES.items()}
    alone = [[name] for name in CHANGES if name in WHOLE]
    by_file: dict[str, list[str]] = {}
    for name in CHANGES:
        if name not in WHOLE:
            by_file.setdefault(told[name], []).append(name)
    most = max(map(len, by_file.values()))
    return [[names[at] for names in by_file.values() if at < len(names)] for at in range(most)] + (
        alone
    )


@pytest.mark.parametrize("changes", rounds(), ids=" + ".join)
def test_finds_in_a_package_with_new_sums(bag, changes):
    for change in changes:
        CHANGES[change][0](bag / "data")
    sign(bag)
    found = faults_of(bag)
    for change in changes:
        assert any(line.startswith(CHANGES[change][1]) for line in found), (change, found)
    assert not any(line.startswith(("changed", "added", "bag")) for line in found), found


def unlisted(bag: Path) -> None:
    """Make a package as earlier versions did, without a list."""
    removed(CONTENTS)(bag / "data")
    info = bag / "bag-info.txt"
    kept = [line for line in info.read_text().splitlines() if "Data-Package" not in line]
    info.write_text("".join(f"{line}\n" for line in kept))
    sign(bag)


def test_a_package_of_an_earlier_version_passes_and_says_what_was_not_checked(bag):
    unlisted(bag)
    assert faults_of(bag) == []
    (report,) = verify_paths([bag])
    assert any("made by an earlier version" in one.found for one in report.findings)


def test_finds_scripts_and_no_pictures_without_a_list(bag):
    CHANGES["a script in a drawing"][0](bag / "data")
    CHANGES["a preview that is not a picture"][0](bag / "data")
    unlisted(bag)
    found = faults_of(bag)
    assert len(found) == 2, found


def test_reads_of_a_definition_of_another_version_only_the_name(bag):
    file = bag / "data/definition/game.toml"
    in_file(CONTENTS, '"pnp 0', '"pnp 9')(bag / "data")
    file.write_text('name = "Pond"\nkey_of_the_future = 1\n')
    sign(bag)
    assert faults_of(bag) == []
    file.write_text('name = "Lake"\nkey_of_the_future = 1\n')
    sign(bag)
    assert faults_of(bag) == ["definition: 'Lake'; Pond"]
