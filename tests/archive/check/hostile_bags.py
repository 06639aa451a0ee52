"""Bags that are odd, damaged or hostile, each made by a small function, and what verify says.

A name is a sentence: what is in the bag. ``GOOD`` are valid by RFC 8493 or an earlier draft of
BagIt, though none is of pnp; ``BAD`` are not, and end with a fault that names what is wrong;
``LARGE`` are bad as well, and take a second or more to make or to read.
"""

import os
import socket
import unicodedata
from collections.abc import Callable
from hashlib import new, sha256
from pathlib import Path

Maker = Callable[[Path], object]
GOOD: dict[str, Maker] = {}
BAD: dict[str, tuple[Maker, str]] = {}
LARGE: dict[str, tuple[Maker, str]] = {}

FILES = {"data/a.txt": b"Frogs hop.\n", "data/b/c.txt": b"Twice.\n", "data/empty": b""}
DECLARED = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"


def good(name: str) -> Callable[[Maker], Maker]:
    """Register a bag that is valid."""

    def register(make: Maker) -> Maker:
        GOOD[name] = make
        return make

    return register


def bad(name: str, fault: str, group: dict[str, tuple[Maker, str]] = BAD) -> Callable:
    """Register a bag that is not valid, with the beginning of a fault."""

    def register(make: Maker) -> Maker:
        group[name] = (make, fault)
        return make

    return register


def write(bag: Path, files: dict[str, bytes], *algorithms: str, declared: str = DECLARED) -> Path:
    """Write a bag of files with a manifest for each algorithm."""
    (bag / "data").mkdir(parents=True)
    (bag / "bagit.txt").write_text(declared)
    for place, content in files.items():
        (bag / place).parent.mkdir(parents=True, exist_ok=True)
        (bag / place).write_bytes(content)
    for algorithm in algorithms or ("sha256",):
        manifest(
            bag, [f"{new(algorithm, c).hexdigest()}  {p}" for p, c in files.items()], algorithm
        )
    return bag


def manifest(bag: Path, lines: list[str], algorithm: str = "sha256", end: str = "\n") -> None:
    """Write a manifest of these lines."""
    written = "".join(line + end for line in lines).encode("utf-8", "surrogateescape")
    (bag / f"manifest-{algorithm}.txt").write_bytes(written)


def listed(bag: Path, content: bytes, place: str, line: str = "{}  {}") -> None:
    """Add a line to the SHA-256 manifest."""
    with (bag / "manifest-sha256.txt").open("a") as stream:
        stream.write(line.format(sha256(content).hexdigest(), place) + "\n")


def sums(files: dict[str, bytes], line: str = "{}  {}") -> list[str]:
    return [line.format(sha256(content).hexdigest(), place) for place, content in files.items()]


# Valid bags of others


@good("checksums in capitals")
def _(bag):
    write(bag, FILES)
    manifest(bag, [f"{sha256(c).hexdigest().upper()}  {p}" for p, c in FILES.items()])


@good("a tab between sum and path")
def _(bag):
    write(bag, FILES)
    manifest(bag, sums(FILES, "{}\t{}"))


@good("five blanks between sum and path")
def _(bag):
    write(bag, FILES)
    manifest(bag, sums(FILES, "{}     {}"))


@good("a star before each path, as md5sum writes for binary files")
def _(bag):
    write(bag, FILES, declared=DECLARED.replace("1.0", "0.97"))
    manifest(bag, sums(FILES, "{} *{}"))


@good("./ before each path")
def _(bag):
    write(bag, FILES)
    manifest(bag, sums(FILES, "{}  ./{}"))


@good("manifests with CRLF")
def _(bag):
    write(bag, FILES)
    manifest(bag, sums(FILES), end="\r\n")


@good("manifests with CR")
def _(bag):
    write(bag, FILES)
    manifest(bag, sums(FILES), end="\r")


@good("a manifest without an end of its last line")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-sha256.txt").write_text("\n".join(sums(FILES)))


@good("a comment and an empty line in a manifest, as bagit-python has it")
def _(bag):
    write(bag, FILES)
    manifest(bag, ["# files", "", *sums(FILES)])


@good("a line end in a name, escaped")
def _(bag):
    write(bag, {"data/a\nb.txt": b"x"})
    manifest(bag, [f"{sha256(b'x').hexdigest()}  data/a%0Ab.txt"])


