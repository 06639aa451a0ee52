"""Signs for what the sources do not say, and references to figures, in every format."""

import io
import re

import pikepdf
import pytest
from helpers.game_languages import languages
from helpers.sample_rulebook import TEXT

from pnp.base.errors import RulesError
from pnp.base.fonts import text_width
from pnp.base.languages import language
from pnp.base.units import MM_PER_UNIT
from pnp.game.paper import PAPERS
from pnp.render import pdfa
from pnp.rulebook.blocks import SIGNS, BulletList, Figure, Paragraph, Run, all_runs, plain
from pnp.rulebook.book import rulebook
from pnp.rulebook.html import render_html
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.write_text import render_markdown, render_text
from pnp.typeset.spans import SANS, SERIF

SIGNED = TEXT.replace(
    "stones out.", "stones out, as [figure:setup] shows. [reconstructed]"
).replace("Or *skip*.", "Or *skip*. [disputed]")
OURS = Run("\N{LOZENGE}", said="our suggestion", link="#hop-sources")
LEGEND = (
    "\N{LOZENGE}\N{NO-BREAK SPACE}our suggestion; the sources do not say · "
    "\N{NOT EQUAL TO}\N{NO-BREAK SPACE}the sources disagree, see “What the sources say”"
)


@pytest.fixture
def signed(pond):
    return rule_sheet(*pond(SIGNED), "hop", "en")


def paragraphs(blocks, kind="body"):
    return [block for block in blocks if isinstance(block, Paragraph) and block.kind == kind]


def test_a_text_refers_to_a_figure_by_its_number_and_links_to_it(signed):
    lay = paragraphs(signed.blocks)[0]
    assert lay.runs[1] == Run("Figure\N{NO-BREAK SPACE}1", link="#hop-setup")


def test_a_sign_stands_right_after_its_sentence(signed):
    lay = paragraphs(signed.blocks)[0]
    assert plain(lay.runs).endswith("shows.\N{LOZENGE}")
    assert lay.runs[-1] == OURS


def test_a_legend_explains_the_signs_in_use_once_and_no_others(signed, pond):
    assert [plain(block.runs) for block in paragraphs(signed.blocks, "legend")] == [LEGEND]
    assert signed.chapter.text[-1].kind == "legend"
    assert not paragraphs(rule_sheet(*pond(), "hop", "en").blocks, "legend")


def test_a_list_of_facts_has_the_sign_of_its_status_only_if_the_text_has_it(signed):
    headings = [plain(block.runs) for block in paragraphs(signed.chapter.notes, "small")]
    assert [heading.partition(":")[0] for heading in headings] == [
        "Stated",
        "Derived",
        "\N{LOZENGE}\N{NO-BREAK SPACE}Reconstructed",
        "\N{NOT EQUAL TO}\N{NO-BREAK SPACE}Disputed",
    ]


def test_a_rulebook_has_one_legend_below_its_contents(pond):
    book = rulebook(*pond(SIGNED), "en")
    assert [plain(block.runs) for block in book.legend] == [LEGEND]
    assert not paragraphs(book.blocks, "legend")
    html = render_html(book).decode()
    assert html.count('class="legend"') == 1
    assert html.index('class="legend"') < html.index("</nav>")


def test_html_and_markdown_raise_signs_and_link_figures(signed):
    html, markdown = render_html(signed).decode(), render_markdown(signed).decode()
    link, told = '<a href="#hop-sources">', 'aria-label="our suggestion" title="our suggestion"'
    assert f'shows.<a class="sign" href="#hop-sources" {told}>\N{LOZENGE}</a>' in html
    assert f'shows.<sup title="our suggestion">{link}\N{LOZENGE}</a></sup>' in markdown
    assert '<a href="#hop-setup">Figure\N{NO-BREAK SPACE}1</a>' in html
    assert "as [Figure\N{NO-BREAK SPACE}1](#hop-setup) shows" in markdown
    assert '<a id="hop-setup"></a>**Figure\N{NO-BREAK SPACE}1.** *The start.*' in markdown


