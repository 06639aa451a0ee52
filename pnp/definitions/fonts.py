"""Read the font files that a definition names."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.base.errors import FontError, MissingExtraError
from pnp.base.files import read_sandboxed, sandboxed
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
from pnp.base.units import quoted
from pnp.base.workplace import working_on
from pnp.definitions.pictures import similar
from pnp.game.fonts import FontFamily, GameFonts, is_font_file

_Axes = dict[str, tuple[float, float]]
_LICENCE_END = re.compile(r"(?<=[a-z\d])\. ")  # of its first sentence
_STYLES = ("regular", "bold", "italic", "bold_italic")


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
        from pnp.base.font_facts import WEIGHT

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
        from pnp.base.font_facts import read_facts

        folder = self._file.parent
        try:
            path = sandboxed(folder, named, "a font in the game's folder")
            facts, axes = read_facts(read_sandboxed(folder, path, "font_kb"), named)
        except OSError as error:
            what = f"cannot be read: {error.strerror}{similar(named, folder)}"
            if not is_font_file(named):
                what += "; installed fonts are not used: put the font's file into the game's folder"
            self._fault(place, f"{quoted(named)} {what}")
        except FontError as error:
            self._fault(place, f"{quoted(named)} {error}")
        except (MissingExtraError, ValueError) as error:
            self._fault(place, str(error))
        else:
            self.facts[named] = facts
            return FontFile(str(path), facts.sha256), axes
        return None

    def _fault(self, place: str, fault: str) -> None:
        line = f"{self._file}: fonts.{place}: {fault}"
        if line not in self._faults:
            self._faults.append(line)


def _bold(found: tuple[FontFile, _Axes] | None) -> FontFile | None:
    from pnp.base.font_facts import bold_of

    return bold_of(*found) if found else None


def _cut_of(families: tuple[Family, ...], bold: bool) -> tuple[Font, ...]:
    """Return the fallbacks for a style, bold ones where available."""
    return tuple((one.bold if bold else None) or one.regular for one in families)


def _named(name: str, style: str) -> str:
    return name if style == "regular" else f"{name}, {style.replace('_', ' ')}"
