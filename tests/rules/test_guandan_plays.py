"""Cards and plays of the three 掼蛋 sheets: for every clause and check code one record it must find, one it must not."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Basis, Kind
from paipu.replay.record import GameRecord, Hand, Player
from tests.oracle.cards import next_seat
from tests.rules.build import codes, found
from tests.rules.climbing_build import GUANDAN, Board, board, height, played_out, plays, record_of
from tests.rules.registry import each, each_must_not, each_trigger, situations

CARDS: Final = "GD1-1a GD2-1.1 GD3-C1"
RUN: Final = "GD1-1e GD2-1.3 GD3-C2"
PAIRS: Final = "GD1-1f GD2-1.4 GD3-C2"
TRIPLES: Final = "GD1-1g GD2-1.5 GD3-C2"
FULL_HOUSE: Final = "GD1-1h GD2-1.6 GD3-C2"
JOKERS: Final = "GD1-1h GD2-1.8 GD3-C2"
THREE_JOKERS: Final = "GD1-1h GD2-1.9 GD3-C2"
LIKE: Final = "GD1-1b GD2-1.1 GD3-C2"
FIVE_UNLIKE: Final = "GD1-1h GD2-1.6 GD3-C2"
TWO_ALIKE: Final = "GD1-1h GD2-1.8 GD3-C2"
THREE_ALIKE: Final = "GD1-1h GD2-1.9 GD3-C2"
WILD: Final = "GD1-1c GD2-1.1 GD3-C2"
HIGHER: Final = "GD1-2c GD3-C3"
OTHER: Final = "GD1-2b GD2:D-GD-09a? GD3:D-GD-09a?"
STRAIGHTS: Final = "GD1-1e GD2-1.3 GD3-C2"
TUBES: Final = "GD1-1f GD2-1.4 GD3-C2"
TURN: Final = "GD1:D-GD-02 GD2:D-GD-02 GD3:D-GD-02"
TAKEN_OVER: Final = "GD1:D-GD-01 GD2:D-GD-01 GD3:D-GD-01"
ENDED: Final = "GD1:D-GD-03 GD2:D-GD-03 GD3:D-GD-03"
SEATS: Final = "GD1-3b GD2-3a GD3-B2"


def led(sheet: str, cards: str, level: str = "2", **facts: object) -> GameRecord:
    """E leads these cards, and all pass."""
    return plays(sheet, f"E {cards} - - -", level=level, **facts)  # type: ignore[arg-type] # fields of a hand by name


def on_table(sheet: str, table: str, cards: str, level: str = "2") -> GameRecord:
    """E leads the one, N plays the other on it, which beats that or not, and the rest pass."""
    return plays(sheet, f"E {table} {cards} - -", level=level)


def beaten(sheet: str, table: str, cards: str, level: str = "2") -> GameRecord:
    """E leads the one, N beats it with the other, and the other three pass."""
    return plays(sheet, f"E {table} {cards} - - -", level=level)


# ======================================================================================== the cards


def dealt(sheet: str, **changed: str) -> GameRecord:
    """A whole deal, nothing played, with other cards written down for some seats."""
    hand = board().hand(tricks=None)
    return record_of(sheet, replace(hand, deal={**(hand.deal or {}), **changed}))


def cards_of_seat(seat: str) -> list[str]:
    return list(board().deal[seat])


each_trigger("GD1-1a? GD2-1.1? GD3-C1", "DEAL-COUNT", at=(0, 0), seat="E", expected="27", actual="26", pointer="deal/E").of(
    _26_cards=lambda sheet: dealt(sheet, E=" ".join(cards_of_seat("E")[1:]))
)

each_must_not(CARDS, "DEAL-COUNT").of(
    _27_cards_some_of_them_unseen=each(
        lambda sheet, unseen: dealt(sheet, E=" ".join([*cards_of_seat("E")[unseen:], *["??"] * unseen])), [0, 1, 26, 27]
    )
)


def third_copy() -> tuple[str, str]:
    """E's cards with one of them replaced, and the card that thereby is there three times."""
    others = cards_of_seat("N")
    card = next(card for card in others if others.count(card) == 2)
    return " ".join([card, *cards_of_seat("E")[1:]]), card


each_trigger(CARDS, "DEAL-COPIES", at=(0, 0), pointer="deal").of(
    three_copies_dealt=lambda sheet: dealt(sheet, E=third_copy()[0])
)
each_must_not(CARDS, "DEAL-COPIES").of(two_copies_of_each_card=lambda sheet: dealt(sheet))
each_trigger(CARDS, "CARD-COPIES", at=(3, 2), seat="N", expected="As×2", actual="As×3").of(
    three_copies_played=lambda sheet: plays(sheet, "E As - - -", "E As - - -", "E Ks As - - -")
)
each_must_not(CARDS, "CARD-COPIES").of(two_copies_played=lambda sheet: plays(sheet, "E As - - -", "E Ks As - - -"))
each_trigger(CARDS, "PLAY-NOT-HELD", at=(1, 2), seat="N", actual="As").of(
    played_a_card_of_another=lambda sheet: record_of(sheet, board({"E": "3s", "W": "AsAs"}).trick("E 3s As - - -").hand())
)
each_trigger(CARDS, "PLAY-NOT-HELD", at=(2, 1), seat="E", actual="As").of(
    played_the_same_card_again=lambda sheet: record_of(
        sheet, board({"E": "As", "W": "As"}).trick("E As - - -").trick("E As - - -").hand()
    )
)
each_must_not(CARDS, "PLAY-NOT-HELD").of(
    played_cards_held=lambda sheet: record_of(
        sheet, board({"E": "3s", "N": "AsAs"}).trick("E 3s As - - -").trick("N As - - -").hand()
    )
)