def test_the_key_of_the_signs_stands_before_the_first_of_them_in_html(signed):
    html = render_html(signed).decode()
    assert html.index('class="legend"') < html.index('class="sign"')


def test_a_link_to_the_reasons_leads_into_the_fold_which_a_browser_opens(signed):
    html = render_html(signed).decode()
    fold = html.index("<details", html.index('class="panel"'))
    assert fold < html.index("</summary>", fold) < html.index('<div id="hop-sources">')


CITING = TEXT.replace(
    "stones out.", "stones out. [reconstructed:deep] Wait. [disputed:wet] [reconstructed:shallow]"
).replace("Or *skip*.", "Or *skip*. [reconstructed:deep]")
FACTS = """
  { status = "reconstructed", id = "shallow", says = "Frogs wade.", because = "They are small." },
  { status = "reconstructed", says = "Frogs wait.", because = "They are calm." },
  { status = "reconstructed", id = "deep", says = "Frogs dive.", because = "They are brave." },
  { status = "disputed", id = "wet", question = "Are they wet?", readings = [
    { source = "book", says = "Yes." }, { source = "book", says = "No." },
  ], follows = "book", because = "They are frogs." },
"""


def citing(pond, text=CITING):
    return rule_sheet(*pond(text, facts=FACTS), "hop", "en")


def test_signs_that_name_facts_are_numbered_as_they_come_and_link_to_them(pond):
    signs = [run for run in all_runs(citing(pond).chapter.text) if run.said and run.link]
    assert [(run.text, run.link) for run in signs] == [
        ("\N{LOZENGE}1", "#hop-sources-deep"),
        ("\N{NOT EQUAL TO}1", "#hop-sources-wet"),
        ("\N{LOZENGE}2", "#hop-sources-shallow"),
        ("\N{LOZENGE}1", "#hop-sources-deep"),
    ]
    assert signs[0].said == "our suggestion 1"


def test_facts_stand_in_the_order_of_their_signs_and_then_the_others(pond):
    notes = citing(pond).chapter.notes
    listed = [item for block in notes if isinstance(block, BulletList) for item in block.items]
    ours = [item for item in listed if "Frogs" in plain(item.runs)]
    assert [(plain(item.runs)[:14], item.id) for item in ours] == [
        ("\N{LOZENGE}1\N{NO-BREAK SPACE}Frogs dive.", "hop-sources-deep"),
        ("\N{LOZENGE}2\N{NO-BREAK SPACE}Frogs wade.", "hop-sources-shallow"),
        ("Frogs wait. Th", None),
    ]


@pytest.mark.parametrize(
    ("mark", "fault"),
    [
        ("reconstructed:depe", "ids are: shallow, deep"),
        ("derived:deep", "[derived:deep] is not the id of a derived fact; ids are: none"),
    ],
)
def test_a_sign_names_a_fact_of_its_status(pond, mark, fault):
    with pytest.raises(RulesError, match=re.escape(fault)):
        citing(pond, CITING.replace("reconstructed:deep", mark, 1))


def test_plain_text_says_the_words_of_a_sign(signed):
    text = render_text(signed)
    assert "as Figure 1 shows. (our suggestion)" in text
    assert "(Figure 1: One grey stone" in text
    assert "\N{LOZENGE}" not in text[: text.index("WHAT THE SOURCES SAY")]


def test_screen_readers_hear_the_words_of_a_sign(signed):
    metadata = pdfa.Metadata(signed.full_title, "en", signed.summary, None, None, None)
    made = pdfa.render(set_pages_of(signed, PAPERS["a4"]), metadata)
    with pikepdf.open(io.BytesIO(made)) as pdf:
        said = [str(one.ActualText) for one in pdf.objects if "/ActualText" in keys(one)]
        links = [str(one.Contents) for one in pdf.objects if "/Contents" in keys(one)]
    assert said == [" (our suggestion)", " (the sources disagree)"]
    assert "Figure\N{NO-BREAK SPACE}1" in links


def keys(thing):
    return thing.keys() if isinstance(thing, pikepdf.Dictionary) else ()


