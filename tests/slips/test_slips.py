"""The clerk's slips before the audit: each one cause at its place; faults that have nothing to do with each other stay two."""

import json
from collections.abc import Set as AbstractSet
from itertools import product
from random import Random
from typing import Any

import pytest

from paipu.replay.audit import audit
from paipu.replay.causes import trace
from paipu.replay.findings import Finding, Kind
from paipu.samples import FAULTS, inject
from tests.made import match_of
from tests.many import every
from tests.slips.clerk import KINDS, Document, slipped
from tests.slips.measure import outcome, parsed_of, row

SEED = 1


def findings_of(document: Document) -> tuple[Finding, ...]:
    parsed = parsed_of(document)
    assert parsed is not None
    return audit(parsed.record).findings


def a_slip(sheet: str, kind: str, number: int = 1) -> tuple[Document, tuple[str, ...]]:
    document = match_of(SEED, number, sheet)
    slip = slipped(document, kind, Random(f"{SEED} {number} {kind}"))
    assert slip is not None
    return slip.document, slip.places


@pytest.mark.parametrize(
    ("sheet", "kind"),
    [
        ("shengji", "hand_twice"),
        ("shengji", "hands_exchanged"),
        ("shengji", "hand_missing_renumbered"),
        ("shengji", "levels_carried_on"),
        ("shengji", "leaders_rotated"),
        ("shengji", "leader_letter"),
        ("shengji", "plays_exchanged"),
        ("shengji", "play_left_out"),
        ("shengji", "trick_left_out"),
        ("shengji", "trick_twice"),
        ("shengji", "winners_short"),
        ("shengji", "dealt_hands_exchanged"),
        ("shengji", "kitty_seat"),
        ("chaodipi", "thrown_cards_left_out"),
        ("chaodipi", "bid_left_out"),
        ("shuangkou", "hand_number"),
        ("guandan-1", "tribute_direction"),
        ("guandan-1", "card_left_out"),
        ("guandan-2", "hands_exchanged"),
        ("guandan-3", "plays_exchanged"),
        ("guandan-js2023", "levels_carried_on"),
        ("daguai", "hand_twice"),
    ],
)
def test_one_slip_is_one_cause_at_its_place(sheet: str, kind: str) -> None:
    right = match_of(SEED, 1, sheet)
    document, places = a_slip(sheet, kind)
    found = outcome(right, document, places)
    assert len(found.findings) > 1
    assert [finding.code for finding in found.causes] == [found.causes[0].code]
    assert found.at_place


def with_a_play_unseen(document: Document, chance: Random) -> Document:
    """A copy of a match in each hand of which one play was not seen."""
    copy: Document = json.loads(json.dumps(document))
    for hand in copy["hands"]:
        at = chance.randrange(len(hand["tricks"]))
        leader, *plays = hand["tricks"][at].split()
        plays[chance.choice([place for place, play in enumerate(plays) if play != "-"])] = "?"
        hand["tricks"][at] = " ".join([leader, *plays])
    return copy


@pytest.mark.parametrize(
    ("sheet", "kind"),
    [
        ("shengji", "leaders_rotated"),
        ("shengji", "dealt_card_misread"),
        ("guandan-2", "dealt_card_left_out"),
        ("shuangkou", "dealt_hands_exchanged"),
        ("guandan-2", "tribute_card"),
        ("guandan-3", "leader_letter"),
        ("daguai", "dealt_card_left_out"),
    ],
)
def test_one_slip_is_one_cause_where_not_every_play_was_seen(sheet: str, kind: str) -> None:
    for number in range(1, 5):
        right = with_a_play_unseen(match_of(SEED, number, sheet), Random(number))
        slip = slipped(right, kind, Random(f"{SEED} {number} {kind}"))
        assert slip is not None
        found = outcome(right, slip.document, slip.places)
        if len(found.findings) > 1:
            assert [finding.code for finding in found.causes] == [found.causes[0].code]
            assert found.at_place
            return
    pytest.fail("no slip shows")


THIRDS = {"shengji": 0, "guandan-3": 1, "daguai": 2}
"""Sheets of the normal run, on each of which every third kind of slip is tried; the deep one tries all kinds on all sheets."""
SOME_SHEETS = pytest.mark.parametrize(
    "sheet", [*THIRDS, *(pytest.param(sheet, marks=pytest.mark.deep) for sheet in FAULTS if sheet not in THIRDS)]
)