# ======================================================================================== combinations


each_trigger(RUN, "PLAY-TYPE-RUN", at=(1, 1), seat="E").of(
    no_straight=each(
        led,
        [
            ("3s4h5c6d", "2"),  # four
            ("3s4h5c6d7s8h", "6"),  # six
            ("3s4h5c6d8s", "2"),  # a gap
            ("JsQhKcAd2s", "7"),  # round the corner
            ("QsKhAc2d3s", "7"),
            ("TsJhQcKdAs2h3h", "7"),
            ("3s4h7cJh", "J"),  # with a wild card still four
            ("3s4h8c9dJh", "J"),  # too wide for one wild card
        ],
    )
)
each_must_not(RUN, "PLAY-TYPE-RUN").of(
    # level cards keep their natural place (D-GD-10); the wild card fills the gap
    five_in_sequence=each(
        lambda sheet, cards: led(sheet, cards, "7"), ["As2h3c4d5s", "TsJhQcKdAs", "3s4h5c6d7s", "3s4h6c7d7h", "6s7s8s9hTs"]
    )
)

each_trigger(PAIRS, "PLAY-TYPE-PAIRS", at=(1, 1), seat="E").of(
    no_three_pairs=each(
        lambda sheet, cards: led(sheet, cards, "7"), ["3s3h4c4d", "3s3h4s4h5c5d6s6d", "3s3h4c4d6s6d", "3s3h4s4h5c5d6s6d8s8d"]
    ),
    pairs_round_the_corner=lambda sheet: led(sheet, "KsKhAcAd2s2d", "7"),
)
each_must_not(PAIRS, "PLAY-TYPE-PAIRS").of(
    three_pairs_in_a_row=each(
        lambda sheet, cards: led(sheet, cards, "7"),
        ["AsAh2s2h3c3d", "QsQhKsKcAdAc", "3s3h4s4h5c5d", "6s6d7s7h8c8d", "3s3h4s4h5c7h"],
    )
)

each_trigger(TRIPLES, "PLAY-TYPE-TRIPLES", at=(1, 1), seat="E").of(
    no_two_triples=each(lambda sheet, cards: led(sheet, cards, "7"), ["3s3h3c4s4h4c5s5h5c", "3s3h3c5s5h5c"])
)
each_must_not(TRIPLES, "PLAY-TYPE-TRIPLES").of(
    two_triples_in_a_row=each(
        lambda sheet, cards: led(sheet, cards, "7"),
        ["AsAhAc2s2h2c", "KsKhKcAsAhAc", "3s3h3c4s4h4c", "6s6h6c7s7c7d", "3s3h3c4s4h7h"],
    )
)

each_trigger(FULL_HOUSE, "PLAY-TYPE-FULL-HOUSE", at=(1, 1), seat="E").of(
    triple_without_a_pair=each(led, ["3s3h3c4s", "3s3h3c4s5h"])
)
each_must_not(FULL_HOUSE, "PLAY-TYPE-FULL-HOUSE").of(
    triple_with_a_pair=each(led, ["5s5h5cQsQh", "JsJhJc3s3h", "3s3h3cBJBJ", "3s3h3c4s2h"])
)

each_trigger(JOKERS, "PLAY-TYPE-JOKERS", at=(1, 1), seat="E").of(
    # of two kinds, or with wild cards, which stand for anything but a joker
    jokers_in_no_such_combination=each(led, ["LJBJ", "LJ2h", "BJ2h", "3sLJ"])
)

each_trigger(STRAIGHTS, "PLAY-TYPE-JOKERS", at=(1, 1), seat="E").of(
    straight_with_a_joker=lambda sheet: led(sheet, "TsJhQcKdLJ")
)
each_must_not(STRAIGHTS, "PLAY-TYPE-JOKERS").of(straight_with_a_wild_card=lambda sheet: led(sheet, "TsJhQcKd2h=TJQKA"))

each_trigger(TUBES, "PLAY-TYPE-JOKERS", at=(1, 1), seat="E").of(
    three_pairs_with_jokers=lambda sheet: led(sheet, "QsQhKsKhBJBJ")
)
each_must_not(TUBES, "PLAY-TYPE-JOKERS").of(three_pairs_without_jokers=lambda sheet: led(sheet, "QsQhKsKhAsAh"))

each_trigger(FULL_HOUSE, "PLAY-TYPE-JOKERS", at=(1, 1), seat="E").of(
    triple_with_unlike_jokers=lambda sheet: led(sheet, "3s3h3cLJBJ")
)
each_must_not(FULL_HOUSE, "PLAY-TYPE-JOKERS").of(triple_with_a_pair_of_jokers=lambda sheet: led(sheet, "3s3h3cBJBJ"))

