"""Merge shared layouts into components, before a definition is validated.

A layout may extend another. A face has the frames of the layout that it builds on, in order: its
own frame of the same name replaces one, or changes only some of its keys if it has no ``kind``;
other frames follow. ``without`` names frames to leave out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.base.limits import limits
from pnp.base.messages import Location, Message
from pnp.base.text import ID
from pnp.base.units import closest, join_words
from pnp.components.faces.frames import Origin
from pnp.definitions.cross_references import known_components, table_in
from pnp.game.describe import describe

KeyPath = tuple[str | int, ...]
FACES = ("front", "back")
TABLES = ("icons", "colors", "styles")
MOST_LAYOUTS = 100


class Layouts:
    """The layouts of a definition, and the places that parts were copied from.

    ``origins`` maps the current key path of each copied part to its place as an author would write
    it; ``faults`` are lines without the name of the file.
    """

    def __init__(self, raw: dict[str, Any]) -> None:
        self.origins: dict[KeyPath, str] = {}
        self.faults: list[str] = []
        self._raw = {k: v for k, v in table_in(raw, "layouts").items() if ID.fullmatch(k)}
        self._whole: dict[str, dict[str, Any]] = {}
        self._faulty = set[str]()
        self._room = limits().rows
        if len(self._raw) > MOST_LAYOUTS:
            self._fault("layouts", "many_layouts", n=len(self._raw), most=MOST_LAYOUTS)
            return
        for name in self._raw:
            self._find(name, ())
        if self._whole:
            raw["layouts"] = raw["layouts"] | self._whole
        for key, component, model in known_components(raw):
            if "layout" in component and model.from_layout and ID.fullmatch(key):
                self._give(f"components.{key}", component, frozenset(describe(model)))

    def _give(self, place: str, component: dict[str, Any], keys: frozenset[str]) -> None:
        """Give a component the faces of the layout that it names."""
        name = component["layout"]
        if not isinstance(name, str) or name not in self._raw:
            self._unknown(f"{place}.layout", name)
            component.setdefault("front", {})  # that it is missing is not another fault
            return
        base = self._whole.get(name)
        if base is None:
            component.setdefault("front", {})
            return
        surplus = [face for face in FACES if face in base and face not in keys]
        if surplus:
            said = {"face": surplus[0], "kind": component["kind"]}
            self._fault(f"{place}.layout", "layout_face", written=name, **said)
        given = {key: value for key, value in base.items() if key in keys}
        self._extend(place, component, f"layouts.{name}", given)

    def _find(self, name: str, users: tuple[str, ...]) -> dict[str, Any] | None:
        """Return a layout with everything it inherits; None if it or a parent is faulty."""
        if name in self._whole or name in self._faulty:
            return self._whole.get(name)
        if name in users:
            circle = (*users[users.index(name) :], name)
            self._faulty.update(circle)
            self._fault(f"layouts.{name}.extends", "layout_circle", names=" -> ".join(circle))
            return None
        layout, place = self._raw[name], f"layouts.{name}"
        if not isinstance(layout, dict):
            return None  # which validation reports
        base = layout.get("extends")
        if base is None:
            self._whole[name] = layout
            return layout
        if not isinstance(base, str) or base not in self._raw:
            self._unknown(f"{place}.extends", base)
            self._faulty.add(name)
            return None
        found = self._find(base, (*users, name))
        if found is None:
            self._faulty.add(name)
            return None
        whole = dict(layout)
        self._extend(place, whole, f"layouts.{base}", found)
        self._whole[name] = whole
        return whole

    def _fault(self, place: str, key: str, **values: Any) -> None:
        self.faults.append(Message(key, Location(keys=place), **values))

    def _unknown(self, place: str, name: object) -> None:
        close = closest(name, self._raw) if isinstance(name, str) else ""
        known = join_words(self._raw) or "none"
        self._fault(place, "no_layout", written=name, known=known, close=close)

    def _extend(
        self, place: str, table: dict[str, Any], base_place: str, base: Mapping[str, Any]
    ) -> None:
        """Add inherited keys to a component or a layout where it has none of its own."""
        path = _path(place)
        for key in TABLES:
            own, given = table.get(key, {}), base.get(key, {})
            if isinstance(own, dict) and isinstance(given, dict) and given:
                table[key] = given | own
                for name in given.keys() - own.keys():
                    self._take((*path, key, name), f"{base_place}.{key}.{name}")
        for face in FACES:
            if isinstance(base.get(face), dict) and isinstance(table.get(face, {}), dict):
                table[face] = self._face(
                    f"{place}.{face}", table.get(face, {}), f"{base_place}.{face}", base[face]
                )

    def _take(self, path: KeyPath, place: str) -> None:
        """Record where a part is written, which may be a layout that another extends."""
        self.origins[path] = self.origins.get(_path(place), place)

    def _face(
        self, place: str, own: dict[str, Any], base_place: str, base: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return a face with inherited frames and its own."""
        path = _path(place)
        face = {**base, **own}
        for key in base.keys() - own.keys() - {"frames"}:
            self._take((*path, key), f"{base_place}.{key}")
        frames = base.get("frames", [])
        added = own.get("frames", [])
        if not (isinstance(frames, list) and isinstance(added, list)):
            return face
        face.pop("without", None)
        left_out = self._left_out(place, own.get("without", []), frames)
        mine = {_name(frame): number for number, frame in enumerate(added) if _name(frame)}
        merged: list[Any] = []
        for number, frame in enumerate(frames):
            name, written = _name(frame), f"{base_place}.frames[{number + 1}]"
            if name in left_out:
                continue
            origin = self.origins.get(_path(written), written)
            here = (*path, "frames", len(merged))
            if name in mine:
                at = mine.pop(name)
                origin = f"{place}.frames[{at + 1}]"
                if isinstance(frame, dict) and "kind" not in added[at]:
                    for key in frame.keys() - added[at].keys() - {"origin"}:
                        self._take((*here, key), f"{written}.{key}")
                    frame = frame | added[at]
                else:
                    frame = added[at]
                added = [*added[:at], None, *added[at + 1 :]]
            self.origins[here] = origin
            merged.append(_from(frame, origin, place))
        for number, frame in enumerate(added):
            if frame is None:
                continue
            origin = f"{place}.frames[{number + 1}]"
            if _name(frame) and "kind" not in frame:
                names = list(filter(None, map(_name, frames)))
                said = {"known": join_words(names) or "none", "close": closest(_name(frame), names)}
                self._fault(origin, "no_frame_to_change", written=_name(frame), **said)
                continue
            self.origins[(*path, "frames", len(merged))] = origin
            merged.append(_from(frame, origin, place))
        self._room -= len(merged)
        if self._room < 0:
            if self._room >= -len(merged):
                self._fault(place, "many_frames", most=f"{limits().rows:,}")
            merged = []
        return face | {"frames": merged}

    def _left_out(self, place: str, names: Any, frames: list[Any]) -> frozenset[str]:
        if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
            self._fault(f"{place}.without", "names_wanted", written=names)
            return frozenset()
        known = list(filter(None, map(_name, frames)))
        for name in names:
            if name not in known:
                said = {"known": join_words(known) or "none", "close": closest(name, known)}
                self._fault(f"{place}.without", "no_frame", written=name, **said)
        return frozenset(names)


def _name(frame: object) -> str:
    name = frame.get("name") if isinstance(frame, dict) else None
    return name if isinstance(name, str) else ""


def _from(frame: Any, origin: str, face: str) -> Any:
    """Return a frame with its origin, without the component if messages name that anyway."""
    if not isinstance(frame, dict) or not isinstance(frame.get("origin"), Origin | None):
        return frame
    owner = face.rpartition(".")[0]
    return frame | {"origin": Origin(origin.removeprefix(f"{owner}."))}


def _path(place: str) -> KeyPath:
    """Split a place such as ``layouts.card.front.frames[2].size`` into a key path."""
    return tuple(_steps(place))


def _steps(place: str) -> Iterator[str | int]:
    for step in place.split("."):
        name, bracket, number = step.partition("[")
        yield name
        if bracket:
            yield int(number.removesuffix("]")) - 1
