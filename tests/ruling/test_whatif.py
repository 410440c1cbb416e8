"""What would follow another fact: its legality, the trick, what can no longer hold, and where the hand is open from."""

from typing import Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import Effect, GameRecord, Ruling
from paipu.replay.whatif import Bids, Burial, Fact, NoFactError, Play, Tribute, WhatIf, what_if
from tests.rules.build import match, table

HOLDS: Final = {"E": "KcKc", "N": "3c9c", "W": "AcAc4c", "S": "5c6c"}
"""E leads the king of clubs, N has a small one and one that is not, W takes it with an ace."""


def played(first: str = "3c", second: str = "9c") -> GameRecord:
    """Two tricks of clubs, of which N's cards may be told the other way round, and the rest by rule."""
    board = table(HOLDS)
    board.trick({"E": "Kc", "N": first, "W": "Ac", "S": "5c"})
    board.trick({"W": "Ac", "S": "6c", "E": "Kc", "N": second})
    return match(board.hand())


def codes(found: WhatIf) -> list[tuple[str, int | None, int | None]]:
    """What can no longer hold, and where."""
    return [(each.code, each.where.trick, each.where.play) for each in found.broken]


def test_the_same_play_changes_nothing() -> None:
    found = what_if(played(), 1, Play((1, 2), "3c"))
    assert (found.verdicts, found.broken, found.open_from, found.changes, found.later) == ((), (), None, (), ())
    assert found.before == found.after


def test_a_card_that_is_played_later_too_is_named_with_its_place() -> None:
    """The nine of clubs is played in trick 2: so trick 2 could not have gone on like that."""
    found = what_if(played(), 1, Play((1, 2), "9c"))
    assert not found.verdicts
    assert codes(found) == [("PLAY-NOT-HELD", 2, 4)]
    assert found.open_from == (2, 4)
    assert found.so_far is not None
    assert found.so_far.winners == "W"


def test_the_trick_goes_to_another_and_the_next_leader_is_wrong() -> None:
    """Without W's ace E's king stands: ten points less for nobody, but E leads."""
    found = what_if(played(), 1, Play((1, 3), "4c"))
    assert found.before is not None
    assert found.after is not None
    assert (found.before.winner, found.after.winner) == ("W", "E")
    assert codes(found)[0] == ("LEAD-WINNER", 2, 1)


def test_an_illegal_play_has_its_clause() -> None:
    record = played()
    diamond = next(card for card in (record.hands[0].deal or {})["N"].split() if card[1] == "d")
    found = what_if(record, 1, Play((1, 2), diamond))
    assert [(each.code, each.clause) for each in found.verdicts] == [("TRICK-FOLLOW-SUIT", "SJ-16c")]


def test_what_comes_before_is_not_touched() -> None:
    """A finding of trick 1 is no fault of what is played in trick 2."""
    found = what_if(played(), 1, Play((2, 2), "5c"))
    assert all(each.where.trick == 2 for each in (*found.verdicts, *found.broken))


@pytest.mark.parametrize("fact", [Play((9, 1), "3c"), Play((0, 0), "3c"), Play((1, 5), "3c"), Burial("3c", "N")])
def test_where_nothing_is_there_is_nothing_else(fact: Fact) -> None:
    with pytest.raises(NoFactError):
        what_if(played(), 1, fact)
    with pytest.raises(KeyError):
        what_if(played(), 7, fact)


def test_declarations_burial_and_tribute() -> None:
    record = played()
    other = what_if(record, 1, Bids(("N BJ2h", "E BJ2s")))
    assert other.verdicts
    buried = what_if(record, 1, Burial("3c"))
    assert "BURY-COUNT" in {each.code for each in buried.verdicts}
    assert not what_if(record, 1, Tribute(())).verdicts


def test_a_ruling_is_compared_with_none() -> None:
    record = played()
    ruling = Ruling(id="x", hand=1, effect=Effect(points={"NS": -10}))
    found = what_if(record, 1, ruling)
    assert not found.broken
    assert audit(found.record).hands[0].penalties == -10