each_trigger(LIKE.replace("GD1-1b ", ""), "PLAY-TYPE-JOKERS", at=(1, 1), seat="E").of(
    three_jokers_and_a_wild_card=lambda sheet: led(sheet, "LJLJBJ2h")
)
each_must_not(LIKE.replace("GD1-1b ", ""), "PLAY-TYPE-JOKERS").of(all_four_jokers=lambda sheet: led(sheet, "LJLJBJBJ"))

each_trigger(THREE_JOKERS, "PLAY-TYPE-JOKERS", at=(1, 1), seat="E").of(
    jokers_among_three=each(led, ["LJLJBJ", "BJBJ2h", "3s3hLJ"])
)
each_must_not(THREE_JOKERS, "PLAY-TYPE-JOKERS").of(three_without_jokers=lambda sheet: led(sheet, "3s3h2h"))

each_must_not(JOKERS, "PLAY-TYPE-JOKERS").of(jokers_alike_and_all_four=each(led, ["LJ", "BJ", "LJLJ", "BJBJ", "LJLJBJBJ"]))

each_trigger(TWO_ALIKE, "PLAY-TYPE", at=(1, 1), seat="E").of(two_unlike_cards=each(led, ["3s5s", "3s4s"]))

each_trigger(THREE_ALIKE, "PLAY-TYPE", at=(1, 1), seat="E").of(three_unlike_cards=each(led, ["3s3h5c", "3s4h5c"]))

each_trigger(LIKE, "PLAY-TYPE", at=(1, 1), seat="E").of(four_unlike_cards=lambda sheet: led(sheet, "3s3h9c9d"))

each_trigger(FIVE_UNLIKE, "PLAY-TYPE", at=(1, 1), seat="E").of(five_unlike_cards=each(led, ["3s3h3c3d5s", "3s3h9c9dKs"]))
each_must_not(FIVE_UNLIKE, "PLAY-TYPE").of(five_as_triple_and_pair=lambda sheet: led(sheet, "3s3h3c9c9d"))

each_trigger("GD3-D2", "PLAY-TYPE", by="GD3-C2", at=(1, 1), seat="E").of(
    nothing_of_the_list=lambda sheet: led(sheet, "3s3h9c9d")
)
each_must_not("GD3-D2", "PLAY-TYPE").of(
    what_is_on_the_list=each(
        led, ["3s", "3s3h", "3s3h3c", "3s3h3c5s5h", "3s3h3c4s4h4c", "3s4h5c6d7s", "3s3h3c3d", "3s4s5s6s7s"]
    )
)

each_must_not(TWO_ALIKE, "PLAY-TYPE").of(two_of_a_rank=each(led, ["3s", "3s3h", "3s2h", "2h", "2h2h"]))

each_must_not(THREE_ALIKE, "PLAY-TYPE").of(three_of_a_rank=each(led, ["3s3h3c", "3s3h2h", "2h2h2s"]))

each_must_not(LIKE, "PLAY-TYPE").of(four_of_a_rank=lambda sheet: led(sheet, "3s3h3c3d"))


NINE: Final = "8s8s8h8h8c8c8d8d7h"
TEN: Final = NINE + "7h"


each_trigger("GD3-C2", "PLAY-TYPE-BOMB", at=(1, 1), seat="E", basis="disputed", options=("D-GD3-1",)).of(
    more_cards_than_the_list_has=each(lambda sheet, cards: led(sheet, cards, "7"), [NINE, TEN])
)
each_must_not("GD3-C2", "PLAY-TYPE-BOMB").of(
    four_to_eight=each(lambda sheet, cards: led(sheet, cards, "7"), [NINE[:-2], "8s8s8h8h8c8c7h7h", NINE[:8]])
)


# ======================================================================================== wild cards


each_trigger(WILD, "READING-WRONG", at=(1, 1), seat="E").of(
    reading_that_no_substitution_gives=each(
        lambda sheet, token: plays(sheet, f"E {token} - - -"),
        ["3s3h3c4d2h=33355", "3s3h4c4d2h=33445", "3s4h5c6d2h=456789", "3s2h=4", "3s2h=LJLJ"],
    )
)


WILDS_ALONE: Final = "GD1:D-GD-08 GD2:D-GD-08 GD3:D-GD-08"


each_trigger(WILDS_ALONE, "READING-WRONG", at=(1, 1), seat="E", basis="assumed").of(
    wild_cards_alone_called_kings=each(led, ["2h=K", "2h2h=KK"])
)
each_must_not(WILDS_ALONE, "READING-WRONG").of(wild_cards_alone_called_level_cards=each(led, ["2h=2", "2h2h=22", "Ks2h=KK"]))

