"""Options that several of the trick games have: each reading changes the verdict that it is said to change, and no other."""

from functools import partial
from typing import Final

from paipu.replay.record import GameRecord, HandClaims
from tests.rules.readings import each_reading
from tests.rules.registry import situations
from tests.rules.tricks_build import CDP, NO_CLUBS, SJ, SK, clubs_follow, laid, recorded, throw, won

reading = partial(each_reading, sheets=(SJ, CDP, SK))
RUFFED_TWICE: Final = {"E": "AcKcKc", "N": "3s3s9s", "W": "4s4s5s", "S": "3d4d6d"}


reading("shorter_tractor", "free", "TRICK-FOLLOW-TRACTOR", default=True, other=None).of(
    X_4_two_pairs_under_three=lambda sheet: clubs_follow(sheet, "7c7c8c8c9c9c", "3c3c4c4cJcJcKcKcQc", "3c3cJcJcKcKc")
)
reading("owed_tractors", "first_only", "TRICK-FOLLOW-TRACTOR", default=True, other=None).of(
    X_16_two_tractors_led=lambda sheet: clubs_follow(sheet, "7c7c8c8cJcJcQcQc", "3c3c4c4c5c5c6c6c9c9c", "3c3c4c4c5c5c9c9c")
)
reading("throw_test", "opponents", "THROW-BEATABLE", default="9c", other=None).of(
    X_7_only_the_partner_blocks=lambda sheet: throw(sheet, "9c8c8c4c4c", {"E": "9c8c8c4c4c", "W": "Jc"})
)
reading("forced_piece", "single_first", "THROW-PIECE", default="4c4c", other=None, sheets=(SJ, CDP)).of(
    X_8_single_and_pair_blocked=lambda sheet: throw(sheet, "9c8c8c4c4c>9c", {"E": "9c8c8c4c4c", "N": "QcQc"})
)
reading("tractor_before_pair", "pair", "THROW-PIECE", default="7c7c8c8c", other=None, sheets=(SJ, CDP)).of(
    X_19_tractor_and_pair_blocked=lambda sheet: throw(sheet, "7c7c8c8cTcTc>TcTc", {"E": "7c7c8c8cTcTc", "N": "QcQcKcKc"})
)
reading("trump_throws", "forbidden", "THROW-TRUMPS", default=None, other=True, sheets=(SJ, SK)).of(
    X_9_trumps_thrown=lambda sheet: throw(sheet, "BJBJLJ", {"E": "BJBJLJ"}, {})
)
reading("overruff", "highest_card", "CLAIM-WINNER", default=None, other="N").of(
    X_6_highest_card=lambda sheet: won(sheet, RUFFED_TWICE, "W", NO_CLUBS)
)
reading("overruff", "beat_all", "CLAIM-WINNER", default=None, other="N").of(
    X_6_every_part=lambda sheet: won(sheet, RUFFED_TWICE, "W", NO_CLUBS)
)


@reading("equal_cards", "last", "CLAIM-WINNER", default="N", other=None)
def test_X_2_the_last_of_equal_cards(sheet: str) -> GameRecord:
    plays = {"E": "9h", "N": "Ah", "W": "Ah", "S": "3h"}
    return recorded(sheet, laid(sheet, plays).trick(plays), claims=HandClaims(winners="W"))


@reading("longer_ruff", "exact", "CLAIM-WINNER-RUFF", default=None, other="E")
def test_X_5_three_pairs_on_two_and_one(sheet: str) -> GameRecord:
    plays = {"E": "7c7c8c8cAcAc", "N": "3d4d6d7d8d9d", "W": "3s3s4s4s5s5s", "S": "3d4d6d7d8d9d"}
    return won(sheet, plays, "W", NO_CLUBS)


test_reading = situations(__name__)