@good("a carriage return in a name, escaped in small letters")
def _(bag):
    write(bag, {"data/a\rb.txt": b"x"})
    manifest(bag, [f"{sha256(b'x').hexdigest()}  data/a%0db.txt"])


@good("a per cent sign in a name, as it is")
def _(bag):
    write(bag, {"data/100%.txt": b"x", "data/50%25.txt": b"y"})


@good("a decomposed name on disk, composed in the manifest")
def _(bag):
    place = "data/été.txt"
    write(bag, {unicodedata.normalize("NFD", place): b"x"})
    manifest(bag, [f"{sha256(b'x').hexdigest()}  {unicodedata.normalize('NFC', place)}"])


@good("a composed name on disk, decomposed in the manifest")
def _(bag):
    place = "data/été.txt"
    write(bag, {unicodedata.normalize("NFC", place): b"x"})
    manifest(bag, [f"{sha256(b'x').hexdigest()}  {unicodedata.normalize('NFD', place)}"])


@good("blanks, brackets, quotes and Chinese in names")
def _(bag):
    write(bag, {"data/my file (1) 'x'.txt": b"x", "data/棋.txt": b"y", "data/a  b.txt": b"z"})


@good("MD5 alone")
def _(bag):
    write(bag, FILES, "md5")


@good("SHA-1 and SHA-512")
def _(bag):
    write(bag, FILES, "sha1", "sha512")


@good("SHA3-256 and BLAKE2")
def _(bag):
    write(bag, FILES, "sha3_256", "blake2b")


@good("an unknown algorithm beside SHA-256")
def _(bag):
    write(bag, FILES)
    manifest(bag, [f"0000  {place}" for place in FILES], "whirlpool")


@good("shake128, which has no length, beside SHA-256")
def _(bag):
    write(bag, FILES)
    manifest(bag, [f"0000  {place}" for place in FILES], "shake128")


@good("BagIt 0.97")
def _(bag):
    write(bag, FILES, declared=DECLARED.replace("1.0", "0.97"))


@good("BagIt 0.96")
def _(bag):
    write(bag, FILES, declared=DECLARED.replace("1.0", "0.96"))


@good("BagIt 0.95, whose information is in package-info.txt")
def _(bag):
    write(bag, FILES, declared=DECLARED.replace("1.0", "0.95"))
    (bag / "package-info.txt").write_text("Source-Organization: Frogs\n")


@good("BagIt 0.97 with one file in each of two manifests")
def _(bag):
    write(bag, {"data/a": b"x", "data/b": b"y"}, declared=DECLARED.replace("1.0", "0.97"))
    manifest(bag, sums({"data/a": b"x"}))
    manifest(bag, [f"{new('md5', b'y').hexdigest()}  data/b"], "md5")


@good("BagIt 0.97 that lists a file twice with the same sum")
def _(bag):
    write(bag, FILES, declared=DECLARED.replace("1.0", "0.97"))
    listed(bag, FILES["data/a.txt"], "data/a.txt")


@good("tag files in Latin-1")
def _(bag):
    write(bag, {"data/été.txt": b"x"}, declared=DECLARED.replace("UTF-8", "ISO-8859-1"))
    line = f"{sha256(b'x').hexdigest()}  data/été.txt\n"
    (bag / "manifest-sha256.txt").write_bytes(line.encode("latin-1"))


@good("tag files in UTF-16")
def _(bag):
    write(bag, FILES, declared=DECLARED.replace("UTF-8", "UTF-16"))
    text = "".join(f"{line}\n" for line in sums(FILES))
    (bag / "manifest-sha256.txt").write_bytes(text.encode("utf-16"))


@good("a folder of tag files, and a tag manifest that lists some")
def _(bag):
    write(bag, FILES)
    (bag / "notes").mkdir()
    (bag / "notes" / "frogs.txt").write_text("x")
    (bag / "notes" / "newts.txt").write_text("y")
    digest = sha256(b"x").hexdigest()
    (bag / "tagmanifest-sha256.txt").write_text(f"{digest}  notes/frogs.txt\n")


@good("tag files that nothing lists")
def _(bag):
    write(bag, FILES)
    (bag / "readme.md").write_text("x")


@good("information of long, folded and repeated entries")
def _(bag):
    write(bag, FILES)
    text = (
        "Source-Organization: Frogs\n  and newts\n\tand toads\nContact-Name: A\nContact-Name: B\n"
    )
    (bag / "bag-info.txt").write_text(text + f"Payload-Oxum: {18}.{3}\n")


