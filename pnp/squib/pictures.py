"""Convert pictures of Squib to frames: as they are, or as drawings of the card."""

from base64 import b64encode
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as Xml

from svgwrite.base import BaseElement
from svgwrite.container import SVG

from pnp.base.geometry import Rect, Size
from pnp.base.units import format_mm
from pnp.squib import drawings
from pnp.squib.card import FrameKeys, Options, Project, SquibCard, Turn, worded
from pnp.squib.drawings import SquibPen, new
from pnp.squib.folder import CopiedPicture
from pnp.squib.ruby import Column, UntakenError

_SVG = "http://www.w3.org/2000/svg"
_MASK, _CLIP = "pnp-mask", "pnp-clip"


class SquibView(NamedTuple):
    """How a picture is shown.

    Its whole is as large as ``box``, in pixels. Only ``crop`` is seen, in pixels of the picture
    itself, with corners of these radii, and ``mask`` is the colour that its opaque parts take. It
    is mirrored about the middle of the box, and turned about its upper left corner.
    """

    box: Rect
    turn: Turn
    mirror: tuple[bool, bool]
    crop: Rect
    corners: tuple[float, float]
    mask: str = ""
    part: str = ""


def viewed(picture: CopiedPicture, view: SquibView, card: Size) -> str:
    """Return an SVG file of a card with one picture on it."""
    across, down = view.box.width / picture.width, view.box.height / picture.height
    crop, sides = view.crop, [-1 if mirrored else 1 for mirrored in view.mirror]
    scaled, turned = f"scale({across:.6g} {down:.6g})", f"rotate({view.turn.degrees:.6g})"
    mirrored = f"scale({sides[0]} {sides[1]})"
    if view.mirror != (False, False):
        x, y = view.box.width / 2, view.box.height / 2
        mirrored = f"translate({x:.6g} {y:.6g}) {mirrored} translate({-x:.6g} {-y:.6g})"
    # Squib treats bitmaps and drawings in another order.
    steps = [mirrored, turned, scaled] if picture.is_svg else [scaled, turned, mirrored]
    place = f"translate({view.box.x:.6g} {view.box.y:.6g}) {' '.join(steps)}"
    box = f"{crop.x:.6g} {crop.y:.6g} {crop.width:.6g} {crop.height:.6g}"
    seen = SVG(size=(f"{crop.width:.6g}", f"{crop.height:.6g}"), viewBox=box, debug=False)
    seen.elements = [_drawn(picture, view.part) if picture.is_svg else _bitmap(picture)]
    content = [seen]
    if min(view.corners) > 0:
        clip = new.clipPath(id=_CLIP)
        clip.add(new.path(drawings.rounded(Rect(0, 0, *crop.size), *view.corners)))
        clipped = new.g(clip_path=f"url(#{_CLIP})")
        clipped.add(seen)
        content = [clip, clipped]
    group = new.g(transform=place)
    group.elements = content
    if not view.mask:
        return drawings.svg([group], card)
    mask = new.mask(id=_MASK, style="mask-type:alpha")
    mask.add(group)
    whole = drawings.polygon(Rect(0, 0, *card).corners)
    painted = drawings.shape(whole, SquibPen(view.mask, "#0000"), Turn(), mask=f"url(#{_MASK})")
    return drawings.svg([mask, *painted], card)


def _bitmap(picture: CopiedPicture) -> BaseElement:
    data = f"data:image/png;base64,{b64encode(picture.data).decode()}"
    return new.image(data, size=(f"{picture.width:g}", f"{picture.height:g}"))


class _ReadElement(NamedTuple):
    """An element of another file, as svgwrite asks for it."""

    xml: Xml.Element

    def get_xml(self) -> Xml.Element:
        return self.xml


def _drawn(picture: CopiedPicture, part: str) -> _ReadElement:
    """Return a drawing as an element, or only the part of it with an id, in its place."""
    root = Xml.fromstring(picture.data)
    root.attrib |= {"x": "0", "y": "0", "preserveAspectRatio": "none"}
    root.attrib |= {"width": f"{picture.width:g}", "height": f"{picture.height:g}"}
    root.attrib.setdefault("viewBox", f"0 0 {picture.width:g} {picture.height:g}")
    if part:
        _keep(root, part)
    return _ReadElement(root)


def _keep(node: Xml.Element, part: str) -> bool:
    """Remove what is neither an element with an id nor around it; return whether it is there."""
    if node.get("id") == part:
        return True
    found = False
    for child in list(node):
        if _keep(child, part):
            found = True
        elif child.tag not in {f"{{{_SVG}}}{name}" for name in ("defs", "style")}:
            node.remove(child)
    return found


_NEAR = 0.01  # of the proportions of a picture that is not stretched, and degrees


