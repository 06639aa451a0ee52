"""Folders that a process may not enter: a home of somebody else, as cron and su may leave it.

Tests that run as root may enter every folder. A name that is too long cannot be entered either.
"""

import pytest
from helpers.command import refusal, run

from pnp import program

CLOSED = f"/{'x' * 300}"


@pytest.fixture
def closed_home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("new", "pond")
    monkeypatch.setenv("PNP_CONFIG_DIR", CLOSED)
    monkeypatch.setenv("PNP_DATA_DIR", CLOSED)


@pytest.mark.parametrize(
    "command",
    [("check", "pond"), ("check", "./pond"), ("config",), ("printer", "list"), ("trust",)],
)
def test_settings_and_games_that_cannot_be_reached_are_none(closed_home, command):
    run(*command)


def test_an_output_folder_that_cannot_be_reached_is_reported_in_a_line(closed_home):
    assert "file name too long" in refusal("archive", "./pond", "--out", CLOSED, status=1)


def test_what_the_system_refuses_is_reported_in_a_line(monkeypatch, capsys):
    def refuse():
        raise PermissionError(13, "Permission denied", "/closed\x1b[2J")

    monkeypatch.setattr(program, "_run", refuse)
    assert program._status([]) == 1
    assert capsys.readouterr().err == "error: /closed\\x1b[2J: permission denied\n"
