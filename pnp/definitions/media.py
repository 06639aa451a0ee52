"""Read the font and picture files that a definition names."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from pnp.base.errors import DefinitionError, FontError, MissingExtraError, PictureError, unreadable
from pnp.base.files import file_and_part, names_in, read_sandboxed, sandboxed
from pnp.base.font_files import (
    BUILT_IN_FAMILIES,
    Family,
    Font,
    FontFacts,
    FontFile,
    OwnFont,
    Typefaces,
    font_file,
)
from pnp.base.messages import Location, Message, as_message, within
from pnp.base.picture import PictureFile
from pnp.base.units import quoted
from pnp.base.workplace import working_on
from pnp.game.faces import FontFamily, GameFonts, is_font_file
from pnp.game.game import Game

MOST_NAMES = 1000  # of files beside a missing one to compare
MOST_NAMED = 3  # pictures of which a note says the same
WITHOUT_GROUND = "painted in one colour without the ground, which would hide the rest"
ALIKE = 0.7  # the least similarity of names, from 0 to 1

_IN_FOLDER = "a picture in the game's folder"
_Axes = dict[str, tuple[float, float]]
_LICENCE_END = re.compile(r"(?<=[a-z\d])\. ")  # of its first sentence
_STYLES = ("regular", "bold", "italic", "bold_italic")


def read_pictures(
    game: Game,
    file: Path,
    digest: Any,
    faults: list[str],
    missing: dict[str, str] | None = None,
    fonts: tuple[FontFile, ...] = (),
) -> dict[str, PictureFile]:
    """Return the pictures of a game by the names that its components use.

    Text in SVG files may be set in the game's ``fonts``. ``digest`` is updated with the checksums,
    sorted by name. Unusable pictures are faults; a draft adds them to ``missing`` instead, with the
    reasons.
    """
    found: dict[str, PictureFile | None] = {}
    for component_id, component in game.components.items():
        for name, where in chain(component.pictures(), component.face_pictures()):
            if name not in found:
                found[name], fault = _read(name, file.parent, fonts)
                if fault and missing is not None:
                    missing[name] = fault
                elif fault:
                    key = where if isinstance(where, Location) else Location(keys=where)
                    owner = f"components.{component_id}."
                    place = Location(file=file), key.worded(owner + key, owner + key.keys)
                    faults.append(fault.moved(*place, *fault.at))
    pictures = {name: picture for name, picture in found.items() if picture is not None}
    for name in sorted(pictures):
        digest.update(f"{pictures[name].sha256}  {name}\n".encode())
    return pictures


def livery_pictures(
    game: Game, file: Path, digest: Any, faults: list[str], fonts: tuple[FontFile, ...]
) -> Mapping[str, PictureFile]:
    """Return the pictures of a game's livery by name, which are understood when they are drawn.

    Most jobs draw none of them, and reading SVG takes as long as making a deck of cards. Files that
    cannot be read are faults; ``digest`` is updated with the checksums of the others.
    """
    folder, names = file.parent, dict(game.livery.pictures()) if game.livery else {}
    for name, key in sorted(names.items()):
        place = Location(file=file, keys=f"livery.{key}")
        try:
            named, _ = file_and_part(folder, name)
            data = read_sandboxed(folder, sandboxed(folder, named, _IN_FOLDER), "picture_kb")
        except OSError as error:
            close, why = similar(name, folder), unreadable(error)
            faults.append(Message("picture", place, written=name, why=why, close=close))
        except ValueError as error:
            faults.append(as_message(error.args[0]).moved(place))
        else:
            digest.update(f"{sha256(data).hexdigest()}  {name}\n".encode())
    return LaterPictures(folder, tuple(names), fonts)


class LaterPictures(Mapping[str, PictureFile]):
    """Pictures that are read when they are asked for, each once.

    Raises:
        DefinitionError: If a file is no picture.
    """

    def __init__(self, folder: Path, names: tuple[str, ...], fonts: tuple[FontFile, ...]) -> None:
        self._folder, self._names, self._fonts = folder, names, fonts
        self._read: dict[str, PictureFile] = {}

    def __getitem__(self, name: str) -> PictureFile:
        """Return a picture."""
        if name not in self._names:
            raise KeyError(name)
        if name not in self._read:
            found, fault = _read(name, self._folder, self._fonts)
            if found is None:
                raise DefinitionError(f"{self._folder.name}: livery: {fault}")
            self._read[name] = found
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._names)


def picture_notes(game: Game, pictures: Mapping[str, PictureFile]) -> Iterator[str]:
    """Yield a line for each remark about pictures, with the names of the first few."""
    remarks: dict[str, list[str]] = {}
    painted = {name for component in game.components.values() for name in component.painted_files()}
    hidden = [name for name, one in pictures.items() if one.ground and name in painted]
    if hidden:
        remarks[WITHOUT_GROUND] = hidden
    for name, picture in pictures.items():
        if picture.remark:
            remarks.setdefault(picture.remark, []).append(name)
    for remark, names in remarks.items():
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        yield f"{', '.join(names[:MOST_NAMED])}{more}: {remark}"


def _read(
    name: str, folder: Path, fonts: tuple[FontFile, ...]
) -> tuple[PictureFile | None, Message | None]:
    """Return a picture, or its fault."""
    if not name:
        return None, Message("no_picture_named")
    from pnp.images.file import read_picture

    try:
        return read_picture(folder, name, fonts), None
    except PictureError as error:
        (why,) = error.faults
        return None, Message("picture", written=name, why=why, close=similar(name, folder))
    except ValueError as error:
        return None, as_message(error.args[0])


def similar(name: str, folder: Path) -> str:
    """Return a file name similar to a missing one, or an empty string."""
    from difflib import get_close_matches  # for faults alone

    name, hash_sign, part = name.replace("\\", "/").partition("#")
    file = folder / name
    if os.path.exists(file):
        return ""
    beside = []
    with suppress(OSError):  # too many
        beside = names_in(folder, os.path.dirname(name))[:MOST_NAMES]
    stems = {Path(one).stem.lower(): one for one in beside}
    close = get_close_matches(file.stem.lower(), stems, n=1, cutoff=ALIKE)
    return name[: -len(file.name)] + stems[close[0]] + hash_sign + part if close else ""


def read_fonts(fonts: GameFonts, file: Path, faults: list[str]) -> Typefaces:
    """Return the fonts of a game; unusable ones are added to ``faults``."""
    if not fonts.families and not fonts.fallback:
        return Typefaces(labels=fonts.labels)
    reader = _Reader(fonts, file, faults)
    families = {name: reader.family(name, family) for name, family in fonts.families.items()}
    if fonts.fallback:
        families |= {name: reader.built_in(name, one) for name, one in BUILT_IN_FAMILIES.items()}
    facts = tuple(found for _, found in sorted(reader.facts.items()))
    found = {name: one for name, one in families.items() if one is not None}
    return Typefaces(found, facts, fonts.labels)


def hash_fonts(typefaces: Typefaces, digest: Any) -> None:
    """Update a digest with the checksums of a game's fonts, sorted by name."""
    for one in typefaces.facts:
        digest.update(f"{one.sha256}  {one.place}\n".encode())