class PictureReader:
    """Reads the pictures of one deck."""

    def __init__(self, card: SquibCard, project: Project) -> None:
        self._card = card
        self._project = project

    def frames(self, options: Options) -> Iterator[FrameKeys]:
        """Yield the frames of a picture; from a column, one for each size of its pictures."""
        if options.word("blend", "none") not in ("none", "over"):
            self._project.note("blend is left out", "pictures lie over one another")
        if options.literal("force_id", False) is True and not options.get("id"):
            return
        file = options.get("file")
        if not isinstance(file, Column):
            name = options.literal("file", None)
            if name is None:
                raise UntakenError("a picture without file", "name one")
            yield from self._shown(options, f"{name}")
            return
        groups: dict[str, tuple[FrameKeys, list[str]]] = {}
        for cell, name in options.cells(file).items():
            for frame in self._shown(options, name) if cell else ():
                if frame["file"] == f"art/{worded(name)}":
                    frame["file"] = f"art/{self._project.wording(file)}"
                groups.setdefault(f"{frame}", (frame, []))[1].append(cell)
        for frame, cells in groups.values():
            when = self._project.condition(file, cells)
            yield frame | ({"when": when} if when else {})

    def _shown(self, options: Options, name: str) -> Iterator[FrameKeys]:
        picture = self._project.picture(name)
        if picture is None and (instead := options.literal("placeholder", None)):
            picture = self._project.picture(f"{instead}")
        if picture is None:
            return
        view = _view(options, picture)
        frame = {"kind": "image", **self._place(picture, view)}
        alpha = options.literal("alpha", 1.0)
        if isinstance(alpha, float) and 0 <= alpha < 1:
            frame["opacity"] = round(alpha, 2)
        yield frame

    def _place(self, picture: CopiedPicture, view: SquibView) -> FrameKeys:
        """Return the file of a frame and where it is."""
        if not _is_plain(view, picture):
            file = self._project.drawing("picture", viewed(picture, view, self._card.whole.size))
            return {"file": file, **self._card.place(self._card.whole)}
        made: FrameKeys = {"file": f"art/{worded(picture.name)}", **self._part(picture, view)}
        match view.mirror:
            case (True, True):
                made["turn"] = 180
            case (True, False):
                made["mirror"] = "across"
            case (False, True):
                made["mirror"] = "down"
        return made

    def _part(self, picture: CopiedPicture, view: SquibView) -> FrameKeys:
        """Return where a frame is, and the part of a picture that is in it."""
        scale, whole = view.box.width / picture.width, _whole(picture)
        seen, box, more = view.crop.intersection(whole), view.box, dict[str, object]()
        if not view.crop.contains(whole):
            box = Rect(box.x, box.y, seen.width * scale, seen.height * scale)
            box = box.moved((seen.x - view.crop.x) * scale, (seen.y - view.crop.y) * scale)
            of = [100 / side for side in whole.size]  # in percent, whatever a drawing measures
            sides = (seen.x * of[0], seen.y * of[1], seen.width * of[0], seen.height * of[1])
            more["crop"] = "{:.6g}%,{:.6g}% {:.6g}%x{:.6g}%".format(*sides)
        if view.corners[0] > 0:
            more["corner"] = f"{format_mm(self._card.mm(view.corners[0] * scale))}mm"
        return {**self._card.place(box, view.turn), **more}


def _view(options: Options, picture: CopiedPicture) -> SquibView:
    """Return how a call shows a picture."""
    box = _box(options, picture)
    crop = [options.length("crop_x", 0.0), options.length("crop_y", 0.0)]
    for key, whole, own in (
        ("crop_width", box.width, picture.width),
        ("crop_height", box.height, picture.height),
    ):
        side = options.side(key)
        # Squib measures the width and height of what is left of a drawing after scaling it.
        crop.append(own if side is None else side * own / whole if picture.is_svg else side)
    if min(crop[2:]) <= 0:
        raise UntakenError("nothing is left of a picture", "crop less of it")
    radii = [options.length(f"crop_corner_{axis}_radius", 0.0) for axis in "xy"]
    if options.literal("crop_corner_radius", None) is not None:
        radii = 2 * [options.length("crop_corner_radius", 0.0)]
    # What Squib calls vertical exchanges left and right.
    mirror = [options.literal(f"flip_{way}", False) is True for way in ("vertical", "horizontal")]
    mask = f"{options.literal('mask', '')}"
    part = f"{options.literal('id', '')}".removeprefix("#") if picture.is_svg else ""
    mirrored, corners = (mirror[0], mirror[1]), (radii[0], radii[1])
    return SquibView(box, options.turn(), mirrored, Rect(*crop), corners, mask, part)


def _box(options: Options, picture: CopiedPicture) -> Rect:
    """Return the box of a picture: a side that is not stated is the picture's own."""
    width, height = options.side("width"), options.side("height")
    if width is None:
        scaled = height is not None and options.word("width", "native") == "scale"
        width = picture.width * (height or 0.0) / picture.height if scaled else picture.width
    if height is None:
        scaled = options.word("height", "native") == "scale"
        height = picture.height * width / picture.width if scaled else picture.height
    if min(width, height) <= 0:
        raise UntakenError("a picture without width or height", "write its area into game.toml")
    return Rect(options.length("x", 0.0), options.length("y", 0.0), width, height)


def _is_plain(view: SquibView, picture: CopiedPicture) -> bool:
    """Return whether a frame can show a picture that way."""
    stretch = view.box.width * picture.height / (view.box.height * picture.width)
    seen, degrees = view.crop.intersection(_whole(picture)), view.turn.degrees
    is_cut = max(view.corners) > 0 or not view.crop.contains(_whole(picture))
    odd = any(view.mirror) or view.corners[0] != view.corners[1] or min(seen.size) <= 0
    if view.mask or view.part or (is_cut and odd):
        return False
    if abs(stretch - 1) > _NEAR or abs(degrees - round(degrees)) > _NEAR:
        return False
    return not (any(view.mirror) and view.turn.angle)


def _whole(picture: CopiedPicture) -> Rect:
    return Rect(0, 0, picture.width, picture.height)
