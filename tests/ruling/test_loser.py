"""What a ruling that a side loses makes of the hand that it is on, and of those after it: one reading, everywhere.

The match ends with that hand, which counts as it was played, whatever place the ruling names; no later one counts.
"""

from typing import Any

import pytest

from paipu.analytics.plays import plays_of
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.computed import Setting
from paipu.replay.event.match import match_of
from paipu.replay.sheets import SHEETS
from paipu.samples import FAULTS, to_line
from tests.analytics.derived import tally_rows
from tests.made import sample


def made(sheet: str, **ruling: Any) -> Parsed:
    """A match of four hands, with a ruling on the second."""
    [document] = sample(4, 1, 0.0, sheet=sheet, hands=4)
    if ruling:
        document["rulings"] = [{"id": "r", "hand": 2, "state": "final", **ruling}]
    found = parse(to_line(document).strip(), Place())
    assert isinstance(found, Parsed)
    return found


@pytest.mark.parametrize("sheet", sorted(FAULTS))
def test_the_hand_that_it_is_on_counts_as_played_wherever_it_was_made_and_no_later_one(sheet: str) -> None:
    plain = made(sheet)
    loser = SHEETS[sheet].sides[0]
    as_played = audit(plain.record)
    found = []
    for at in ({"at": "0"}, {"at": "1.1"}, {}):
        parsed = made(sheet, effect={"loser": loser}, **at)
        record = parsed.record
        verdict = audit(record)
        assert [hand.setting.counts for hand in verdict.hands] == [True, True, False, False]
        assert verdict.hands[1]._replace(setting=Setting()) == as_played.hands[1]._replace(setting=Setting())
        assert verdict.match.winner == SHEETS[sheet].sides[1]
        plays = [plays_of(SHEETS[sheet], hand, result.types) for hand, result in zip(record.hands, verdict.hands, strict=True)]
        tallies = tally_rows(record, verdict, plays)
        account = match_of(record, verdict).computed
        found.append((verdict.hands, verdict.match, tallies, account.small, account.firsts))
    assert found[0] == found[1] == found[2]


def test_with_void_it_does_not_count() -> None:
    record = made("guandan-js2023", at="0", effect={"loser": "EW", "void": True}).record
    assert [hand.setting.counts for hand in audit(record).hands] == [True, False, False, False]
