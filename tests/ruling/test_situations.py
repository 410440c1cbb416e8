"""Thirty situations of each sheet that prints little about faults, with what it says, and that it says no more.

The answers were written from the printed sheets. Most are that nothing is printed: then nothing may be offered that changes a
result by itself. A row is what happened, the faults, which ways to rule are offered for the last of them, and what is special.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import pytest

from paipu.replay.audit import audit
from paipu.replay.record import GameRecord, Hand, HandClaims, Incident
from paipu.replay.ruling import AllegedFault, Proposal, propose_for, with_ruling
from paipu.replay.sheets import CLIMBING_SHEETS
from tests.rules.build import match, score_sheet
from tests.rules.test_second_reader_rulings import moment

A_SHEET: Final = 30
AMOUNTS: Final = {"levels", "disqualified", "loss"}
"""Ways to rule that change a result."""


class Situation(NamedTuple):
    """What happened, the faults as `kind seat at`, and what may follow, and what is printed for the last of them.

    `offers` are forms with their clauses; no more may be there. `plays`: the hand is on record trick by trick, down to a leader
    with ten cards. `comes_to` is the hand's result when what is printed, or the form `by`, is in force.
    """

    what: str
    faults: str
    offers: str = ""
    comes_to: Mapping[str, str | int] | None = None
    by: str = "printed"
    plays: tuple[str, ...] | None = None
    finish: str | None = None
    then: str | None = None


S = Situation
DOWN_TO_TEN: Final = "3s4s5s6s7s8s9sTsJsQsKsAs3h4h5h6h7h"


def led(seat: str, passes: int) -> tuple[str, ...]:
    """Seventeen cards led one by one, to which all pass."""
    cards = [DOWN_TO_TEN[i : i + 2] for i in range(0, len(DOWN_TO_TEN), 2)]
    return tuple(f"{seat} {card}{' -' * passes}" for card in cards)


FOUR: Final = led("E", 3)
SIX: Final = led("1", 5)
ROSE: Final = {"EW": "2", "NS": "4"}
COMMITTEE: Final = "decides GD1-6"
CHEATED: Final = "printed GD1-6, decides GD1-6"
"""Who cheats is out at once; whether something was cheating the committee decides."""
GUANDAN_1: Final = (
    S("E has ten cards left and says nothing", "unannounced E 17.1", "printed GD1-4f", plays=FOUR),
    S("E has eleven left and says nothing: no duty yet", "unannounced E 16.1", COMMITTEE, plays=FOUR),
    S("nobody knows at which play E said nothing", "unannounced E -", "printed GD1-4f", ROSE),
    S("E hides a card, and it is found: cheating", "cheating E 3.1", CHEATED, {"winner": "NS"}),
    S("S cheats with a card of another pack", "cheating S 0", CHEATED, {"winner": "EW"}),
    S("N and S have agreed on signs: cheating, if the committee says so", "signal N 3.1", COMMITTEE, ROSE, "decides"),
    S("E behaves badly: no cheating by itself", "misconduct E 3.1", COMMITTEE, ROSE, "decides"),
    S("E plays what is no combination", "wrong_play E 3.1", COMMITTEE, ROSE, "decides"),
    S("S plays what does not beat", "wrong_play S 4.2", COMMITTEE, ROSE, "decides"),
    S("W pays a card that is not his highest", "tribute_wrong W 0", COMMITTEE, ROSE, "decides"),
    S("N returns a king to a single tribute", "tribute_wrong N 0", COMMITTEE, ROSE, "decides"),
    S("a return is shown before the other lies there", "exposed S 0", COMMITTEE, ROSE, "decides"),
    S("E drops a card, which all see", "exposed E 2.1 3c", COMMITTEE, ROSE, "decides"),
    S("E drops two", "exposed E 2.1 3c4c", COMMITTEE, ROSE, "decides"),
    S("W plays before N", "out_of_turn W 2.2", COMMITTEE, ROSE, "decides"),
    S("W passes before N", "word_out_of_turn W 2.2", COMMITTEE, ROSE, "decides"),
    S("E asks for a count", "count_asked E 9.1", COMMITTEE, ROSE, "decides"),
    S("W tells how many he has at twelve", "count_told W 9.2", COMMITTEE, ROSE, "decides"),
    S("E and W come ten minutes late", "late E 0 600", COMMITTEE, ROSE, "decides"),
    S("N comes a minute late", "late N 0 60", COMMITTEE, ROSE, "decides"),
    S("S thinks for two minutes", "timeout S 3.2", COMMITTEE, ROSE, "decides"),
    S("E looks at what was played", "card_check E 5.4", COMMITTEE, ROSE, "decides"),
    S("E has 26 cards", "hand_count E 0", COMMITTEE, ROSE, "decides"),
    S("a card of the pack is missing", "pack_count E 0", COMMITTEE, ROSE, "decides"),
    S("W has drawn two at once", "overdraw W 0", COMMITTEE, ROSE, "decides"),
    S("N draws out of turn and sees the card", "draw_seen N 0", COMMITTEE, ROSE, "decides"),
    S("S plays in pieces", "manner S 3.2", COMMITTEE, ROSE, "decides"),
    S("N plays slowly on purpose", "delay N 3.3", COMMITTEE, ROSE, "decides"),
    S("W leaves the table", "left_seat W 3.3", COMMITTEE, ROSE, "decides"),
    S("the score sheet is not signed", "sheet_unsigned W 0", COMMITTEE, ROSE, "decides"),
)
ROSE_2: Final = {"EW": "2", "NS": "5"}
GUANDAN_2: Final = (
    S("E and W come ten minutes late", "late E 0 600", "printed GD2-6", {"winner": "NS"}),
    S("S comes an hour late", "late S 0 3600", "printed GD2-6", {"winner": "EW"}),
    S("N and S come eleven minutes late", "late N 0 660", "printed GD2-6", {"winner": "EW"}),
    S("W comes nine minutes and 59 seconds late", "late W 0 599", ""),
    S("S comes a second late", "late S 0 1", ""),
    S("N came late, nobody knows by how much: ten minutes are named", "late N 0", ""),
    S("E makes a sign", "signal E 3.1", "printed GD2-7", ROSE_2),
    S("S says what he holds", "signal S 3.2", "printed GD2-7", ROSE_2),
    S("N makes a sign for the second time", "signal N 2.1; signal N 3.1", "printed GD2-7", ROSE_2),
    S("both sides do", "signal N 2.1; signal E 3.1", "printed GD2-7", ROSE_2),
    S("E has ten cards left and says nothing: no duty is printed", "unannounced E 17.1", plays=FOUR),
    S("E asks for a count", "count_asked E 9.1"),
    S("W tells his count", "count_told W 9.1"),
    S("E behaves badly", "misconduct E 3.1"),
    S("E drops a card", "exposed E 2.1 3c"),
    S("W plays before N", "out_of_turn W 2.2"),
    S("W passes before N", "word_out_of_turn W 2.2"),
    S("S plays what is no combination", "wrong_play S 3.2"),
    S("S plays what does not beat", "wrong_play S 4.2"),
    S("W pays a card that is not his highest", "tribute_wrong W 0"),
    S("N returns a jack", "tribute_wrong N 0"),
    S("S thinks for a minute", "timeout S 3.2"),
    S("E looks at what was played", "card_check E 5.4"),
    S("E has 28 cards", "hand_count E 0"),
    S("a card of the pack is missing", "pack_count N 0"),
    S("W has drawn two at once", "overdraw W 0"),
    S("S plays in pieces", "manner S 3.2"),
    S("N plays slowly on purpose", "delay N 3.3"),
    S("W leaves the table", "left_seat W 3.3"),
    S("the score sheet is not kept", "sheet_not_kept W 0"),
)
WEIGHED: Final = "levels GD3-E2.1, disqualified GD3-E2.1"
OFFENCE: Final = f"printed GD3-E1, warning GD3-E2.1, {WEIGHED}"
SHOWN: Final = f"printed GD3-E2.2, warning GD3-E2.1, {WEIGHED}"
TAKEN_EARLY: Final = f"printed GD3-E2.3, warning GD3-E2.1, {WEIGHED}"
WILL_BE_PUNISHED: Final = "printed GD3-E3, decides GD3-E3"
AGREED: Final = f"{OFFENCE}, decides GD3-E3"
"""严禁任何密约."""
CHIEF: Final = "decides GD3-F5"
LEADS: Final = ("S 3s 4s 5s 6s", "S 8s - - -", "S 7d - - -")
EARLY: Final = ("E 3s - 5s - - -", "W 9h - - -", "W Th - - -")
TAKEN: Final = ("E 3s 4s 5s - - -", "W 9h - - -", "W Th - - -")
GUANDAN_3: Final = (
    S("E exposes a card", "exposed E 2.1 3c", SHOWN, ROSE),
    S("E exposes two", "exposed E 2.1 3c4c", SHOWN, ROSE),
    S("S exposes 7d and then leads another card", "exposed S 1.4 7d", SHOWN, plays=LEADS, then="LEAD-EXPOSED"),
    S("S exposes 8s and leads it next", "exposed S 1.4 8s", SHOWN, plays=LEADS),
    S("S exposes 8s and 7d, and leads them one after the other", "exposed S 1.4 8s7d", SHOWN, plays=LEADS),
    S("E exposes one while drawing", "exposed E 0 3c", SHOWN, ROSE),
    S("N does it on purpose: a level", "exposed N 2.1 3c", SHOWN, {"EW": "2", "NS": "3"}, "levels"),
    S("or, in the gravest case, out", "exposed N 2.1 3c", SHOWN, {"winner": "EW"}, "disqualified"),
    S("W plays before N, who passes: a warning only", "out_of_turn W 1.3 5s", "printed GD3-E2.3", plays=EARLY),
    S("W plays before N, who plays: 5s is exposed", "out_of_turn W 1.3 9h", TAKEN_EARLY, plays=TAKEN),
    S("and must be led before another", "out_of_turn W 1.3 Th", TAKEN_EARLY, plays=TAKEN, then="LEAD-EXPOSED"),
    S("N's act is not on record", "out_of_turn W 2.2", "printed GD3-E2.3", ROSE),
    S("E makes a sign that was agreed on", "signal E 3.1", AGREED, ROSE),
    S("N does, gravely: a level", "signal N 3.1", AGREED, {"EW": "2", "NS": "3"}, "levels"),
    S("E does, very gravely: out", "signal E 3.1", AGREED, {"winner": "NS"}, "disqualified"),
    S("S plays what is no combination: not the normal way", "wrong_play S 3.2", OFFENCE, ROSE),
    S("S plays in pieces", "manner S 3.2", OFFENCE, ROSE),
    S("W has a secret agreement: it will be punished", "misconduct W 3.2", WILL_BE_PUNISHED, ROSE),
    S("N plays slowly on purpose: the same", "delay N 3.3", WILL_BE_PUNISHED, ROSE),
    S("N needs 16 seconds", "timeout N 3.3", "printed GD3-A4, decides GD3-E3", ROSE),
    S("E and W come ten minutes late", "late E 0 600", "printed GD3-F4, disqualified GD3-F4", {"winner": "NS"}),
    S("N comes nine minutes late: no forfeit, but it may be the third round running", "late N 0 540", "disqualified GD3-F4"),
    S("E looks at what was turned down", "card_check E 5.4", "printed GD3-F1", ROSE),
    S("E asks for a count that was not agreed on", "count_asked E 9.1", "printed GD3-F6", ROSE),
    S("W tells his count", "count_told W 9.1", "printed GD3-F6", ROSE),
    S("E has ten cards left and says nothing: nobody must", "unannounced E 17.1", CHIEF, plays=FOUR),
    S("W pays a wrong card", "tribute_wrong W 0", CHIEF, ROSE, "decides"),
    S("E has 28 cards", "hand_count E 0", CHIEF, ROSE, "decides"),
    S("a pack is not complete", "pack_count N 0", CHIEF, ROSE, "decides"),
    S("W passes before N: only an early play is named", "word_out_of_turn W 2.2", CHIEF, ROSE, "decides"),
)
WON: Final = {"135": 8, "246": 0}
LOST: Final = {"135": 0, "246": 8}
MARK: Final = "printed DG-6.3"
DAGUAI: Final = (
    S("2 talks", "misconduct 2 2.1", MARK, WON),
    S("1 makes a sign", "signal 1 2.1", MARK, WON),
    S("1 does so twice in a hand", "signal 1 2.1; signal 1 4.1", MARK, LOST),
    S("1 and 5 once each: one side", "signal 1 2.1; misconduct 5 4.1", MARK, LOST),
    S("1 and 2 once each", "signal 1 2.1; signal 2 4.1", MARK, WON),
    S("3 three times", "signal 3 2.1; signal 3 3.1; signal 3 4.1", MARK, LOST),
    S("2 and 4, whose side had lost all the same", "signal 2 2.1; signal 4 4.1", MARK, WON),
    S("2 and 4, whose side had won five", "signal 2 2.1; signal 4 4.1", MARK, WON, finish="246513"),
    S("1 and 3, whose side had won one", "signal 1 2.1; signal 3 4.1", MARK, LOST, finish="124365"),
    S("both sides twice: not printed", "signal 1 2.1; signal 3 3.1; signal 2 4.1; signal 4 5.1", MARK, {}),
    S("2 asks on another's turn", "count_asked 2 3.1", "printed DG-6.1", plays=SIX),
    S("1 asks on his own", "count_asked 1 3.1", plays=SIX),
    S("1 has ten left and does not answer", "count_told 1 18.1", "printed DG-6.2", plays=(*SIX, "1 8h - - - - -")),
    S("1 has ten left and says nine", "count_told 1 18.1 #9", "printed DG-6.2", plays=(*SIX, "1 8h - - - - -")),
    S("1 has ten left and says ten", "count_told 1 18.1 #10", plays=(*SIX, "1 8h - - - - -")),
    S("2 has 27 left and says so", "count_told 2 3.1 #27", "printed DG-6.2", plays=SIX),
    S("2 has 27 left and says 不报", "count_told 2 3.1", plays=SIX),
    S("1 plays out of turn", "out_of_turn 1 3.1"),
    S("2 drops a card", "exposed 2 3.1 3c"),
    S("3 plays what is no combination", "wrong_play 3 3.1"),
    S("3 plays what does not beat", "wrong_play 3 4.2"),
    S("a team comes ten minutes late", "late 1 0 600"),
    S("5 thinks for minutes", "timeout 5 3.1"),
    S("6 looks at what was played", "card_check 6 3.1"),
    S("4 has 26 cards", "hand_count 4 0"),
    S("a pack is not complete", "pack_count 4 0"),
    S("2 passes before 1", "word_out_of_turn 2 3.1"),
    S("5 plays slowly on purpose", "delay 5 3.1"),
    S("6 leaves the table", "left_seat 6 3.1"),
    S("nobody keeps the score", "sheet_not_kept 1 0"),
)
SITUATIONS: Final[Mapping[str, Sequence[Situation]]] = {
    "guandan-1": GUANDAN_1,
    "guandan-2": GUANDAN_2,
    "guandan-3": GUANDAN_3,
    "daguai": DAGUAI,
}


def record_of(sheet: str, told: Situation) -> GameRecord:
    """The hand by its places, or by its plays."""
    if told.plays is not None:
        return match(Hand(no=1, level="2", lead=told.plays[0][0], tricks=told.plays), sheet=sheet)
    finish = told.finish or ("135246" if sheet == "daguai" else "NESW")
    return match(replace(score_sheet(None, level="2"), claims=HandClaims(finish=finish)), sheet=sheet)


def faults(told: Situation) -> Iterator[Incident]:
    """The faults in the order in which they were found."""
    for each in told.faults.split("; "):
        kind, seat, at, *more = each.split()
        incident = Incident(kind=kind, seat=seat, at=None if at == "-" else moment(at))
        for word in more:
            if word.startswith("#"):
                incident = replace(incident, count=int(word[1:]))
            elif kind == "late":
                incident = replace(incident, seconds=float(word))
            else:
                incident = replace(incident, cards=word)
        yield incident


def offered(record: GameRecord, incident: Incident) -> Sequence[Proposal]:
    """What is offered for a fault that is found at once."""
    return [each for each in propose_for(record, AllegedFault(1, incident), noticed=incident.at) if each.applies]


def disagreements(sheet: str, told: Situation) -> Iterator[object]:
    """What the engine says otherwise."""
    record = record_of(sheet, told)
    *before, last = faults(told)
    for each in before:
        record = with_ruling(record, offered(record, each)[0].ruling)
    found = offered(record, last)
    said = {f"{each.form} {each.clause}" for each in found}
    if said != (wanted := set(filter(None, told.offers.split(", ")))):
        yield said, wanted
    special = told.comes_to is not None and CLIMBING_SHEETS[sheet].levels is None
    bare = [each for each in found if each.form not in AMOUNTS and each.ruling.effect.loses is None and not special]
    yield from ((each.form, each.changes) for each in bare if each.changes)
    chosen = next((each for each in found if each.form == told.by), None)
    if chosen is None:
        return
    then = {each.code for each in chosen.findings}
    if (told.then is not None) != ("LEAD-EXPOSED" in then):
        yield then
    if told.comes_to is not None:
        result = audit(with_ruling(record, chosen.ruling))
        hand = result.hands[0]
        says = {"winner": result.match.winner} if "winner" in told.comes_to else hand.levels or hand.points or {}
        if says != told.comes_to:
            yield says, told.comes_to


@pytest.mark.parametrize("sheet", SITUATIONS)
def test_what_a_sheet_says_of_a_situation_and_no_more(sheet: str) -> None:
    assert len(SITUATIONS[sheet]) == len({each.what for each in SITUATIONS[sheet]}) == A_SHEET
    differ = {each.what: found for each in SITUATIONS[sheet] if (found := list(disagreements(sheet, each)))}
    assert not differ
