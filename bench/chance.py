"""Change at random what strangers may send, give it to pnp, and count what goes wrong.

    PYTHONPATH=. python bench/chance.py 3600              # seconds
    PYTHONPATH=. python bench/chance.py 600 packages pages

Unlike `bench/fuzz.py` it runs whole commands, each in a process of its own, and needs no library.
What goes wrong is printed with its number, from which `--from NUMBER` begins again. Linux only.
"""

import json
import os
import random  # noqa: TID251 - a number says again what was tried
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "hostile")]

from helpers.mutants import changed_bytes, changed_value, written  # noqa: E402
from person import GAME, PAGES, Folders  # noqa: E402

from pnp.definitions import games_to_copy  # noqa: E402
from pnp.web.routes import ROUTES  # noqa: E402

PATIENCE = 300  # seconds by the clock, on a busy machine
PROCESSOR = 30  # seconds of the processor
MEMORY = 2_000_000_000
OUT = ("--out", "out")
FAULTS = ("traceback", "hang", "signal", "memory", "wrong success", "many lines")
MADE = {  # what makes the outputs and packages that are changed
    "build": ("build", GAME, *OUT),
    "kit": ("kit", GAME, *OUT),
    "rules": ("rules", GAME, *OUT),
    "laser": ("laser", GAME, *OUT, "--component", "pegs"),
    "site": ("site", "games", *OUT),
    "archive": ("archive", GAME, *OUT, "--zip", "--date", "2026-11-20"),
    "ocfl": (
        *("archive", GAME, *OUT, "--ocfl", "out/root", "--sip", "out/sip"),
        *("--holder", "A museum", "--date", "2026-11-20"),
    ),
}
LISTS = ("manifest.json", "site.json")  # which say what is there; a change may be harmless
# The bytes of these are in no list: of a zip, beside its files; of a METS, its own; and a storage
# root may do without the settings of its layout.
UNLISTED = (".zip", "METS.xml", "tagmanifest-sha256.txt", "tagmanifest-sha512.txt", "config.json")
ODD_QUERIES = ("", "?", "?for=stack", "?paper=a4&lang=de", "?q=%00", "?page=-1", "?since=x&n=1e9")


class Trial(NamedTuple):
    """A command to run on changed files; a success would be ``wrong`` if that says why."""

    arguments: tuple[str, ...]
    wrong: str = ""
    restored: tuple[Path, bytes] | None = None
    addresses: tuple[bytes, ...] = PAGES