def font_notes(typefaces: Typefaces) -> Iterator[str]:
    """Yield a line for each font file with its name, version, licence and embedding."""
    for one in typefaces.facts:
        licence = _LICENCE_END.split(one.licence, maxsplit=1)[0] or one.licence_url
        facts = one.name, one.version.partition(";")[0], licence or "no licence is stated"
        yield f"{one.place}: {', '.join(filter(None, facts))}; to embed: {one.embedding}"


class _Reader:
    """Reads each file once, and collects faults."""

    def __init__(self, fonts: GameFonts, file: Path, faults: list[str]) -> None:
        self._fonts, self._file, self._faults = fonts, file, faults
        self._read: dict[str, tuple[FontFile, _Axes] | None] = {}
        self.facts: dict[str, FontFacts] = {}

    def family(self, name: str, written: FontFamily) -> Family | None:
        """Return the fonts of a family in the game; None if its file is unusable."""
        behind = (*self._chain(name, written.fallback), *self._game_wide())
        files = self._cuts(name, written)
        cuts = [
            None
            if file is None
            else OwnFont(_named(name, style), file, _cut_of(behind, "bold" in style))
            for style, file in zip(_STYLES, files, strict=True)
        ]
        regular, *others = cuts
        return None if regular is None else Family._make((regular, *others, name))

    def built_in(self, name: str, family: Family) -> Family:
        """Return fonts that pnp brings, followed by the game's fallbacks."""
        behind = self._game_wide()
        cuts = [
            OwnFont(str(cut), FontFile(str(font_file(cut))), _cut_of(behind, "bold" in cut))
            for cut in family[:4]
            if isinstance(cut, str)
        ]
        return Family._make((*cuts, name))

    def _game_wide(self) -> tuple[Family, ...]:
        return tuple(self._chain("", self._fonts.fallback))

    def _chain(self, name: str, entries: tuple[str, ...]) -> Iterator[Family]:
        """Yield the fonts in a list of fallbacks, without fallbacks of their own."""
        place = f"{name}.fallback" if name else "fallback"
        for number, entry in enumerate(entries, start=1):
            if entry in BUILT_IN_FAMILIES:
                yield BUILT_IN_FAMILIES[entry]
                continue
            if is_font_file(entry):
                written, at = FontFamily(file=entry), f"{place}[{number}]"
            else:
                written, at = self._fonts.families[entry], entry
            cuts = [
                file and OwnFont(entry, file)
                for file in self._cuts(at, written, entry if is_font_file(entry) else "")
            ]
            if cuts[0] is not None:
                yield Family._make((*cuts, entry))

    def _cuts(self, name: str, written: FontFamily, alone: str = "") -> list[FontFile | None]:
        """Return the upright, bold, italic and bold italic files."""
        found: list[tuple[FontFile, _Axes] | None] = []
        for style in ("file", *_STYLES[1:]):
            named = getattr(written, style)
            place = name if alone else f"{name}.{style}"
            found.append(self._in_weight(named, place, written) if named else None)
        regular, bold, italic, both = found
        return [
            regular and regular[0],
            bold[0] if bold else _bold(regular),
            italic and italic[0],
            both[0] if both else _bold(italic),
        ]

    def _in_weight(
        self, named: str, place: str, written: FontFamily
    ) -> tuple[FontFile, _Axes] | None:
        """Return a file at the weight that its family sets."""
        from pnp.base.open_font import WEIGHT

        found = self._once(named, place)
        if found is None or written.weight is None or not place.endswith((".file", ".italic")):
            return found
        file, axes = found
        least, most = axes.get(WEIGHT, (0.0, 0.0))
        if not least <= written.weight <= most:
            has = f"has weights from {least:g} to {most:g}" if most else "is in one weight"
            name = place.rpartition(".")[0]
            self._fault(f"{name}.weight", f"{quoted(named)} {has}, not {written.weight}")
            return None
        return file._replace(axes=((WEIGHT, float(written.weight)),)), axes

    def _once(self, named: str, place: str) -> tuple[FontFile, _Axes] | None:
        if named not in self._read:
            with working_on(named):
                self._read[named] = self._file_of(named, place)
        return self._read[named]

    def _file_of(self, named: str, place: str) -> tuple[FontFile, _Axes] | None:
        from pnp.base.open_font import read_facts

        folder = self._file.parent
        try:
            path = sandboxed(folder, named, "a font in the game's folder")
            facts, axes = read_facts(read_sandboxed(folder, path, "font_kb"), named)
        except OSError as error:
            key = "picture" if is_font_file(named) else "no_font_file"
            said = {"why": unreadable(error), "close": similar(named, folder)}
            self._fault(place, Message(key, written=named, **said))
        except FontError as error:
            self._fault(place, Message("picture", written=named, why=error.faults[0]))
        except (MissingExtraError, ValueError) as error:
            self._fault(place, error.args[0])
        else:
            self.facts[named] = facts
            return FontFile(str(path), facts.sha256), axes
        return None

    def _fault(self, place: str, fault: str) -> None:
        (line,) = within(Location(file=self._file, keys=f"fonts.{place}"), [fault])
        if line not in self._faults:
            self._faults.append(line)


def _bold(found: tuple[FontFile, _Axes] | None) -> FontFile | None:
    from pnp.base.open_font import bold_of

    return bold_of(*found) if found else None


def _cut_of(families: tuple[Family, ...], bold: bool) -> tuple[Font, ...]:
    """Return the fallbacks for a style, bold ones where available."""
    return tuple((one.bold if bold else None) or one.regular for one in families)


def _named(name: str, style: str) -> str:
    return name if style == "regular" else f"{name}, {style.replace('_', ' ')}"
