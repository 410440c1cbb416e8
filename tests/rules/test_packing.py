"""What is remembered of plays, and what the contexts share."""

from paipu.replay.packing import Plays
from paipu.replay.sheets import TRICK_SHEETS
from paipu.replay.tricks.trump import TRUMP
from paipu.replay.tricks.units import Shape, shape_of


def test_plays_of_more_cards_than_are_kept_are_made_anew() -> None:
    made: list[str] = []

    def parse(text: str) -> int:
        made.append(text)
        return len(text)

    plays = Plays(parse, most=2)
    assert [plays[text] for text in ("AsAs", "AsAs", "AsAsAs", "AsAsAs")] == [4, 4, 6, 6]
    assert made == ["AsAs", "AsAsAs", "AsAsAs"]
    assert list(plays) == ["AsAs"]


def test_shapes_without_two_pairs_are_shared_where_the_rungs_are_alike() -> None:
    sheet = TRICK_SHEETS["shengji"]
    two, five = sheet.context("2", "h"), sheet.context("5", "NT")

    def shape(at: str, cards: str) -> Shape:
        play = (two if at == "2" else five).parse(cards)
        return shape_of(two if at == "2" else five, play.cards, play.cls)

    assert shape("2", "AsKsKs") is shape("2", "AdKdKd") is shape("5", "AcKcKc")
    assert shape("2", "3s4s") is shape("5", "2s3s")  # the lowest cards there are
    assert shape("2", "AhKhKh") is not shape("2", "AsKsKs")  # as many rungs up, and other cards on those of the level
    assert two.cls["Ah"] == TRUMP
    assert shape("2", "AsAsKsKs").tractors == ((2, 11),)
