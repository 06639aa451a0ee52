"""Jobs yield the bytes that the pipeline writes."""

from hashlib import sha256

import pytest

from pnp.base.errors import OutputError
from pnp.jobs.build import BuildJob
from pnp.jobs.pipeline import write
from pnp.jobs.rule_options import RuleOptions
from pnp.jobs.rules import RulesJob
from pnp.jobs.sheet_options import SheetOptions


def jobs():
    yield BuildJob.of("turno", SheetOptions(formats=("pdf", "svg"), only=("die", "tracker")))
    yield RulesJob.of("turno", RuleOptions(rule_sets=("loop",), languages=("en",)))


@pytest.mark.parametrize("number", [0, 1], ids=["build", "rules"])
def test_files_in_memory_equal_the_written_ones(number, tmp_path):
    job, same = list(jobs())[number], list(jobs())[number]
    written = write(job, tmp_path)
    made = dict(file.made() for file in same.files())
    assert tuple(made) == written.files
    for facts, content in made.items():
        assert facts.sha256 == sha256(content).hexdigest()
        assert (tmp_path / "turno" / facts.path).read_bytes() == content


def test_output_does_not_go_into_the_folder_of_the_game(own):
    own.deck()
    job = BuildJob.of(str(own.folder), SheetOptions(formats=("svg",)))
    with pytest.raises(OutputError, match="it is the game's own folder"):
        write(job, own.folder.parent)