each_must_not(WILD, "READING-WRONG").of(
    reading_that_the_cards_give=each(
        lambda sheet, token: plays(sheet, f"E {token} - - -"),
        ["3s3h3c4d2h=33344", "3s3h4c4d2h=44333", "3s4h5c6d2h=23456", "3s4s5s6s2h=34567s", "3s2h=33"],
    )
)
each_trigger(
    WILD,
    "READING-AMBIGUOUS",
    at=(1, 1),
    seat="E",
    expected="full_house:8 | full_house:7",
    actual="7s7h8c8d2h",
    basis="assumed",
    options=("D-GD-05",),
).of(two_readings_and_none_declared=lambda sheet: led(sheet, "7s7h8c8d2h"))
each_trigger(WILD, "READING-AMBIGUOUS", at=(1, 2), seat="N", basis="assumed", options=("D-GD-05",)).of(
    follow_that_beats_in_two_ways=lambda sheet: beaten(sheet, "3s3h3c4s4h", "7s7h8c8d2h")
)
each_must_not(WILD, "READING-AMBIGUOUS").of(
    # JQKA and a wild card can only be the run to the ace
    declared_or_one_reading=each(
        lambda sheet, token: plays(sheet, f"E {token} - - -"),
        ["7s7h8c8d2h=77788", "7s7h8c8d2h=88777", "7s7h8c8d2h=88877", "7s7h7c8d2h=77788", "JsQsKsAs2h"],
    ),
    only_one_reading_beats=lambda sheet: beaten(sheet, "7c7d7s4s4h", "7s7h8c8d2h"),
)
each_trigger(
    WILD,
    "READING-AMBIGUOUS",
    at=(1, 1),
    seat="E",
    expected="tube:5 | tube:4 | plate:4",
    actual="3s3h4c4d2h2h",
    basis="disputed",
    options=("D-GD-05", "D-GD-05a"),
).of(three_pairs_or_two_triples_and_none_declared=lambda sheet: led(sheet, "3s3h4c4d2h2h"))
each_must_not(WILD, "READING-AMBIGUOUS").of(
    three_pairs_or_two_triples_declared_or_one_of_them_alone=each(
        lambda sheet, token: plays(sheet, f"E {token} - - -"),
        ["3s3h4c4d2h2h=334455", "3s3h4c4d2h2h=333444", "3s3h3c4d2h2h", "3s3h4c4d5s2h", "3s3h5c5d2h2h"],
    ),
    only_two_triples_beat=lambda sheet: beaten(sheet, "3s3h3c4s4h4c", "6s6h7c7d2h2h"),
)
each_trigger(
    WILD,
    "READING-AMBIGUOUS",
    at=(1, 2),
    seat="N",
    expected="tube:8 | tube:7",
    actual="6s6h7c7d2h2h",
    basis="assumed",
    options=("D-GD-05",),
).of(
    # on three pairs two triples are no reading; 33 to 55 and 44 to 66 of what N plays are two
    three_pairs_of_two_heights=lambda sheet: beaten(sheet, "3s3h4c4s5s5h", "6s6h7c7d2h2h")
)


def types(record: GameRecord) -> tuple[str | None, ...]:
    """What the plays of the first trick were."""
    found = audit(record).hands[0].types
    assert found is not None
    return found[0]


UNDECLARED: Final = "GD1:D-GD-05 GD2:D-GD-05 GD3:D-GD-05"
DECIDED: Final = [
    ("E 3s4s5s6s2h 3c4c5c6c7c - -", 2, "straight_flush:6", "straight_flush:7"),
    ("E 3s3h3c4s4h 7s7h8c8d2h 8s8h8c5s5h - -", 3, "full_house:7", "full_house:8"),
    ("E KsKhKc2h2h AsAhAc3s3h - - -", 2, "full_house:K", "bomb5:K"),
    ("E 3s4d5c6h2h 4s5d6c7h2h 4c5h6d7s8c - -", 3, "straight:7", "straight:8"),
]
"""A trick, the play in question, and the reading of the one before that it beats, and the one that it does not."""