@good("fetch.txt for files that are here")
def _(bag):
    write(bag, FILES)
    (bag / "fetch.txt").write_text("https://example.org/a 11 data/a.txt\n")


@good("an empty payload")
def _(bag):
    write(bag, {})
    manifest(bag, [])


@good("a bag in a bag")
def _(bag):
    inner = bag.parent / "inner"
    write(inner, FILES)
    files = {
        f"data/inner/{path.relative_to(inner).as_posix()}": path.read_bytes()
        for path in inner.rglob("*")
        if path.is_file()
    }
    write(bag, files)


@good("a damaged PDF, XML and JSON, as data of somebody's")
def _(bag):
    write(bag, {"data/x.pdf": b"%PDF", "data/x.xml": b"<", "data/x.json": b"{"})


@good("folders 300 deep")
def _(bag):
    write(bag, {f"data/{'d/' * 300}a.txt": b"x"})


@good("an empty folder in the payload")
def _(bag):
    write(bag, FILES)
    (bag / "data" / "nothing").mkdir()


# Bags that are not valid


@bad("a pipe in the payload", "file: data/p: it is a pipe")
def _(bag):
    write(bag, FILES)
    os.mkfifo(bag / "data/p")
    listed(bag, b"", "data/p")


@bad("a pipe in place of a manifest", "file: manifest-sha256.txt: it is a pipe")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-sha256.txt").unlink()
    os.mkfifo(bag / "manifest-sha256.txt")


@bad("a pipe in place of bag-info.txt", "file: bag-info.txt: it is a pipe")
def _(bag):
    write(bag, FILES)
    os.mkfifo(bag / "bag-info.txt")


@bad("a socket in the payload", "file: data/s: it is a pipe, a socket")
def _(bag):
    write(bag, FILES)
    here = os.getcwd()
    os.chdir(bag / "data")  # a socket has a short name
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("s")
    finally:
        os.chdir(here)


