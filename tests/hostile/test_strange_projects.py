"""Projects of Squib that a stranger prepared, where a game is made from them."""

import os
import re

import pytest
from test_attacks import guarded
from typer.testing import CliRunner

from pnp.cli import app

DECK = "Squib::Deck.new do\n  {}\nend\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return the folder of a project beside a secret file, and what converts it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.csv").write_text("name\nSECRET\n")
    folder = tmp_path / "cards"
    folder.mkdir()

    def convert(script, **files):
        (folder / "deck.rb").write_text(script)
        with guarded():
            done = CliRunner().invoke(app, ["new", "taken", "--from-squib", "cards"])
        made = tmp_path / "taken"
        texts = [file.read_bytes() for file in made.rglob("*") if file.is_file()]
        assert not any(b"SECRET" in text for text in texts)
        assert "SECRET" not in done.output
        assert "Traceback" not in done.output
        return done

    convert.folder = folder
    return convert


@pytest.mark.parametrize(
    "call",
    [
        "text str: csv(file: '../secret.csv')['name']",
        "text str: File.read('../secret.csv')",
        "text str: File.read(File.expand_path('../secret.csv', __dir__))",
        "text str: File.open('/etc/hostname').read",
        "svg file: '../secret.csv'",
        "svg data: File.read('linked.csv')",
        "text str: csv(file: 'linked.csv')['name']",
        "use_layout file: 'linked.csv'",
        "text str: File.read('pipe')",
        "text str: csv(file: 'pipe')['name']",
        "text str: `cat ../secret.csv`",
        "text str: IO.read('|cat ../secret.csv')",
        "text str: ENV.to_h.inspect",
        "text str: ENV['HOME']",
        "text str: eval(\"File.read('../secret.csv')\")",
        "text str: Object.const_get(:File).send(:read, '../secret.csv')",
        "text str: ''.method(:send).owner.instance_eval { system('touch ran') }",
        "text str: 'a'.send(:__class__)",
        "text str: [].send(:__class__).send(:mro)",
        "load '../secret.csv'",
        "require_relative '../secret'",
    ],
)
def test_a_script_reads_nothing_outside_its_project_and_runs_nothing(project, call, tmp_path):
    (project.folder / "linked.csv").symlink_to(tmp_path / "secret.csv")
    os.mkfifo(project.folder / "pipe")
    assert project(DECK.format(call)).exit_code in (0, 1, 2)
    assert not (tmp_path / "ran").exists()
    assert (
        os.environ["HOME"] not in (tmp_path / "taken" / "game.toml").read_text()
        if (tmp_path / "taken").exists()
        else True
    )


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (DECK.format("rect\nloop { }"), "more than 1,000,000 steps"),
        (DECK.format("def f() f end\nf"), "too many blocks"),
        (DECK.format("x = " + "(" * 3000 + ")" * 3000), "too many blocks"),
        ("99999.times { Squib::Deck.new { rect } }", "no script in it draws a card"),
        ("300.times { Squib::Deck.new { rect } }", "more than 200 decks"),
        (DECK.format("6000.times { rect }"), "more than 5,000 calls"),
        (DECK.format("rect\nx = [1]\n30.times { x = x + x }"), ""),
        (DECK.format("rect\nx = 'a'\n90.times { x = x.gsub('a', 'aaaaaaaa') }"), ""),
        (DECK.format("rect\nx = [1] * 40000\nx.product(x, x).size"), ""),
        (DECK.format("rect\nx = 2\n99.times { x = x ** 20 }"), ""),
        (DECK.format("rect\nx = '%0900000d' % 1"), ""),
        (DECK.format("rect\n'x' =~ /(((/"), ""),
        (DECK.format("rect\nh = {}\nh[h] = h\nh.inspect"), ""),
        (DECK.format("rect\na = [1]\na << a\na.flatten\na.inspect"), "too many blocks"),
        (DECK.format("rect\nx = 9" + "9" * 5000), ""),
        ("\x00 \xff\n" + DECK.format("rect"), ""),
    ],
)
def test_a_script_that_grows_without_end_is_refused_in_a_line_or_left_out(project, script, said):
    done = project(script)
    assert done.exit_code in ((0,) if not said else (1, 2)), done.output
    assert re.search(said, done.output + (done.stderr or ""))