each_trigger(
    UNDECLARED,
    "READING-DECIDES",
    at=(1, 2),
    seat="N",
    expected="straight_flush:6",
    basis="disputed",
    options=("D-GD-05",),
    besides=("READING-AMBIGUOUS",),
).of(
    # undeclared it lies there as the flush to 7, that N does not beat, and may have been the one to 6
    beats_one_of_two_readings=lambda sheet: on_table(sheet, "3s4s5s6s2h", "3c4c5c6c7c")
)
each_must_not(UNDECLARED, "READING-DECIDES", besides=("READING-AMBIGUOUS",)).of(
    beats_both_readings=each(lambda sheet, cards: beaten(sheet, "3s4s5s6s2h", cards), ["4c5c6c7c8c", "LJLJBJBJ"])
)


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(("trick", "play", "beaten_reading", "standing"), DECIDED)
def test_an_earlier_play_not_declared_decides(sheet: str, trick: str, play: int, beaten_reading: str, standing: str) -> None:
    record = plays(sheet, trick)
    (finding,) = [each for each in audit(record).findings if each.code == "READING-DECIDES"]
    assert (finding.where.play, finding.expected, finding.params["table"]) == (play, beaten_reading, standing)
    assert (finding.kind, finding.basis, finding.clause) == (Kind.REVIEW, Basis.DISPUTED, "D-GD-05")
    assert "D-GD-05" in finding.options
    assert codes(record) == ["READING-DECIDES"]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_two_readings_of_three_pairs_and_two_triples_decide(sheet: str) -> None:
    """3s3c4s4d and both wild cards: as triples of 3 and 4 the next two triples beat them; it names both questions."""
    (finding,) = found(plays(sheet, "E 3s3c4s4d2h2h 5s5h5c6s6h6c - - -"), "READING-DECIDES")
    assert (finding.expected, finding.basis) == ("plate:4", Basis.DISPUTED)
    assert finding.options == ("D-GD-05a",)


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(
    ("trick", "code"),
    [
        ("E 3s4s5s6s2h=34567s 3c4c5c6c7c - -", "PLAY-NOT-HIGHER"),
        ("E 3s4s5s6s2h 2c3c4c5c6c - -", "PLAY-NOT-HIGHER"),
        ("E 3s4s5s6s7s Ac2c3c4c5c - -", "PLAY-NOT-HIGHER"),
        ("E 3s3h3c4s4h 7s7h8c8d2h=88877 8s8h8c5s5h - -", "PLAY-NOT-HIGHER"),
        ("E 3s3h3c4s4h 7s7h8c8d2h 9s9h9c9d TsTh - -", "PLAY-OTHER-TYPE"),
    ],
)
def test_nothing_that_is_declared_or_lower_in_every_reading_decides(sheet: str, trick: str, code: str) -> None:
    """Nor an earlier play that another has beaten for certain."""
    assert codes(plays(sheet, trick)) == [code]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_play_that_the_table_let_stand_for_another_reading(sheet: str) -> None:
    """The record goes on as though it beat what lay there: it is for the referee, and nothing else is wrong."""
    record = plays(sheet, "E 3s4s5s6s2h 3c4c5c6c7c - - -", "N 3h - - -")
    assert codes(record) == ["READING-DECIDES"]


@pytest.mark.parametrize("sheet", GUANDAN)
def test_strongest_reading_that_beats_stands(sheet: str) -> None:
    """777 with 88 or 888 with 77 on a lower triple: it lies there as eights, which sevens do not beat and nines do."""
    assert codes(plays(sheet, "E 3s3h3c4s4h 7s7h8c8d2h 7c7d7s5s5h - -")) == ["PLAY-NOT-HIGHER"]
    assert not codes(plays(sheet, "E 3s3h3c4s4h 7s7h8c8d2h 9s9h9c5s5h - - -"))


@pytest.mark.parametrize("sheet", GUANDAN)
def test_declared_reading_is_what_is_compared(sheet: str) -> None:
    assert codes(plays(sheet, "E 7c7d7s4s4h 7s7h8c8d2h=77788 - -")) == ["PLAY-NOT-HIGHER"]
    assert not codes(plays(sheet, "E 3s3h3c4s4h 7s7h8c8d2h=77788 8s8h8c5s5h - - -"))


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(
    ("token", "kind"), [("KsKhKc2h2h", "bomb"), ("KsKhKc2h2h=KKK99", "full_house"), ("KsKhKc2h2h=KKKKK", "bomb")]
)
def test_three_kings_and_both_wild_cards(sheet: str, token: str, kind: str) -> None:
    """Any rank but a king's may be declared for the pair; nothing declared: five alike (the notes' finer points)."""
    record = plays(sheet, f"E {token} - - -")
    assert not codes(record)
    assert types(record)[0] == kind


@pytest.mark.parametrize("sheet", GUANDAN)
def test_wild_cards_are_no_jokers(sheet: str) -> None:
    assert codes(plays(sheet, "E KsKhKc2h2h=KKKLJLJ - - -")) == ["READING-WRONG"]


@pytest.mark.parametrize("sheet", GUANDAN)
@pytest.mark.parametrize(("token", "kind"), [("2h", "single"), ("2h2h", "pair"), ("2h2h2s", "triple")])
def test_wild_cards_alone_are_level_cards(sheet: str, token: str, kind: str) -> None:
    """D-GD-08: they beat aces."""
    aces = "AsAhAc"[: len(token)]
    record = plays(sheet, f"E {aces} {token} - - -")
    assert not codes(record)
    assert types(record)[:2] == (kind, kind)


# ======================================================================================== what beats what


each_trigger(HIGHER, "PLAY-NOT-HIGHER", at=(1, 2), seat="N", siblings=False).of(
    not_higher=each(
        on_table,
        [
            ("9s9h", "8s8h"),  # lower
            ("9s9h", "9c9d"),  # equal
            ("As", "As"),
            ("9s9h9c", "8s8h8c"),
            ("9s9h9c3s3h", "8s8h8cAsAh"),
            ("4s5h6c7d8s", "3s4h5c6d7s"),
            ("4s4h5c5d6s6h", "3s3h4c4d5s5h"),
            ("4s4h4c5s5h5c", "3s3h3c4s4h4d"),
            ("9s9h9c9d", "9s9h9c2h"),  # a wild card makes it no greater
        ],
    )
)

