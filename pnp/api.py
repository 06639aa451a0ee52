"""What Python programs and other packages use of pnp: see docs/reference/library.md.

What this module exports follows semantic versions (https://semver.org); every other module may
change with any release. A name is imported when it is first used, so importing this module takes
no time, and needs no optional library.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.archive.job import ArchiveJob as ArchiveJob
    from pnp.archive.options import ArchiveOptions as ArchiveOptions
    from pnp.audit import GameReport as GameReport
    from pnp.audit import check_game as check_game
    from pnp.base.errors import PnpError as PnpError
    from pnp.base.errors import UsageError as UsageError
    from pnp.base.geometry import Point as Point
    from pnp.base.geometry import Rect as Rect
    from pnp.base.geometry import Size as Size
    from pnp.base.path import circle as circle
    from pnp.base.worker import run_in_worker as run_in_worker
    from pnp.components.art.label import centered as centered
    from pnp.components.piece import DrawContext as DrawContext
    from pnp.components.piece import Piece as Piece
    from pnp.components.piece import cut_line as cut_line
    from pnp.components.registry import draw_component as draw_component
    from pnp.definitions import Loaded as Loaded
    from pnp.definitions import built_in_games as built_in_games
    from pnp.definitions import find_game as find_game
    from pnp.definitions import load_game as load_game
    from pnp.game.component import Component as Component
    from pnp.game.fields import GroundColor as GroundColor
    from pnp.game.game import Game as Game
    from pnp.kits.job import KitJob as KitJob
    from pnp.kits.options import KitOptions as KitOptions
    from pnp.laser.job import LaserJob as LaserJob
    from pnp.laser.options import LaserOptions as LaserOptions
    from pnp.make.choices import Choices as Choices
    from pnp.make.laid_out import lay_out as lay_out
    from pnp.make.options import declared as declared
    from pnp.make.options import read_options as read_options
    from pnp.make.pipeline import BuildCache as BuildCache
    from pnp.make.pipeline import Job as Job
    from pnp.make.pipeline import OutputFile as OutputFile
    from pnp.make.pipeline import Written as Written
    from pnp.make.pipeline import write as write
    from pnp.make.wing import CommandEntry as CommandEntry
    from pnp.make.wing import Wing as Wing
    from pnp.render import pdf as pdf
    from pnp.render import png as png
    from pnp.render import svg as svg
    from pnp.rulebook.job import RuleOptions as RuleOptions
    from pnp.rulebook.job import RulesJob as RulesJob
    from pnp.scene import Scene as Scene
    from pnp.scene import Shape as Shape
    from pnp.scene import Style as Style
    from pnp.sheets.job import BuildJob as BuildJob
    from pnp.sheets.options import SheetOptions as SheetOptions
    from pnp.web.form import form as form
else:
    _NAMES = {
        "pnp.archive.job": "ArchiveJob",
        "pnp.archive.options": "ArchiveOptions",
        "pnp.audit": "GameReport check_game",
        "pnp.base.errors": "PnpError UsageError",
        "pnp.base.geometry": "Point Rect Size",
        "pnp.base.path": "circle",
        "pnp.base.worker": "run_in_worker",
        "pnp.components.art.label": "centered",
        "pnp.components.piece": "DrawContext Piece cut_line",
        "pnp.components.registry": "draw_component",
        "pnp.definitions": "Loaded built_in_games find_game load_game",
        "pnp.game.component": "Component",
        "pnp.game.fields": "GroundColor",
        "pnp.game.game": "Game",
        "pnp.kits.job": "KitJob",
        "pnp.kits.options": "KitOptions",
        "pnp.laser.job": "LaserJob",
        "pnp.laser.options": "LaserOptions",
        "pnp.make.choices": "Choices",
        "pnp.make.laid_out": "lay_out",
        "pnp.make.options": "declared read_options",
        "pnp.make.pipeline": "BuildCache Job OutputFile Written write",
        "pnp.make.wing": "CommandEntry Wing",
        "pnp.render": "pdf png svg",
        "pnp.rulebook.job": "RuleOptions RulesJob",
        "pnp.scene": "Scene Shape Style",
        "pnp.sheets.job": "BuildJob",
        "pnp.sheets.options": "SheetOptions",
        "pnp.web.form": "form",
    }
    _MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
    __all__ = sorted(_MODULES)

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module 'pnp.api' has no attribute {name!r}")
        from pnp.base.imports import any_extra

        module = _MODULES[name]
        with any_extra(f"pnp.api.{name}"):
            found = import_module(f"{module}.{name}" if module == "pnp.render" else module)
        return found if module == "pnp.render" else getattr(found, name)

    def __dir__() -> list[str]:
        return __all__
