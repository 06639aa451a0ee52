"""Folders of pnp itself, and of the user: settings, printers, games; and files of defaults."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
GAME_FILE, DEFAULTS_FILE = "game.toml", "pnp.toml"  # a definition, and a folder's defaults
USER_FILE = "config.toml"  # the user's defaults
PREFIX = "PNP_"  # of variables with defaults
SETTINGS = "PNP_CONFIG_DIR"  # another folder for settings
DATA = "PNP_DATA_DIR"  # another folder for the user's games
PAPER_FOLDER, THEME_FOLDER = "papers", "themes"
OWN_FOLDERS = {  # of a user's settings, in the order of lists: what each file in one describes
    PAPER_FOLDER: "paper",
    THEME_FOLDER: "theme",
    "pages": "page template",
    "cutters": "cutting machine",
    "laser/clients": "laser target",
    "laser/machines": "laser",
    "laser/materials": "material",
}


def shipped(name: str) -> Path:
    """Return the path of a file or folder that comes with pnp, whether or not it is there.

    In a checkout it is beside the package, so that edits take effect at once.
    """
    in_checkout = (PACKAGE.parent / "pyproject.toml").is_file()
    beside = PACKAGE.parent / name
    return beside if in_checkout and beside.exists() else PACKAGE / name


def settings_folder() -> Path:
    """Return the folder of the user's settings, whether or not it exists."""
    chosen = os.environ.get(SETTINGS)
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False)


def own_games_folder() -> Path:
    """Return the folder of the user's games, whether or not it exists."""
    chosen = os.environ.get(DATA)
    if chosen:
        return Path(chosen) / "games"
    from platformdirs import user_data_path

    return user_data_path("pnp", appauthor=False) / "games"


def folder_file(start: Path, home: Path) -> Path | None:
    """Return the nearest ``pnp.toml`` in a folder or above it.

    The search ends at the home folder and at the root of a repository.
    """
    for folder in (start, *start.parents):
        if os.path.isfile(folder / DEFAULTS_FILE):  # not in a folder closed to this user
            return folder / DEFAULTS_FILE
        if folder == home or os.path.exists(folder / ".git"):
            return None
    return None