each_trigger("GD2-1.1", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    bomb_not_higher=lambda sheet: on_table(sheet, "9s9h9c9d", "9s9h9c2h")
)

each_trigger("GD2-1.3", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    straight_not_higher=lambda sheet: on_table(sheet, "4s5h6c7d8s", "3s4h5c6d7s")
)

each_trigger("GD2-1.4", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    three_pairs_not_higher=lambda sheet: on_table(sheet, "4s4h5c5d6s6h", "3s3h4c4d5s5h")
)

each_trigger("GD2-1.5", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    two_triples_not_higher=lambda sheet: on_table(sheet, "4s4h4c5s5h5c", "3s3h3c4s4h4d")
)

each_trigger("GD2-1.7", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    single_not_higher=each(on_table, [("As", "As"), ("9s", "8s"), ("LJ", "2s")])
)

each_trigger("GD2-1.8", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    pair_not_higher=each(lambda sheet, cards: on_table(sheet, "9s9h", cards), ["8s8h", "9c9d"])
)

each_trigger("GD2-1.9", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    triple_not_higher=lambda sheet: on_table(sheet, "9s9h9c", "8s8h8c")
)

each_must_not("GD2-1.1", "PLAY-NOT-HIGHER").of(higher_bomb=lambda sheet: beaten(sheet, "8s8h8c8d", "9s9h9c9d"))

each_must_not("GD2-1.3", "PLAY-NOT-HIGHER").of(higher_straight=lambda sheet: beaten(sheet, "As2h3c4d5s", "2s3h4c5d6s"))

each_must_not("GD2-1.4", "PLAY-NOT-HIGHER").of(
    higher_three_pairs=lambda sheet: beaten(sheet, "AsAh2s2h3c3d", "QsQhKsKcAdAc", "7")
)

each_must_not("GD2-1.5", "PLAY-NOT-HIGHER").of(higher_two_triples=lambda sheet: beaten(sheet, "3s3h3c4s4h4d", "4s4c4d5s5h5c"))

each_must_not("GD2-1.7", "PLAY-NOT-HIGHER").of(higher_single=lambda sheet: beaten(sheet, "As", "7s", "7"))

each_must_not("GD2-1.8", "PLAY-NOT-HIGHER").of(higher_pair=lambda sheet: beaten(sheet, "8s8h", "9s9h"))

each_must_not("GD2-1.9", "PLAY-NOT-HIGHER").of(higher_triple=lambda sheet: beaten(sheet, "8s8h8c", "9s9h9c"))

each_must_not(HIGHER, "PLAY-NOT-HIGHER").of(
    higher=each(
        lambda sheet, table, cards: beaten(sheet, table, cards, "7"),
        [
            ("8s8h", "9s9h"),
            ("8s8h8c", "9s9h9c"),
            ("8s8h8cAsAh", "9s9h9c3s3h"),
            ("As2h3c4d5s", "2s3h4c5d6s"),  # A2345 is the lowest
            ("AsAh2s2h3c3d", "QsQhKsKcAdAc"),
            ("3s3h3c4s4h4d", "4s4c4d5s5h5c"),
            ("As", "7s"),  # the level card
            ("BJ", "3s3h3c3d"),  # a bomb
        ],
    )
)


SINGLES_AT_TEN: Final = ("BJ", "LJ", "Ts", "As", "Ks", "Qs", "Js", "9s", "8s", "7s", "6s", "5s", "4s", "3s", "2s")


each_trigger("GD1-3a", "PLAY-NOT-HIGHER", by="GD1-2c", at=(1, 2), seat="N").of(
    order_of_single_cards=each(lambda sheet, high, low: on_table(sheet, high, low, "T"), pairwise(SINGLES_AT_TEN))
)
each_must_not("GD1-3a", "PLAY-NOT-HIGHER").of(
    order_of_single_cards=each(lambda sheet, high, low: beaten(sheet, low, high, "T"), pairwise(SINGLES_AT_TEN))
)

each_trigger("GD1-1d", "PLAY-NOT-HIGHER", by="GD1-2c", at=(1, 2), seat="N").of(
    lower_straight_flush=each(
        lambda sheet, table, cards: on_table(sheet, table, cards, "7"),
        [("2s3s4s5s6s", "Ah2h3h4h5h"), ("TsJsQsKsAs", "9hThJhQhKh")],
    )
)
each_must_not("GD1-1d", "PLAY-NOT-HIGHER").of(
    higher_straight_flush=each(
        lambda sheet, table, cards: beaten(sheet, table, cards, "7"),
        [("As2s3s4s5s", "2h3h4h5h6h"), ("9hThJhQhKh", "TsJsQsKsAs"), ("9sTsJsQsKs", "ThJhQhKh7h=TJQKAh")],
    )
)


FOUR, FIVE, SIX, SEVEN = "AsAhAcAd", "3s3s3h3h3c", "9s9s9h9h9c9c", "3s3s3h3h3c3c3d"
FLUSH: Final = "4s5s6s7s8s"
LADDER: Final = (FOUR, FIVE, FLUSH, SIX, SEVEN, "LJLJBJBJ")
"""From below: bombs of four, of five, straight flush, bombs of six and more, the four jokers."""