@pytest.mark.parametrize(
    ("sheet", "start"),
    [
        *THIRDS.items(),
        *(pytest.param(*each, marks=pytest.mark.deep) for each in product(FAULTS, range(3)) if each not in THIRDS.items()),
    ],
)
def test_a_cause_follows_from_nothing_and_what_is_open_accuses_nobody(sheet: str, start: int) -> None:
    for kind in list(KINDS)[start::3]:
        slip = slipped(match_of(SEED, 2, sheet), kind, Random(kind))
        if slip is None or parsed_of(slip.document) is None:
            continue
        listed = findings_of(slip.document)
        causes = {id(finding) for finding in listed if finding.cause is None}
        for finding in listed:
            if finding.cause is not None:
                assert id(finding.cause) in causes, kind
                assert finding.cause.kind is not Kind.OPEN or finding.kind is Kind.OPEN, kind


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi"])
@pytest.mark.parametrize("cut", [["bids"], ["bids", "kitty"]])
def test_a_banker_written_wrong_where_nothing_derives_him_is_one_slip(sheet: str, cut: list[str]) -> None:
    """What he buried, led and claimed as banker fits with his letter in its place."""
    tried = 0
    for number in range(1, 9):
        document = match_of(SEED, number, sheet, hands=1)
        hand = document["hands"][0]
        hand.update(no=2, dealer="ENWS"["ENWS".index(right := hand["dealer"]) - 1])
        document["hands"] = [{key: value for key, value in hand.items() if key not in cut}]
        wrong = [finding for finding in findings_of(document) if finding.kind is Kind.FAIL]
        if len(wrong) > 1 and hand["tricks"][0][0] == right:
            tried += 1
            (root,) = [finding for finding in wrong if finding.cause is None]
            assert root.fits_if == ("/hands/0/dealer", right)
    assert tried > 2


def test_who_only_buried_or_only_led_is_not_taken_for_the_banker() -> None:
    document = match_of(SEED, 1, "shengji", hands=1)
    hand = document["hands"][0]
    hand["no"] = 2
    hand["kitty"][0]["seat"] = "ENWS"["ENWS".index(hand["dealer"]) - 1]
    (wrong,) = [finding for finding in findings_of(document) if finding.code == "BURY-SEAT"]
    assert wrong.cause is None
    assert wrong.fits_if is None or not wrong.fits_if[0].endswith("dealer")


def test_a_level_that_is_neither_side_s_is_one_slip() -> None:
    """Either may be meant; the plays tell which one was played."""
    tried = 0
    for number in range(1, 9):
        document = match_of(SEED, number, "guandan-1", hands=3)
        before, hand = document["hands"][1:]
        levels, right = before["claims"]["levels"], hand["level"]
        if levels["EW"] == levels["NS"] or not {"K", "Q"}.isdisjoint(levels.values()):
            continue
        document.update(hands=[{**hand, "level": "Q"}], start={"levels": levels})
        wrong = [finding for finding in findings_of(document) if finding.kind is Kind.FAIL]
        if len(wrong) > 1:
            tried += 1
            assert wrong[0].fits_if == ("/hands/0/level", right)
            assert [finding.code for finding in wrong if finding.cause is None] == ["START-LEVEL"]
    assert tried > 1


def put(document: Document, pointer: str, value: str) -> bool:
    """Write a text at a JSON pointer where a text stands; whether one does."""
    at: Any = document
    *way, last = pointer.split("/")[1:]
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if isinstance(at, list):
        if not isinstance(at[int(last)], str):
            return False
        at[int(last)] = value
        return True
    if not isinstance(at.get(last), str):
        return False
    at[last] = value
    return True


@SOME_SHEETS
def test_what_would_fit_fits(sheet: str) -> None:
    """With what a cause suggests written at its place, neither it nor what followed from it is there any more."""
    tried = 0
    for kind in ("leader_letter", "card_misread", "plays_exchanged", "dealt_card_misread", "hand_level", "hand_dealer"):
        slip = slipped(match_of(SEED, 3, sheet), kind, Random(kind))
        if slip is None:
            continue
        document = slip.document
        listed = findings_of(document)
        cause = next((finding for finding in listed if finding.fits_if and finding.fits_if[1] is not None), None)
        if cause is None or cause.fits_if is None or cause.fits_if[1] is None:
            continue
        repaired = json.loads(json.dumps(document))
        if put(repaired, cause.fits_if[0], cause.fits_if[1]):
            tried += 1
            left = {(finding.code, finding.where, finding.seat) for finding in findings_of(repaired)}
            gone = [cause, *(finding for finding in listed if finding.cause is cause)]
            assert not left & {(finding.code, finding.where, finding.seat) for finding in gone}, kind
    assert tried >= 3


