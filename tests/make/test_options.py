"""Options declared once: what the command line, programs and forms read from them."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from inspect import getsource
from itertools import product
from math import inf, nan
from pkgutil import walk_packages

import pytest

import pnp
from pnp.archive.options import ArchiveOptions
from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.game.paper import Paper
from pnp.kits.options import KitOptions
from pnp.laser.options import LaserOptions
from pnp.make.options import DeclaredOptions, declared, read_options
from pnp.rulebook.job import RuleOptions
from pnp.sheets.layout.crop_marks import MarkStyle
from pnp.sheets.options import SheetOptions
from pnp.web.site.options import SiteOptions

ALL = (SheetOptions, RuleOptions, LaserOptions, ArchiveOptions)


@pytest.mark.parametrize("options", ALL)
def test_reading_no_options_gives_the_defaults(options):
    read = read_options(options, {})
    if options in (SheetOptions, RuleOptions):
        assert read.theme.id == "classic"
        read = replace(read, theme=None)
    assert read == options()


@pytest.mark.parametrize("options", ALL)
def test_every_option_has_a_flag_and_help(options):
    listed = declared(options)
    assert len({one.flag for one in listed}) == len(listed) >= 7
    for one in listed:
        assert one.flag.startswith("--")
        assert one.help.endswith(".")


def test_all_wrong_values_are_reported_at_once():
    with pytest.raises(UsageError) as refusal:
        read_options(SheetOptions, {"gap": "4", "copies": 0, "ink": "red"})
    faults = str(refusal.value).splitlines()
    assert [line.partition(":")[0] for line in faults] == ["--gap", "--copies", "--ink"]


@pytest.mark.parametrize(
    ("options", "given", "told"),
    [
        (SheetOptions, {"formats": ("docx",)}, "--format: 'docx' is not known; write one of pdf"),
        (SheetOptions, {"paper": "leter"}, "--paper: 'leter' is not known"),
        (SheetOptions, {"copies": 0}, "--copies: write a number from 1 to 100, not 0"),
        (SheetOptions, {"mark_length": 90.0}, "--mark-length: from 1 mm to 20 mm, not 90mm"),
        (LaserOptions, {"tabs": "4"}, "--tabs: write how many and how wide"),
        (RuleOptions, {"languages": ("xx",)}, "--lang: 'xx' is not known"),
    ],
)
def test_a_plain_wrong_value_from_a_program_is_refused_as_on_the_command_line(options, given, told):
    with pytest.raises(UsageError) as refusal:
        options(**given)
    assert str(refusal.value).startswith(told)


ODD: tuple = (
    *("", "\0", "9" * 5000, 2.5, nan, inf, -1, 10**400, 10**5000, True, None, b"x", object, ...),
    *([], [1], (), (1,), (None,), ("a",), {}, {"a": 1}, {1: 2}, 1j, Size(nan, 1)),
    Paper("x", Size(nan, 1)),
)


def all_options():
    """Return every class of options that a program can make."""
    for module in walk_packages(pnp.__path__, "pnp."):
        import_module(module.name)
    found = [DeclaredOptions]
    for one in found:
        found += [sub for sub in one.__subclasses__() if sub not in found]
    return [one for one in found[1:] if one.__dataclass_params__.init]


def test_any_odd_value_from_a_program_is_read_or_refused_in_a_line():
    refused, every = 0, all_options()
    assert {*ALL, KitOptions, SiteOptions} < {*every}
    for options in every:
        for one, value in product(declared(options), ODD):
            told = ""
            try:
                read = getattr(options(**{one.name: value}), one.name)
            except UsageError as error:
                told = str(error)
            refused += bool(told)
            assert len(told.splitlines()) < 2
            if told:
                assert one.flag in told
            else:
                assert read is not value or read not in (nan, inf)
                assert type(read) not in (bytes, type, complex, list, type(...))
                assert not one.is_switch or read is True or read is one.default
    assert refused > 2000


def test_what_is_no_option_of_the_command_line_has_its_type_too():
    for options in all_options():
        names = {one.name for one in fields(options)} - {one.name for one in declared(options)}
        for name in names:
            with pytest.raises(UsageError, match=rf"^{name}: takes .*, not <object"):
                options(**{name: object()})
    with pytest.raises(
        UsageError, match=r"^kind: takes str, not 3\ncards: takes int \| None, not "
    ):
        SheetOptions(kind=3, cards="36")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"gap": "x"}, "--gap: write a length with its unit"),
        ({"gap": (1,)}, "--gap: takes a text (LENGTH), not (1,)"),
        ({"copies": 2.5}, "--copies: write a number from 1 to 100, not 2.5"),
        ({"copies": True}, "--copies: takes a text (N), not true"),
        ({"dpi": nan}, "--dpi: write a number from"),
        ({"draft": "no"}, "--draft: takes True or False, not 'no'"),
        ({"paper": None}, "--paper: takes a text (PAPER), not None"),
        ({"paper": Paper("x", Size(inf, 1))}, "--paper: takes a text (PAPER), not Paper("),
    ],
)
def test_a_value_of_a_wrong_type_from_a_program_is_refused_in_a_line(given, told):
    with pytest.raises(UsageError) as refusal:
        SheetOptions(**given)
    assert str(refusal.value).startswith(told)


def test_a_program_may_write_values_as_on_the_command_line():
    written = SheetOptions(paper="letter", gap="4mm", marks="full", sizes={"": "poker"})
    read = {"paper": "letter", "gap": "4mm", "marks": "full", "sizes": ["poker"]}
    assert replace(read_options(SheetOptions, read), theme=None) == written
    assert written.marks is MarkStyle.FULL


def test_undeclared_option_is_a_type_error():
    known = "SheetOptions has no options colour; its options: .*sizes, .*gap"
    with pytest.raises(TypeError, match=known):
        read_options(SheetOptions, {"colour": "red"})


def test_default_is_left_out_where_it_contradicts_what_was_written():
    written = {"mark_length": "6mm"}
    defaults = {"marks": MarkStyle.NONE, "dpi": 600, "mark_length": 9.0}
    read = read_options(SheetOptions, written, defaults)
    assert (read.marks, read.dpi, read.mark_length) == (MarkStyle.CROP, 600, 6.0)


def declaring_classes():
    """Yield each class that declares options, with those that are not of its parents."""
    for module in (one.name for one in walk_packages(pnp.__path__, "pnp.")):
        if module.endswith("options") and not module.startswith("pnp.make.command"):
            for one in vars(import_module(module)).values():
                if is_dataclass(one) and isinstance(one, type) and one.__module__ == module:
                    own = vars(one).get("__annotations__", {})
                    yield one, [option for option in declared(one) if option.name in own]


def test_an_option_that_several_jobs_have_is_written_once():
    written = Counter(
        (option.name, option.help)
        for one, own in declaring_classes()
        for option in own
        if not re.search(rf"\b{option.name}: [^=]+ = same_option\(", getsource(one))
    )
    assert len(written) > 60
    assert [name for (name, _), times in written.items() if times > 1] == []