each_trigger("GD1-2a", "PLAY-NOT-HIGHER", by="GD1-2c", at=(1, 2), seat="N").of(
    order_of_bombs=each(lambda sheet, low, high: on_table(sheet, high, low, "Q"), pairwise(LADDER))
)

each_trigger("GD2-1.2", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    straight_flush_among_the_bombs=each(lambda sheet, low, high: on_table(sheet, high, low, "Q"), [(FIVE, FLUSH), (FLUSH, SIX)])
)

each_trigger("GD2-1.1", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    bombs_by_their_number=each(
        lambda sheet, low, high: on_table(sheet, high, low, "Q"), [(FOUR, FIVE), (SIX, SEVEN), (SEVEN, "LJLJBJBJ")]
    )
)

each_must_not("GD1-2a GD2-1.2", "PLAY-NOT-HIGHER").of(
    order_of_bombs=each(lambda sheet, low, high: beaten(sheet, low, high, "Q"), pairwise(LADDER))
)

each_trigger("GD2-1.6", "PLAY-NOT-HIGHER", at=(1, 2), seat="N").of(
    the_pair_of_a_full_house_counts_nothing=each(
        lambda sheet, pair: on_table(sheet, "6s6h6c3s3h", f"6d6c6h{pair}"), ["4s4h", "AsAh"]
    )
)
each_must_not("GD2-1.6", "PLAY-NOT-HIGHER").of(
    higher_triple_with_a_lower_pair=lambda sheet: beaten(sheet, "6s6h6cAsAh", "7d7c7h3s3h")
)


OTHERS: Final = pytest.mark.parametrize(
    ("table", "cards"),
    [
        ("3s", "4s4h"),
        ("3s3h", "4s"),
        ("3s3h", "4s4h4c"),
        ("3s3h3c", "4s4h4c5s5h"),
        ("3s3h3c4s4h", "5s6h7c8d9s"),
        ("5s6h7c8d9s", "AsAhAc3s3h"),
        ("3s3h4c4d5s5h", "6s6h6c7s7h7c"),
        ("3s3h3c4s4h4c", "7s7h8c8d9s9h"),
    ],
)


@each_trigger(OTHER, "PLAY-OTHER-TYPE", at=(1, 2), seat="N")
@OTHERS
def test_GD_trigger_other_combination(sheet: str, table: str, cards: str) -> GameRecord:
    return on_table(sheet, table, cards)


each_must_not(OTHER, "PLAY-OTHER-TYPE").of(
    same_combination_or_a_bomb=each(
        beaten, [("3s", "4s"), ("3s3h3c4s4h", "5s5h5c6s6h"), ("5s6h7c8d9s", "3s3h3c3d"), ("3s3h3c3d", "4s4h4c4d")]
    )
)

each_trigger("GD1-1b", "PLAY-OTHER-TYPE", by="GD1-2b", at=(1, 2), seat="N").of(
    three_alike_are_no_bomb=lambda sheet: on_table(sheet, "3s3h", "AsAhAc")
)
each_must_not("GD1-1b", "PLAY-OTHER-TYPE").of(
    four_to_ten_alike_on_anything=each(
        lambda sheet, cards: beaten(sheet, "AsAh", cards, "7"), ["3s3h3c3d", "3s3h3c7h", "3s3h7h7h", NINE, TEN]
    )
)


# ======================================================================================== whose turn it is


each_trigger(TURN, "PLAY-REENTRY", at=(1, 6), seat="N", actual="7s", basis="assumed", options=("D-GD-02",)).of(
    back_after_a_pass_where_that_is_barred=lambda sheet: plays(sheet, "E 3s - 5s - - 7s - - -", options={"reentry": "no"})
)
each_must_not(TURN, "PLAY-REENTRY").of(
    back_after_a_pass_or_first_play=each(
        lambda sheet, trick, value: plays(sheet, trick, options={"reentry": value}),
        [("E 3s - 5s - - 7s - - -", "yes"), ("E 3s - 5s - 7s - - -", "no")],
    )
)
each_trigger(TURN, "TRICK-PLAYS", at=(1, 4), seat="S", expected="4", actual="3", basis="assumed").of(
    trick_that_stops_before_all_have_passed=lambda sheet: plays(sheet, "E 3s - -", "E 4s - - -")
)
each_trigger(TURN, "TRICK-PLAYS", at=(1, 5), seat="E", expected="4", actual="5", basis="assumed").of(
    trick_that_goes_on_after_all_have_passed=each(
        lambda sheet, more: plays(sheet, f"E 3s - - - {more}", "E 4s - - -"), ["-", "5s"]
    )
)
each_must_not(TURN, "TRICK-PLAYS").of(
    three_passes_in_a_row_or_the_end_of_the_record=each(
        plays,
        [("E 3s - - -", "E 4s - - -"), ("E 3s - 5s - 6s - - -", "E 4s - - -"), ("E 3s - - -", "E 4s -")],
    ),
    # N is out: three hold cards
    two_passes_end_a_trick_of_three=lambda sheet: record_of(sheet, out_first().lead("S").hand()),
)
each_trigger(TURN, "LEAD-WINNER", at=(2, 1), seat="W", expected="N", actual="W", basis="assumed").of(
    another_led_the_next_trick=lambda sheet: plays(sheet, "E 3s 4s - - -", "W 5s - - -")
)
each_must_not(TURN, "LEAD-WINNER").of(the_winner_leads=lambda sheet: plays(sheet, "E 3s 4s - - -", "N 5s - - -"))
each_trigger(TURN, "LEAD-PASS", at=(1, 1), seat="E", basis="assumed").of(
    leader_passes=lambda sheet: plays(sheet, "E - 3s - - -")
)
each_must_not(TURN, "LEAD-PASS").of(all_but_the_leader_pass=lambda sheet: plays(sheet, "E 3s - - -", "E 4s - - -"))


