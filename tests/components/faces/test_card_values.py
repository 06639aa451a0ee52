"""Values without a column: numbers of cards, and what the definition states of the game."""

ROWS = "title,copies\nFlood,3\nDraft,0\nHarvest,2\n"
FRAME = 'kind = "text", at = "5x5mm", area = "50x30mm", text = '


def lines(own, text, number=1, head="", rows=ROWS):
    return own.deck(f'{FRAME}"{text}"', rows=rows, head=head).face(number).lines


def test_cards_are_numbered_by_the_rows_that_are_made(own):
    text = "{card.number} of {cards.kinds}, {card.copies} of {cards.count}"
    assert lines(own, text, 1) == ["1 of 2, 3 of 5"]
    assert lines(own, text, 2) == ["2 of 2, 2 of 5"]


def test_a_card_says_what_it_is_called(own):
    assert lines(own, "{card.id}", 2) == ["3"]
    assert lines(own, "{card.id}", 2, rows="id,copies\nflood,1\nice,1\n") == ["ice"]


def test_a_card_says_the_version_and_the_date_that_the_definition_states(own):
    head = 'version = "0.7"\nedition_date = "2026-11"\n'
    text = "{game.name} {game.version}, {game.date}"
    assert lines(own, text, head=head) == ["River 0.7, 2026-11"]


def test_a_version_that_the_definition_does_not_state_is_missed(own):
    own.deck(f'{FRAME}"v{{game.version}}"', rows=ROWS)
    (told,) = own.faults()
    assert "events.front.frames[1]: {game.version}: the definition states no version" in told


def test_a_column_goes_before_a_value_of_its_name(own):
    rows = "card.number,copies\nVII,1\n"
    assert lines(own, "{card.number} of {cards.kinds}", rows=rows) == ["VII of 1"]


def test_a_value_that_there_is_not_is_reported_with_those_that_there_are(own):
    own.deck(f'{FRAME}"{{card.numbre}}"', rows=ROWS)
    (told,) = own.faults()
    assert "there is no value 'card.numbre'; did you mean 'card.number'? (there are: card" in told


def test_a_frame_may_be_on_the_first_card_alone(own):
    deck = own.deck(f'{FRAME}"{{title}}", when = "card.number = 1"', rows=ROWS)
    assert [deck.face(number).lines for number in (1, 2)] == [["Flood"], []]


def test_a_column_that_could_be_a_choice_is_refused(own):
    own.deck(f'{FRAME}"{{a|b}}"', rows="a,b,a|b\n1,2,3\n")
    (told,) = own.faults()
    assert "{a|b} is the first of several columns that is not empty, and there is a colu" in told


def test_a_part_with_an_empty_cell_is_left_out_on_its_card_alone(own):
    rows = "type,sub\nevent,\nplace,Field\n"
    deck = own.deck(f'{FRAME}"**{{type}}**[[: {{sub}}]]"', rows=rows)
    assert [deck.face(number).lines for number in (1, 2)] == [["event"], ["place: Field"]]
