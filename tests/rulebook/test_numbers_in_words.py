"""Numbers in words that agree with their nouns, and numbers that stay beside their words."""

import pytest
from helpers.game_languages import languages
from helpers.sample_rulebook import TEXT

from pnp.base.languages import language, spelled
from pnp.rulebook.blocks import BulletList, Chapter, ListItem, Paragraph, Run, plain
from pnp.rulebook.fill import fill
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.typography import finished

NO_BREAK = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("lang", "form", "one", "others"),
    [
        ("de", "eine", "eine", {2: "zwei", 21: "einundzwanzig", 101: "einhunderteine"}),
        ("de", "einen", "einen", {3: "drei"}),
        ("fr", "une", "une", {2: "deux", 11: "onze", 21: "vingt et une", 81: "quatre-vingt-une"}),
        ("fr", "un", "un", {21: "vingt et un"}),
        ("nl", "", "één", {2: "twee"}),
        ("en", "", "one", {21: "twenty-one"}),
    ],
)
def test_one_takes_the_form_that_the_text_asks_for(lang, form, one, others):
    assert spelled(1, lang, form) == one
    assert {number: spelled(number, lang, form) for number in others} == others


def test_a_text_writes_the_form_in_its_placeholder():
    text = 'Ziehe {{ steps|words("ein") }} Feld; {{ steps|words("eine")|capitalize }} Reihe.'
    assert fill(text, {"steps": 1}, "de").text == "Ziehe ein Feld; Eine Reihe."
    assert fill(text, {"steps": 4}, "de").text == "Ziehe vier Feld; Vier Reihe."


@pytest.mark.parametrize(
    ("text", "lang", "fault"),
    [
        ("\n{{ n|words }} Feld", "de", "line 2: 1 in words must agree with its noun"),
        ("{{ n|words }} case", "fr", '|words("un") or |words("une")'),
        ('{{ n|words("une") }} Feld', "de", "|words('une'): write eins as ein, eine, einen"),
        ('{{ n|words("a") }} field', "en", "|words('a'): write one as one"),
    ],
)  # fmt: skip
def test_one_without_a_form_where_it_must_agree_is_a_fault(text, lang, fault):
    (told,) = fill(text, {"n": 1}, lang).faults
    assert fault in told


def test_the_first_of_a_month_is_raised_in_french():
    assert language("fr").day("2013-09-01") == "1ᵉʳ septembre 2013"
    assert language("fr").day("2013-09-02") == "2 septembre 2013"


@pytest.mark.parametrize(
    ("lang", "torn", "kept"),
    [
        ("en", "from point 6 to 13.", f"from point{NO_BREAK}6 to{NO_BREAK}13."),
        ("en", "Dated 16 January 1999.", f"Dated 16{NO_BREAK}January 1999."),
        ("de", "Stand 16. Januar 1999.", f"Stand{NO_BREAK}16.{NO_BREAK}Januar 1999."),
        ("en", "2013. © Fred Horn.", f"2013. ©{NO_BREAK}Fred Horn."),
        ("en", "A 1 takes 4 steps.", f"A{NO_BREAK}1 takes 4 steps."),
        ("de", "auf Feld 4. Das", f"auf Feld{NO_BREAK}4. Das"),
        ("de", "er würfelt 6. Dann", f"er würfelt{NO_BREAK}6. Dann"),
        ("nl", "op punt 19; daar", f"op punt{NO_BREAK}19; daar"),
        ("fr", "sur la flèche 13 ou", f"sur la flèche{NO_BREAK}13 ou"),
        ("en", "a rowboat 3 wide", "a rowboat 3 wide"),
    ],
)
def test_a_number_stays_on_the_line_of_its_word(lang, torn, kept):
    assert said(Paragraph((Run(torn),)), lang) == kept


def test_french_punctuation_stays_on_the_line_of_its_word():
    torn = Paragraph((Run("Un « pas » : où ? Ici ; "), Run("là", bold=True), Run(" !")))
    kept = "Un «_pas_»_: où_? Ici_; là_!".replace("_", NO_BREAK)
    assert said(torn, "fr") == kept
    assert said(Paragraph((Run("Odd : why ?"),)), "en") == "Odd : why ?"


def test_a_number_stays_with_a_word_in_another_style():
    runs = (Run("to "), Run("point", bold=True), Run(" 6")), (Run("on to "), Run("4", bold=True))
    assert said(BulletList((ListItem(runs[0]),)), "en") == f"to point{NO_BREAK}6"
    assert said(Paragraph(runs[1]), "en") == f"on to{NO_BREAK}4"


def said(block, lang):
    (done,) = finished(Chapter("Pond", (), (block,)), lang).text
    return plain(done.runs if isinstance(done, Paragraph) else done.items[0].runs)


def test_a_sheet_keeps_its_numbers(pond):
    text = TEXT.replace("Hop from a1", "Hop from point 6 on")
    blocks = rule_sheet(*pond(text), "hop", "en").blocks
    assert any(
        f"from point{NO_BREAK}6 on" in plain(block.runs)
        for block in blocks
        if isinstance(block, Paragraph)
    )


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_forms_of_one_and_words_before_numbers(lang):
    words = language(lang)
    assert spelled(1, lang, words.numbers["one"].split()[0]) == words.numbers["one"].split()[0]
    assert len(words.numbers["after"].split()) > 20