class Chance:
    """Changed copies of a person's folders."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._plain = Folders(place / "plain").write()
        self._made: dict[str, Folders] = {}

    def _copy(self, folders: Folders, number: int) -> Folders:
        copy = Folders(self._place / f"{number}")
        shutil.copytree(folders.folder, copy.folder, symlinks=True)
        return copy

    def _of(self, command: str) -> Folders:
        if command not in self._made:
            folders = Folders(self._place / command).write()
            ended = folders.run(MADE[command], patience=PATIENCE)
            assert ended.status == 0, ended
            self._made[command] = folders
        return self._made[command]

    def definitions(self, chance: random.Random, number: int) -> tuple[Folders, Trial]:
        """Change the definition of a game, one of its tables or one of its texts."""
        folders = self._copy(self._plain, number)
        games = games_to_copy()
        name = chance.choice(sorted(games))
        game = folders.folder / "games" / name
        shutil.rmtree(game, ignore_errors=True)
        shutil.copytree(games[name], game)
        file = game / "game.toml"
        if chance.random() < 0.5:
            value = changed_value(tomllib.loads(file.read_text(encoding="utf-8")), chance)
            file.write_text(written(value), encoding="utf-8", errors="replace")
        else:
            texts = [path for path in sorted(game.rglob("*")) if path.is_file()]
            _spoil(chance.choice([file, *texts]), chance)
        command = chance.choice(("check", "build", "rules", "laser", "kit", "show", "archive"))
        out = () if command in ("check", "show") else OUT
        return folders, Trial((command, f"games/{name}", *out))

    def pictures(self, chance: random.Random, number: int) -> tuple[Folders, Trial]:
        """Change a picture, in one of several formats."""
        from PIL import Image

        folders = self._copy(self._plain, number)
        art = folders.folder / GAME / "art"
        if chance.random() < 0.5:
            _spoil(chance.choice([art / "pears.svg", art / "lid.svg"]), chance)
        else:
            kind = chance.choice(("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"))
            noise = Image.frombytes("RGB", (40, 40), chance.randbytes(4800))
            noise.save(art / "plums.png", kind)
            _spoil(art / "plums.png", chance)
        formats = chance.choice(("pdf", "png", "svg"))
        return folders, Trial(("build", GAME, *OUT, "--format", formats))

    def packages(self, chance: random.Random, number: int) -> tuple[Folders, Trial]:
        """Change a file of a bag, a zip, a storage root or a submission, and verify it."""
        folders = self._copy(self._of(chance.choice(("archive", "ocfl"))), number)
        file = chance.choice(_files(folders.folder / "out"))
        place = file.relative_to(folders.folder).as_posix()
        changed = _changed(file, chance)
        is_listed = changed and not file.name.endswith(UNLISTED) and ".zip" not in file.name
        return folders, Trial(("verify", "out"), f"{place} was changed" if is_listed else "")

    def outputs(self, chance: random.Random, number: int) -> tuple[Folders, Trial]:
        """Change a file of an output folder; verify it, or make it again."""
        command = chance.choice(("build", "kit", "rules", "laser", "site", "archive"))
        folders = self._copy(self._of(command), number)
        files = _files(folders.folder / "out")
        lists = [file for file in files if file.name in LISTS]
        file = chance.choice(lists if lists and chance.random() < 0.5 else files)
        before, place = file.read_bytes(), file.relative_to(folders.folder).as_posix()
        if file.suffix == ".json" and chance.random() < 0.5:
            file.write_text(json.dumps(changed_value(json.loads(before), chance)), "utf-8")
            changed = True
        else:
            changed = _changed(file, chance)
        if command not in ("site", "archive") and chance.random() < 0.5:
            is_listed = changed and file.name not in LISTS
            return folders, Trial(("verify", "out"), f"{place} was changed" if is_listed else "")
        if command == "archive" and changed and not file.name.endswith(UNLISTED):
            return folders, Trial(MADE[command], f"{place} was changed")
        kept = command != "archive" and command != "site" and file.name not in LISTS
        return folders, Trial(MADE[command], restored=(file, before) if kept else None)

    def pages(self, chance: random.Random, number: int) -> tuple[Folders, Trial]:
        """Ask a server for addresses that are nearly right."""
        folders = self._copy(self._plain, number)
        words = {"game": "larder", "rule_set": "stack", "lang": "en", "part": "jars"}
        words |= {"number": "1", "key": "1", "file": "pnp.css", "card": "1", "side": "front"}
        words["subject"] = "game"
        addresses = []
        for _ in range(40):
            route = chance.choice(sorted(ROUTES))
            address = (route.format(**words) + chance.choice(ODD_QUERIES)).encode()
            if chance.random() < 0.7:
                address = b"/" + changed_bytes(address[1:], chance)
            addresses.append(address[:8000])
        serve = ("serve", GAME, "--port", "0", "--no-open")
        return folders, Trial(serve, addresses=tuple(addresses))


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def _spoil(file: Path, chance: random.Random) -> None:
    file.write_bytes(changed_bytes(file.read_bytes(), chance))


def _changed(file: Path, chance: random.Random) -> bool:
    """Change, remove or move a file; return whether it is no longer what it was."""
    before = file.read_bytes()
    match chance.choice(("bytes", "bytes", "bytes", "remove", "empty", "link", "other")):
        case "bytes":
            _spoil(file, chance)
        case "remove":
            file.unlink()
            return True
        case "empty":
            file.write_bytes(b"")
        case "link":
            file.unlink()
            file.symlink_to("/etc/passwd")
            return True
        case "other":
            file.write_bytes(chance.choice(_files(file.parent)).read_bytes())
    return file.read_bytes() != before


def attempt(folders: Folders, trial: Trial) -> dict[str, object]:
    """Run a command in a process of its own; return what went wrong, and how it ended."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR + 1))
        os.setpgid(0, 0)
        with os.fdopen(write, "w") as told:
            ended = folders.run(trial.arguments, pages=trial.addresses, patience=2 * PATIENCE)
            json.dump({"status": ended.status, "out": ended.out, "err": ended.err}, told)
        os._exit(0)
    os.close(write)
    text, end = b"", time.monotonic() + PATIENCE
    while (left := end - time.monotonic()) > 0:
        if not select.select([read], [], [], left)[0] or not (more := os.read(read, 1 << 16)):
            break
        text += more
    left = end - time.monotonic()
    if left <= 0:
        os.kill(child, signal.SIGKILL)
    os.close(read)
    _, status, usage = os.wait4(child, 0)
    found: dict[str, object] = json.loads(text) if text else {"status": None, "out": "", "err": ""}
    found["memory"] = 1000 * usage.ru_maxrss
    said = str(found["err"]) + str(found["out"])
    if left <= 0 or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        found["fault"] = "hang"
    elif os.WIFSIGNALED(status) or not text:
        found["fault"] = "signal"
    elif "Traceback" in said or " 500\n" in said:
        found["fault"] = "traceback"
    elif usage.ru_maxrss > MEMORY / 1000:
        found["fault"] = "memory"
    elif len(str(found["err"]).splitlines()) > 101:
        found["fault"] = "many lines"
    elif not found["status"] and (trial.wrong or not _is_restored(trial)):
        found["fault"] = "wrong success"
    return found


def _is_restored(trial: Trial) -> bool:
    if trial.restored is None:
        return True
    file, content = trial.restored
    return file.is_file() and not file.is_symlink() and file.read_bytes() == content


def main() -> None:
    """Try one class after another until the time is over."""
    words = sys.argv[1:]
    number = int(words.pop(words.index("--from") + 1)) if "--from" in words else 0
    words = [word for word in words if word != "--from"]
    end, classes = time.monotonic() + float(words[0]), words[1:]
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as place:
        tried = Chance(Path(place))
        known: dict[str, Callable[[random.Random, int], tuple[Folders, Trial]]] = {
            name: getattr(tried, name)
            for name in classes or ("definitions", "pictures", "packages", "outputs", "pages")
        }
        while time.monotonic() < end:
            name = list(known)[number % len(known)]
            folders, trial = known[name](random.Random(f"{name} {number}"), number)
            found = attempt(folders, trial)
            counts[name, "runs"] += 1
            counts[name, "refused"] += bool(found["status"])
            if fault := str(found.get("fault", "")):
                counts[name, fault] += 1
                last = (str(found["err"]).strip().splitlines() or [""])[-1][:300]
                print(f"{name} {number}: {fault}: {trial.arguments} {trial.wrong} {last}")
            shutil.rmtree(folders.folder, ignore_errors=True)
            number += 1
            if not number % 50:
                _show(known, counts)
        _show(known, counts)


def _show(known: dict[str, object], counts: Counter[tuple[str, str]]) -> None:
    for name in known:
        figures = (f"{what} {counts[name, what]}" for what in ("runs", "refused", *FAULTS))
        print(f"# {name}: {', '.join(figures)}", flush=True)


if __name__ == "__main__":
    main()