@bad("a link to a file outside with its right sum", "file: data/l: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "data/l").symlink_to("/etc/hostname")
    listed(bag, Path("/etc/hostname").read_bytes(), "data/l")


@bad("a link to a folder outside", "file: data/l: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "data/l").symlink_to("/etc")
    listed(bag, Path("/etc/hostname").read_bytes(), "data/l/hostname")


@bad("a link to an endless device", "file: data/l: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "data/l").symlink_to("/dev/zero")
    listed(bag, b"", "data/l")


@bad("a manifest that is a link to an endless device", "file: manifest-md5.txt: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-md5.txt").symlink_to("/dev/zero")


@bad("bag-info.txt that is a link to an endless device", "file: bag-info.txt: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "bag-info.txt").symlink_to("/dev/zero")


@bad("a payload that is a link", "file: data: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "data").rename(bag.parent / "elsewhere")
    (bag / "data").symlink_to(bag.parent / "elsewhere")


@bad("a link in a circle", "file: data/l: it is a link")
def _(bag):
    write(bag, FILES)
    (bag / "data/l").symlink_to("l")


@bad("a path that leads upwards", "missing: data/../../x; a path in the bag")
def _(bag):
    write(bag, FILES)
    listed(bag, b"", "data/../../x")


@bad("an absolute path", "missing: /etc/hostname; a path in the bag")
def _(bag):
    write(bag, FILES)
    listed(bag, Path("/etc/hostname").read_bytes(), "/etc/hostname")


@bad("a path in a home folder", "missing: ~/x; a path in the bag")
def _(bag):
    write(bag, FILES)
    listed(bag, b"", "~/x")


@bad("a path of 5,000 letters", "missing: data/xxx")
def _(bag):
    write(bag, FILES)
    listed(bag, b"", "data/" + "x" * 5000)


@bad("a NUL in a path", "missing: data/a")
def _(bag):
    write(bag, FILES)
    listed(bag, b"", "data/a\0b")


@bad("a manifest in one line of a megabyte", "manifest: manifest-sha256.txt: line 1 has 10,000")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-sha256.txt").write_text("0" * 1_000_000)


@bad("a manifest with bytes that are not UTF-8", "manifest: manifest-sha256.txt: is not text in")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-sha256.txt").write_bytes(b"\xff\xfe\xfd  data/a.txt\n")


@bad("a manifest of sums without paths", "manifest: manifest-sha256.txt: line 1 is not a checksum")
def _(bag):
    write(bag, FILES)
    manifest(bag, ["0" * 64])


@bad("a file listed twice with two sums", "manifest: manifest-sha256.txt lists data/a.txt more")
def _(bag):
    write(bag, FILES)
    listed(bag, b"other", "data/a.txt")


@bad("one file listed 1,000 times", "manifest: and 980 more")
def _(bag):
    write(bag, FILES)
    for _ in range(1000):
        listed(bag, FILES["data/a.txt"], "data/a.txt")


@bad("a tag file in a manifest of the payload", "manifest: manifest-sha256.txt lists bagit.txt")
def _(bag):
    write(bag, FILES)
    listed(bag, DECLARED.encode(), "bagit.txt")


@bad("a file of the payload in a tag manifest", "manifest: tagmanifest-sha256.txt lists data/a")
def _(bag):
    write(bag, FILES)
    digest = sha256(FILES["data/a.txt"]).hexdigest()
    (bag / "tagmanifest-sha256.txt").write_text(f"{digest}  data/a.txt\n")


@bad("a tag manifest that names a missing file", "missing: notes.txt")
def _(bag):
    write(bag, FILES)
    (bag / "tagmanifest-sha256.txt").write_text(f"{'0' * 64}  notes.txt\n")


@bad("a changed byte", "changed: data/a.txt")
def _(bag):
    write(bag, FILES)
    (bag / "data/a.txt").write_bytes(b"Frogs hip.\n")


@bad("a file cut short", "changed: data/a.txt")
def _(bag):
    write(bag, FILES)
    (bag / "data/a.txt").write_bytes(b"Frogs")


@bad("a file too many", "added: data/new.txt")
def _(bag):
    write(bag, FILES)
    (bag / "data/new.txt").write_bytes(b"")


@bad("a file too few", "missing: data/a.txt")
def _(bag):
    write(bag, FILES)
    (bag / "data/a.txt").unlink()


@bad("a folder in place of a file", "missing: data/a.txt")
def _(bag):
    write(bag, FILES)
    (bag / "data/a.txt").unlink()
    (bag / "data/a.txt").mkdir()


@bad("a file renamed in its case", "missing: data/a.txt")
def _(bag):
    write(bag, FILES)
    (bag / "data/a.txt").rename(bag / "data/A.txt")


@bad("a file that only one of two manifests lists", "manifest: manifest-md5.txt does not list")
def _(bag):
    write(bag, FILES, "sha256", "md5")
    manifest(bag, [f"{new('md5', b'').hexdigest()}  data/empty"], "md5")


@bad("sums of another algorithm", "changed: data/a.txt")
def _(bag):
    write(bag, FILES)
    manifest(bag, [f"{new('md5', c).hexdigest()}  {p}" for p, c in FILES.items()])


@bad("no manifest", "bag: has no such manifest")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-sha256.txt").unlink()


@bad("shake128 alone", "bag: has no such manifest")
def _(bag):
    write(bag, FILES)
    (bag / "manifest-sha256.txt").rename(bag / "manifest-shake128.txt")


@bad("no payload folder", "bag: has no folder data")
def _(bag):
    write(bag, {})
    (bag / "data").rmdir()
    manifest(bag, [])


@bad("a fetch.txt for what is not here", "missing: data/far.txt; the file that fetch.txt says")
def _(bag):
    write(bag, FILES)
    (bag / "fetch.txt").write_text("https://example.org/far 1 data/far.txt\n")
    listed(bag, b"x", "data/far.txt")


@bad("a fetch.txt of one word", "fetch: fetch.txt: line 1 is not an address")
def _(bag):
    write(bag, FILES)
    (bag / "fetch.txt").write_text("https://example.org/far\n")


@bad("another number of bytes in Payload-Oxum", "Payload-Oxum: 17.3; 18.3")
def _(bag):
    write(bag, FILES)
    (bag / "bag-info.txt").write_text("Payload-Oxum: 17.3\n")


@bad("words in Payload-Oxum", "Payload-Oxum: many; 18.3")
def _(bag):
    write(bag, FILES)
    (bag / "bag-info.txt").write_text("Payload-Oxum: many\n")


@bad("bag-info.txt with a line that is not an entry", "bag: bag-info.txt: line 1 is not a label")
def _(bag):
    write(bag, FILES)
    (bag / "bag-info.txt").write_text("frogs\n")


@bad("bag-info.txt of 3 million letters in one line", "bag: bag-info.txt: line 1 has 10,000")
def _(bag):
    write(bag, FILES)
    (bag / "bag-info.txt").write_text("A: " + "x" * 3_000_000)


@bad("bag-info.txt of 3 million letters in folded lines", "bag: bag-info.txt: has more than")
def _(bag):
    write(bag, FILES)
    (bag / "bag-info.txt").write_text("A: x\n" + f"  {'y' * 98}\n" * 30_000)


for number, text in enumerate(
    (
        "",
        "BagIt-Version: 1.0\n",
        "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\nMore: yes\n",
        "Tag-File-Character-Encoding: UTF-8\nBagIt-Version: 1.0\n",
        "BagIt-Version: one\nTag-File-Character-Encoding: UTF-8\n",
        "BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n",
        "BagIt-Version: 0.5\nTag-File-Character-Encoding: UTF-8\n",
        "BagIt-Version: 1." + "9" * 5000 + "\nTag-File-Character-Encoding: UTF-8\n",
        *(
            f"BagIt-Version: 1.0\nTag-File-Character-Encoding: {name}\n"
            for name in ("zlib_codec", "rot13", "hex", "undefined", "idna", "punycode", "x", "..")
        ),
        "\ufeff" + DECLARED,
        "\0" * 900,
    )
):

    @bad(f"declaration {number}: {text[:70]!r}", "bag: bagit.txt: ")
    def _(bag, text=text):
        write(bag, FILES, declared=text)


@bad("bagit.txt of a megabyte", "bag: bagit.txt: cannot be read: it is too large")
def _(bag):
    write(bag, FILES, declared=DECLARED + "x" * 1_000_000)


@bad("bagit.txt that is not UTF-8", "bag: bagit.txt: is not text in UTF-8")
def _(bag):
    write(bag, FILES)
    (bag / "bagit.txt").write_bytes(b"\xff" * 20)


@bad("control characters in a name", "added: data/\x1b[2J")
def _(bag):
    write(bag, FILES)
    (bag / "data" / "\x1b[2J\x07\u202etxt.exe").write_bytes(b"")


@bad("control characters in a manifest", "missing: data/\x1b[2J")
def _(bag):
    write(bag, FILES)
    listed(bag, b"", "data/\x1b[2J\x07\u202etxt.exe")


@bad("a name that is not UTF-8", "added: data/\udcff")
def _(bag):
    write(bag, FILES)
    (bag / "data" / os.fsdecode(b"\xff.txt")).write_bytes(b"")


# Large ones


@bad("folders 1,500 deep", "added: data/d/d/", LARGE)
def _(bag):
    write(bag, FILES)
    here = os.getcwd()
    os.chdir(bag / "data")
    try:
        for _ in range(1500):
            os.mkdir("d")
            os.chdir("d")
        Path("a.txt").write_text("x")
    finally:
        os.chdir(here)


@bad("folders 5,000 deep", "file: data/d/d/", LARGE)
def _(bag):
    write(bag, FILES)
    here = os.getcwd()
    os.chdir(bag / "data")
    try:
        for _ in range(5000):
            os.mkdir("d")
            os.chdir("d")
        Path("a.txt").write_text("x")
    finally:
        os.chdir(here)


@bad("a million missing files", "missing: and 999,980 more", LARGE)
def _(bag):
    write(bag, FILES)
    with (bag / "manifest-sha256.txt").open("a") as stream:
        for number in range(1_000_000):
            stream.write(f"{'0' * 64}  data/{number}.txt\n")


@bad("a file of 20 MB listed 100,000 times", "manifest: and 99,979 more", LARGE)
def _(bag):
    content = b"x" * 20_000_000
    write(bag, {"data/a.txt": content})
    manifest(bag, sums({"data/a.txt": content}) * 100_000)


@bad("100,000 files that nothing lists", "added: and 99,980 more", LARGE)
def _(bag):
    write(bag, FILES)
    for number in range(100_000):
        (bag / "data" / f"{number}").touch()


@bad("bag-info.txt of 300 MB in one line", "bag: bag-info.txt: line 1 has 10,000", LARGE)
def _(bag):
    write(bag, FILES)
    with (bag / "bag-info.txt").open("w") as stream:
        stream.write("A: ")
        for _ in range(300):
            stream.write("x" * 1_000_000)


@bad("a file of 3 GB that nothing lists", "added: data/large", LARGE)
def _(bag):
    write(bag, FILES)
    with (bag / "data" / "large").open("wb") as stream:
        stream.truncate(3_000_000_000)  # without blocks