def test_a_sign_is_small_and_raised_on_the_line_of_its_sentence(signed):
    shown = [
        item
        for part in set_pages_of(signed, PAPERS["a4"]).pages[0].parts
        for group in part.items
        for item in getattr(group, "items", ())
        if getattr(item, "string", "") in ("\N{LOZENGE}", "Figure\N{NO-BREAK SPACE}1")
    ]
    figure, sign, *_ = shown
    assert sign.size < figure.size
    assert 0 < figure.at.y - sign.at.y < 4.0 * MM_PER_UNIT["pt"]


@pytest.mark.parametrize("family", [SERIF, SANS])
def test_every_font_has_the_signs(family):
    assert all(text_width(sign, font, 1) for sign in SIGNS.values() for font in family[:4])


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_words_for_the_signs(lang):
    words = language(lang)
    assert set(words.signs) == set(words.legend) == set(SIGNS)


def test_figures_of_a_book_are_numbered_through(pond):
    folder, game = pond(SIGNED)
    both = game.model_copy(update={"rule_sets": {**game.rule_sets, "skip": game.rule_sets["hop"]}})
    (folder / "rules" / "skip.en.md").write_text(SIGNED, encoding="utf-8")
    book = rulebook(folder, both, "en")
    figures = [block for block in book.blocks if isinstance(block, Figure) and block.caption]
    assert [(figure.id, figure.number) for figure in figures] == [
        ("hop-setup", 1),
        ("skip-setup", 2),
    ]
    assert "as Figure\N{NO-BREAK SPACE}2 shows" in render_html(book).decode().replace(
        '<a href="#skip-setup">', ""
    ).replace("</a>", "")


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (
            ("stones out.", "stones out, see [figure:hop]."),
            "line 3: [figure:hop] is not in this text; its figures are: setup",
        ),
        (("stones out.", "stones out. [reconstruced]"), "line 3: [reconstruced] is not a mark"),
        (("stones out.", "stones out. [figure]"), "line 3: [figure] is not a mark"),
        (("## The end", "## The end\n\n### Or [derived]"), "line 14: a heading cannot have signs"),
        (("The start.", "The start. [derived]"), "line 5: [derived] belongs in running text"),
    ],
)
def test_a_mark_with_a_mistake_names_its_line(pond, changed, fault):
    assert changed[0] in TEXT
    with pytest.raises(RulesError) as refusal:
        rule_sheet(*pond(TEXT.replace(*changed)), "hop", "en")
    assert f"hop.en.md: {fault}" in str(refusal.value)


def test_brackets_around_other_words_are_printed(pond):
    text = TEXT.replace("stones out.", r"stones [sic] out. \[derived]")
    lay = paragraphs(rule_sheet(*pond(text), "hop", "en").blocks)[0]
    assert plain(lay.runs) == "Lay five stones [sic] out. [derived]"


def test_the_legend_is_in_the_footers_and_is_read_out_once(pond):
    more = "\n\n".join(f"{n} more stones lie in the pond, as always." for n in range(120))
    long = rule_sheet(*pond(SIGNED.replace("## The end", f"{more}\n\n## The end")), "hop", "en")
    pages = set_pages_of(long, PAPERS["a4"]).pages
    legends = [[part for part in page.parts if says(part, LEGEND)] for page in pages]
    assert len(pages) > 1
    assert all(len(found) == 1 for found in legends)
    assert [found[0].leaf is None for found in legends] == [*[True] * (len(pages) - 1), False]


def test_a_legend_without_room_beside_the_title_is_in_the_text_and_in_the_footers_before(pond):
    more = "\n\n".join(f"{n} more stones lie in the pond, as always." for n in range(120))
    long = rule_sheet(*pond(SIGNED.replace("## The end", f"{more}\n\n## The end")), "hop", "en")
    (wordy, *_) = set_pages_of(long._replace(game="A very long name " * 4), PAPERS["a4"]).pages
    assert LEGEND in [item.string for item in strings(wordy.parts[-1].items)]


def says(part, words):
    """Return whether a part is one string of words, or has it beside others."""
    return words in [item.string for item in strings(part.items)]


def strings(items):
    for item in items:
        if hasattr(item, "string"):
            yield item
        yield from strings(getattr(item, "items", ()))