@pytest.mark.parametrize("numbers", [range(1, 4), pytest.param(range(4, 65), marks=pytest.mark.deep)], ids=["some", "deep"])
@SOME_SHEETS
def test_faults_that_have_nothing_to_do_with_each_other_stay_two(sheet: str, numbers: range) -> None:
    """Two faults of the sample maker in different hands: neither is said to follow from the other."""
    kinds = sorted(FAULTS[sheet])
    tried = 0
    for number in numbers:
        rng = Random(number)
        one = inject(match_of(SEED, number, sheet), kinds[number * 7 % len(kinds)], rng)
        try:
            two = inject(one, rng.choice(kinds), rng) if one is not None else None
        except (IndexError, KeyError, ValueError):  # the first fault took away what the second is built from
            continue
        if two is None:
            continue
        listed = findings_of(two)
        mains = [main_of(listed, note) for note in two["extra"]["faults"]]
        if None in mains or mains[0] is mains[1]:
            continue
        tried += 1
        causes = [main.cause for main in mains if main is not None and main.cause is not None]  # of the same fault, perhaps
        assert not any(cause is main for cause in causes for main in mains), two["extra"]["faults"]
    assert tried >= len(numbers) / 5


@pytest.mark.parametrize("number", every(5, range(1, 6)))
@pytest.mark.parametrize(
    ("sheet", "kind"),
    [
        ("shengji", "card_check"),
        ("chaodipi", "timeout"),
        ("shuangkou", "misconduct"),
        ("guandan-1", "misconduct"),
        ("guandan-2", "late"),
        ("guandan-js2023", "warning_sheet_not_kept"),
        ("daguai", "mark"),
        ("daguai", "marks_of_both"),
    ],
)
def test_what_the_table_told_of_a_trick_says_nothing_about_how_it_was_written(sheet: str, kind: str, number: int) -> None:
    """A trick is not said to stand in the wrong place because something was noticed there."""
    told = inject(match_of(SEED, number, sheet), kind, Random(number))
    if told is not None:
        assert [(each.code, each.fits_if, each.cause) for each in findings_of(told) if each.fits_if or each.cause] == []


def main_of(listed: tuple[Finding, ...], note: Document) -> Finding | None:
    """The finding that a noted fault is found by."""
    for finding in listed:
        where = finding.where
        if (finding.code, where.hand, where.trick, where.play, finding.seat) == tuple(
            note[key] for key in ("code", "hand", "trick", "play", "seat")
        ):
            return finding
    return None


def test_a_record_is_audited_again_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    audits = 0
    document, _ = a_slip("shengji", "leaders_rotated")
    parsed = parsed_of(document)
    assert parsed is not None
    first = trace.CauseFinder.gone

    def counted(self: Any, repair: Any, error_limit: int) -> AbstractSet[int]:
        nonlocal audits
        audits += 1
        return first(self, repair, error_limit)

    monkeypatch.setattr(trace.CauseFinder, "gone", counted)
    audit(parsed.record)
    assert 0 < audits <= trace.AUDITS


def test_a_right_score_sheet_has_no_slip_to_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only scores are open, for the table of 大分 is not known, no repair could explain anything."""
    monkeypatch.setattr(trace.CauseFinder, "gone", lambda _, repair, __: pytest.fail(f"tried {repair.pointer}"))
    opened = 0
    for number in range(1, 5):
        listed = findings_of(match_of(SEED, number, "shuangkou"))
        assert {finding.code for finding in listed} <= {"SCORE-OPEN"}
        opened += len(listed)
    assert opened > 0


def test_the_measure_tells_what_is_seen_from_what_is_not() -> None:
    assert row("shengji", "thrown_cards_left_out", 2).seen == 0
    assert row("shengji", "hand_level", 2)[2:6] == (2, 2, 2, 2)


@pytest.mark.parametrize("sheet", ["guandan-1", "guandan-js2023"])
def test_what_nobody_wrote_down_is_no_sign_of_hands_in_another_order(sheet: str) -> None:
    """A score sheet of finishing orders: no tribute is known; that of the second hand need not be if it were the first."""
    document = match_of(SEED, 1, sheet)
    hands = [{"no": hand["no"], "claims": {"finish": hand["claims"]["finish"]}} for hand in document["hands"]]
    told = findings_of({key: value for key, value in document.items() if key != "claims"} | {"hands": hands})
    assert {each.kind for each in told} == {Kind.OPEN}
    assert sum(each.code == "TRIBUTE-OPEN" for each in told) > 1
    assert [each for each in told if each.fits_if or each.cause] == []


def test_where_nobody_passes_no_play_is_taken_away_whole() -> None:
    """What was played in the place of a card that was not held is not known: that nothing was played is no explanation."""
    hand: dict[str, Any] = {
        "no": 1,
        "level": "2",
        "dealer": "E",
        "trump": "s",
        "tricks": ["E 9c ? 5h 6h", "E 3h Ah"],
    }
    hand["left"] = dict.fromkeys("ENWS", 2)
    hand["deal"] = {"E": "3h9c", "N": "4h4c", "W": "5h5c", "S": "6h6c", "kitty": "TsKsKs3s3s4s4s6s"}
    told = findings_of({"format": "paipu/1", "id": "t", "sheet": "shengji", "hands": [hand]})
    (wrong,) = (each for each in told if each.code == "PLAY-NOT-HELD")
    assert wrong.fits_if is None
