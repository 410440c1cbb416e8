"""A fault found proven where its seat did nothing of the kind is refused, and what is said of a ruling is true of it."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from paipu.analytics.errors import RefusedActError
from paipu.analytics.rulings import Given, On, commit, read_log
from paipu.ingest.parse import Parsed
from paipu.replay.audit import audit
from paipu.replay.checks import CHECKS, remedy_of, render
from paipu.replay.checks.entry import REMEDIES
from paipu.replay.plays import plays_of_hand
from paipu.replay.record import AT_OF_INCIDENT, Effect, Fault, GameRecord, Incident, KittyAction, Ruling
from paipu.replay.rulesheet import TRICK
from paipu.replay.ruling import misplaced, propose
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS
from paipu.replay.words import INCIDENTS
from paipu.samples.document import record_of
from tests.made import make_match
from tests.many import in_one
from tests.ruling.test_faults import matched

OF_PLAY: Final = sorted(kind for kind, at in AT_OF_INCIDENT.items() if at == "play" and kind != "out_of_turn")
OTHERS: Final = sorted(kind for kind, at in AT_OF_INCIDENT.items() if at in {"moment", "due", "beginning"})
SOME_SHEETS: Final = ("chaodipi", "guandan-js2023", "daguai")


@cache
def of(sheet: str) -> GameRecord:
    return matched(sheet)


def ruling(kind: str, seat: str, at: tuple[int, int] | None) -> Ruling:
    return Ruling(id="r", hand=1, at=at, seat=seat, effect=Effect(fault=Fault(kind=kind)))


def seats_of_first(record: GameRecord) -> tuple[str, str]:
    """Who plays first in the first hand, and who second."""
    sheet = SHEETS[record.sheet]
    first, second, *_ = (sheet.seats[made.seat] for made in plays_of_hand(sheet, record.hands[0]))
    return first, second


@pytest.mark.parametrize("sheet", SOME_SHEETS)
@pytest.mark.parametrize("kind", OF_PLAY)
def test_what_is_of_a_play_is_at_a_play_of_its_seat(sheet: str, kind: str) -> None:
    record = of(sheet)
    first, second = seats_of_first(record)
    assert misplaced(record, ruling(kind, first, (1, 1))) is None
    for seat, at in ((second, (1, 1)), (first, (1, 2)), (first, (90, 1))):
        places = misplaced(record, ruling(kind, seat, at))
        assert places
        assert all(misplaced(record, ruling(kind, seat, place)) is None for place in places)
    if kind != "timeout":
        assert misplaced(record, ruling(kind, first, (0, 0)))


@pytest.mark.parametrize("sheet", SOME_SHEETS)
@pytest.mark.parametrize("kind", OTHERS)
def test_anything_else_is_at_some_place_of_the_hand(sheet: str, kind: str) -> None:
    record = of(sheet)
    first, second = seats_of_first(record)
    if kind == "kitty_count" and record.hands[0].kitty:
        buried = record.hands[0].kitty[0].seat
        second = next(seat for seat in (first, second) if seat == buried)
        assert misplaced(record, ruling(kind, "ENWS"["ENWS".index(buried) - 1], (1, 1))) == ()
    assert misplaced(record, ruling(kind, second, (1, 1))) is None
    assert misplaced(record, ruling(kind, second, (0, 0))) is None
    assert misplaced(record, ruling(kind, second, (90, 1))) is not None


def test_a_burial_over_time_is_of_who_buried() -> None:
    record = of("chaodipi")
    hand = replace(record.hands[0], kitty=(KittyAction(seat="N", bury="3d3d"),))
    record = replace(record, hands=(hand,))
    assert misplaced(record, ruling("timeout", "N", (0, 0))) is None
    assert misplaced(record, ruling("timeout", "E", (0, 0)))


def test_what_is_not_on_record_refuses_nothing() -> None:
    record = of("guandan-js2023")
    bare = replace(record, hands=(replace(record.hands[0], tricks=None),))
    assert misplaced(bare, ruling("wrong_play", "E", (9, 4))) is None
    assert misplaced(record, replace(ruling("wrong_play", "E", (9, 4)), hand=77)) is None


def test_the_log_refuses_it_in_both_languages_and_says_where_it_can_be(tmp_path: Path) -> None:
    record = record_of(make_match(5, 1, sheet="guandan-js2023", hands=2))
    on = On.of(Parsed(record, {}, "0" * 64, b""))
    first, second = seats_of_first(record)
    entry = {"hand": 1, "at": "1.1", "seat": second, "effect": {"fault": {"kind": "unannounced", "count": 9}}}
    log = tmp_path / "rulings.ndjson"
    with pytest.raises(RefusedActError) as caught:
        commit(log, Given("issue", "referee", "because", on=on, ruling=entry), 0)
    assert all(part in caught.value.message.zh for part in ("第 1 副", INCIDENTS["unannounced"].zh, "1.2", "--at"))
    assert all(part in caught.value.message.en for part in ("hand 1", INCIDENTS["unannounced"].en, "1.2", "--at"))
    without = {name: value for name, value in entry.items() if name != "at"}
    with pytest.raises(RefusedActError, match="say with --at which play"):
        commit(log, Given("issue", "referee", "because", on=on, ruling=without), 0)
    assert not read_log(log).acts
    commit(log, Given("issue", "referee", "because", on=on, ruling={**entry, "seat": first}), 0)
    assert len(read_log(log).acts) == 1


def test_nothing_is_proposed_for_it() -> None:
    record = record_of(make_match(5, 1, sheet="guandan-js2023", hands=2))
    first, second = seats_of_first(record)
    assert propose(record, 1, at=(1, 1), seat=first, kind="wrong_play")
    assert not propose(record, 1, at=(1, 1), seat=second, kind="wrong_play")
    assert not propose(record, 1, at=(0, 0), seat=second, kind="wrong_play")


# -- what is said of rulings

UNLESS: Final = re.compile(
    "除非裁定|由裁判|见裁决|被指|记有|unless a ruling|the referee (?:decides|establishes|applies)|is said to"
)
"""What is true only of what nobody has ruled on."""


@in_one
@pytest.mark.parametrize("code", sorted(code for code in CHECKS if code.startswith(("INCIDENT-", "COUNT-"))))
def test_a_message_about_an_incident_is_true_of_a_ruling_too(code: str) -> None:
    check = CHECKS[code]
    if check.of_ruling is None:
        found = [said for said in check.message if UNLESS.search(said)]
        assert not found
    else:
        assert not any(UNLESS.search(said) for said in check.of_ruling)
        for noted, ruled in zip(check.message, check.of_ruling, strict=True):
            assert set(re.findall(r"\{\w+\}", ruled)) <= set(re.findall(r"\{\w+\}", noted))


def test_a_ruling_against_what_the_record_shows_counts_and_is_said_to() -> None:
    record = of("guandan-js2023")
    hand = record.hands[0]
    told = Incident(kind="hand_count", seat="E", at=(0, 0), noticed=(1, 1))
    noted = audit(replace(record, hands=(replace(hand, incidents=(told,)), *record.hands[1:])))
    fault = Effect(fault=Fault(kind="hand_count", noticed=(1, 1)))
    ruled = audit(replace(record, rulings=(Ruling(id="r", hand=1, at=(0, 0), seat="E", effect=fault),)))
    by_table, by_referee = (next(each for each in of.findings if each.code == "INCIDENT-DISPROVED") for of in (noted, ruled))
    assert (ruled.hands, ruled.match) != (noted.hands, noted.match)
    said = {lang: (render(by_table, lang, TRICK), render(by_referee, lang, TRICK)) for lang in LANGS}
    assert "counts nothing" in said["en"][0]
    assert "不计" in said["zh"][0]
    assert "counts nothing" not in said["en"][1]
    assert "in force it counts" in said["en"][1]
    assert "仍按裁决计" in said["zh"][1]
    assert (remedy_of(by_table), remedy_of(by_referee)) == (REMEDIES["rule"], REMEDIES["ruled"])
