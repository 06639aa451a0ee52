"""The page for cutting a game with a laser: choices, beds as pictures, times and files."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pnp.base.errors import MissingExtraError, PnpError
from pnp.base.imports import install_command
from pnp.base.zips import zip_bytes
from pnp.game.game import Game
from pnp.laser.gauges import GaugeOptions, laser_gauges
from pnp.make.choices import Choices, address_query, flags
from pnp.make.describe import Json
from pnp.make.laid_out import LaidOutGame, lay_out
from pnp.web.frame import SVG, ZIP, Made, NotFoundError, Visit, WebFrame, WebPage
from pnp.web.views.fields import SEEN, ask, faults_in, fields_of, link_of, page_links, scripts_of
from pnp.web.views.make import ShownPage
from pnp.web.views.phrases import Phrase, PhraseWriter, client_name, material_name

LASER = "laser"
OF_GAUGES = ("client", "material", "thickness", "kerf", "kerf_from_gauge")  # choices they have


class ShownBed(NamedTuple):
    """A pass of the laser over a bed."""

    title: str
    detail: str
    picture: ShownPage


class ShownLayout(NamedTuple):
    """Parts that lie together, on one bed or several."""

    title: str
    detail: str
    beds: tuple[ShownBed, ...]


def laser_page(visit: Visit, game: str) -> WebPage:
    """Return the page with the choices; the beds take so long that its script asks for them."""
    return _page(visit, game, waits=True)


def beds_page(visit: Visit, game: str) -> WebPage:
    """Return the page with the choices and the beds of a game."""
    return _page(visit, game)


def _page(visit: Visit, game: str, *, waits: bool = False) -> WebPage:
    frame, own = visit.frame, visit.library.spoken(game, visit.frame.lang)
    title = frame.t("laser.title", game=own.name)
    try:
        page = ask(visit, game, job=LASER)
    except MissingExtraError:
        return _page_without("laser", frame)
    shown: dict[str, Any] = {"said": frame.t("make.faults")}
    shown |= dict.fromkeys(("files", "parts", "problems", "notes"), ())
    shown |= {
        "brief": "",
        "problems_are": "make.problems",
        "drafts": (),
        "held": "",
        "gauges": f"/games/{game}/laser/gauges.zip",
    }
    faults, at = page.faults, f"/games/{game}/laser/"
    waits = waits and not faults
    if waits:
        shown["said"] = frame.t("laser.working")
    elif not faults:
        try:
            shown |= _shown(frame, lay_out(page.loaded, page.choices), own)
        except MissingExtraError:
            return _page_without("laser", frame)
        except PnpError as error:
            faults = faults_in(visit, error, flags(page.choices.job))
    values = {
        "game": own,
        "kind": LASER,
        "ways": [(frame.to(f"/games/{game}/make/"), frame.t("laser.print"))],
        "waits": waits,
        "whole": page_links(visit, page, f"{at}beds/")["address"],
        "action": frame.to(f"{at}beds/"),
        **page_links(visit, page, at),
        **fields_of(visit, page, faults),
        **shown,
    }
    status, scripts = 400 if faults else 200, scripts_of(visit, game)
    return WebPage("laser.html", title, values, status, own.summary, "games", scripts=scripts)


def _page_without(extra: str, frame: WebFrame) -> WebPage:
    """Return the page that says how to install what is missing."""
    values = {"command": install_command(extra)}
    return WebPage("no_laser.html", frame.t("laser.missing"), values, 503, at="games")


def _shown(frame: WebFrame, made: LaidOutGame, game: Game) -> dict[str, Any]:
    """Return the content of the page for a layout, with names from ``game``."""
    choices, t = made.choices, frame.t
    data = made.described() | {"keyed": choices.named != choices.game}  # a user's game changes
    writer, names = (
        PhraseWriter(frame, game),
        {key: one.name for key, one in game.components.items()},
    )
    untimed = [] if _seconds(data) else [Phrase(t("laser.no_time"))]
    facts = [{"name": t(f"laser.{key}"), "value": value} for key, value in _facts(frame, data)]
    counted = ", ".join(frame.labelled(fact["name"], fact["value"]) for fact in facts)
    files = {
        "href": frame.to(link_of(f"/games/{choices.game}/laser/files.zip", choices)),
        "words": t("laser.files"),
        "detail": t("laser.files_hold", client=client_name(frame, data["client"])),
    }
    return {
        "said": f"{data['title']}. {counted}.",
        "brief": t("laser.beds_count", n=sum(part["beds"] for part in data["parts"])),
        "facts": facts,
        "print": t("laser.out_of", material=material_name(frame, data["material"])),
        "files": (files,),
        "gauges": frame.to(_gauges_link(choices)),
        "held": _kinds(data["files"]),
        "command": data["command"],
        "problems": writer.phrases(data["problems"]),
        "notes": [*writer.phrases(data["notes"]), *untimed],
        "parts": [_layout(frame, data, part, names) for part in data["parts"]],
    }


def _gauges_link(choices: Choices) -> str:
    """Return the address of the gauges for the current choices."""
    words = [(name, word) for name, word in choices.words if name.replace("-", "_") in OF_GAUGES]
    path = f"/games/{choices.game}/laser/gauges.zip"
    return f"{path}?{address_query(words)}" if words else path


def _facts(frame: WebFrame, data: Json) -> Iterator[tuple[str, Any]]:
    """Yield the most important figures."""
    parts = data["parts"]
    passes = [one for part in parts for one in part["passes"]]
    yield "parts", sum(part["pieces"] for part in parts)
    yield "bed_count", sum(part["beds"] for part in parts)
    metres = fsum(part["cut_mm"] for part in parts) / 1000
    yield "cut_length", frame.t("laser.metres", m=frame.decimal(metres))
    area = fsum(one["engraved_mm2"] for one in passes) / 100
    yield "engrave_length", frame.t("laser.square", cm2=f"{area:.0f}")
    if seconds := _seconds(data):
        yield "time", _time(frame, seconds)


def _seconds(data: Json) -> float | None:
    """Return the duration of all passes, or None without speeds."""
    times = [part["seconds"] for part in data["parts"]]
    return None if None in times else fsum(times)


def _time(frame: WebFrame, seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return frame.t("laser.min_sec", min=minutes, sec=f"{rest:02}")


def _kinds(files: Sequence[Json]) -> str:
    """Return the number of files of each kind."""
    kinds = Counter(PurePosixPath(one["path"]).suffix[1:].upper() for one in files)
    return ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))


def _layout(frame: WebFrame, data: Json, part: Json, names: Mapping[str, str]) -> ShownLayout:
    counts = [f"{n} {names.get(key, key)}" for key, n in part["components"].items()]
    detail = ", ".join(counts) if len(counts) > 1 else ""
    beds = zip(part["pages"], part["passes"], strict=True)
    shown = tuple(_bed(frame, data, page, one) for page, one in beds)
    return ShownLayout(part["name"], detail, shown)


def _bed(frame: WebFrame, data: Json, page: Json, one: Json) -> ShownBed:
    title = _title(frame, page)
    seen = f"{SEEN}={page['key']}" if data["keyed"] else ""
    query = "&".join(filter(None, (data["query"], seen)))
    href = frame.to(f"/games/{data['game']}/laser/bed/{page['place']}.svg{query and '?'}{query}")
    parts = frame.t("laser.pass_parts", n=one["parts"])
    figures = [parts]
    if one["cut_mm"]:
        figures.append(frame.t("laser.cut_is", m=frame.decimal(one["cut_mm"] / 1000)))
    if one["seconds"] is not None:
        figures.append(_time(frame, one["seconds"]))
    alt = frame.t("laser.alt", title=title, parts=parts)
    size = (round(2 * page[key]) for key in ("width_mm", "height_mm"))
    picture = ShownPage(f"bed-{page['place']}", href, page["key"], alt, "", *size)
    return ShownBed(title, " · ".join(figures), picture)


def _title(frame: WebFrame, page: Json) -> str:
    """Return the name of a pass: its side, or its number."""
    number = frame.t("laser.bed", n=page["number"])
    try:
        return f"{number}, {frame.t('laser.pass_' + page['side'])}" if page["side"] else number
    except KeyError:
        return f"{number}, {page['label']}"


def bed_svg(visit: Visit, game: str, number: str) -> Made:
    """Return the picture of a bed."""
    from pnp.render import svg

    made = _laid_out(visit, game)
    found = [page for page in made.pages if str(page.place) == number]
    if not found:
        raise NotFoundError("there is no such bed")
    return Made(svg.render(found[0].scene, found[0].label or number), SVG)


def files_zip(visit: Visit, game: str) -> Made:
    """Return all files for the laser in a ZIP."""
    return Made(zip_bytes(_laid_out(visit, game).files()), ZIP, download=f"{game}-laser.zip")


def gauges_zip(visit: Visit, game: str) -> Made:
    """Return the gauges for the chosen program and material in a ZIP."""
    chosen = ask(visit, game, of_page=False, job=LASER).choices.options
    options = GaugeOptions(**{name: getattr(chosen, name) for name in OF_GAUGES})
    return Made(
        zip_bytes(laser_gauges(options)), ZIP, download=f"laser-gauges-{options.client}.zip"
    )


def _laid_out(visit: Visit, game: str) -> LaidOutGame:
    page = ask(visit, game, of_page=False, job=LASER)
    return lay_out(page.loaded, page.choices)