def out_first() -> Board:
    """N has led all his cards and is out; S is to lead."""
    return board().run_out("N", "S")


each_trigger(
    TAKEN_OVER, "LEAD-AFTER-OUT", at=(28, 1), seat="W", expected="S", actual="W", basis="assumed", options=("D-GD-01",)
).of(the_next_seat_takes_the_lead_over=lambda sheet: record_of(sheet, out_first().lead("W").hand()))
each_must_not(TAKEN_OVER, "LEAD-AFTER-OUT").of(
    the_partner_takes_the_lead_over=lambda sheet: record_of(sheet, out_first().lead("S").hand()),
    who_beat_the_last_card_leads=each(
        lambda sheet, then: record_of(sheet, board().run_out("N", then).lead(then).hand()), ["W", "E"]
    ),
)


@each_trigger(TAKEN_OVER, "LEAD-OUT", at=(28, 1), seat="N", actual="N", basis="assumed")
def test_GD_trigger_led_without_cards(sheet: str) -> GameRecord:
    table = out_first()
    card = next(card for card in table.deal["S"] if card not in table.deal["N"])
    return record_of(sheet, replace(table.hand(), deal=None, tricks=(*table.tricks, f"N {card} - - -")))


each_must_not(TAKEN_OVER, "LEAD-OUT").of(led_the_last_card=lambda sheet: record_of(sheet, out_first().hand(deal=None)))

NOTED: Final = "GD1-4a GD2-2 GD3:D-GD-19?"


each_trigger(NOTED, "LEAD-RECORD", at=(1, 1), seat="N", expected="E", actual="N", pointer="lead").of(
    recorded_leader_did_not_lead=lambda sheet: plays(sheet, "E 3s - - -", lead="N")
)
each_must_not(NOTED, "LEAD-RECORD").of(
    # anybody may: the record tells (D-GD-19)
    who_drew_the_card_leads=each(lambda sheet, leader: plays(sheet, f"{leader} 3s - - -", lead=leader), list("ENWS"))
)


# ======================================================================================== places


@each_trigger(ENDED, "PLAY-AFTER-END", at=(80, 1), seat="W", basis="assumed")
def test_GD_trigger_played_on_after_the_third_was_out(sheet: str) -> GameRecord:
    table = played_out("NESW")
    return record_of(sheet, table.trick(f"W {table.low('W')}").hand())


@each_trigger(ENDED, "PLAY-AFTER-END", at=(55, 1), seat="E", basis="assumed", options=("D-GD-03",))
def test_GD_trigger_played_on_after_double(sheet: str) -> GameRecord:
    table = played_out("NSEW")
    return record_of(sheet, table.trick(f"E {table.low('E')} -").hand())


each_must_not(ENDED, "PLAY-AFTER-END").of(
    hands_to_their_end=each(
        lambda sheet, order: record_of(sheet, played_out(order).hand()),
        ["NSEW", "NESW", "NWSE", "NEWS", "EWNS", "ENSW", "ENWS"],
    )
)


def seated(sheet: str, **teams: str | None) -> GameRecord:
    """Players of these teams, and one trick."""
    players = {seat: Player(id=f"p{seat}", team=team) for seat, team in teams.items()}
    return record_of(sheet, Hand(no=1, tricks=("E 3s - - -",)), seats=players)


each_trigger(SEATS, "SEAT-TEAM", hand=None, seat="W", expected="t1", actual="t3", pointer="/seats/W/team").of(
    partner_of_another_team=lambda sheet: seated(sheet, E="t1", N="t2", W="t3", S="t2")
)
each_must_not(SEATS, "SEAT-TEAM").of(partners_opposite=lambda sheet: seated(sheet, E="t1", N="t2", W="t1", S=None))


def test_boards_are_what_they_say() -> None:
    """The helper that plays a hand out, by its own arithmetic: 27 cards each, all of them gone where a seat is out."""
    for order in ("NSEW", "NESW", "EWNS"):
        table = played_out(order)
        assert {len(cards) for cards in table.deal.values()} == {27}
        outs = 2 if next_seat(order[0], 2) == order[1] else 3
        assert [seat for seat in order if not table.hands[seat]] == list(order[:outs])
    low = board(top={"E": "Ks"}).deal["E"]
    assert max(height(card, "2") for card in low) == height("Ks", "2")


test_situation = situations(__name__)
