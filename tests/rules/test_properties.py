"""What holds of every record, right or wrong: facts left out, suits exchanged, the table turned, and its first hands alone."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from paipu.replay.audit import audit
from paipu.replay.findings import Finding, Kind
from paipu.replay.record import GameRecord
from paipu.replay.sheets import SHEETS, TRICK_SHEETS
from paipu.samples import FAULTS
from tests.made import make_match, must_parse
from tests.many import many
from tests.wrong import WRONG, line_of

Document = dict[str, Any]
SUITS: Final = "shcd"
WRITTEN: Final = ("deal", "bids", "kitty", "tricks", "tribute", "incidents", "trump")
"""What of a hand is written in cards."""
FACTS: Final = ("deal", "bids", "kitty", "tribute", "seconds", "lead", "trump", "dealer")
"""What of a hand may be left out."""


def read(raw: bytes) -> GameRecord:
    found = must_parse(raw)
    return found.record


def wrong_in(record: GameRecord) -> list[Finding]:
    """What is proven, or for the referee; not what is open."""
    return [finding for finding in audit(record).findings if finding.kind is not Kind.OPEN]


@cache
def faulty(sheet: str, kind: str) -> Document:
    """A record with a fault of a class."""
    document: Document = json.loads(next(lines for name, lines in WRONG["faults"](sheet) if name == kind).__next__())
    return document


def some_faulty(sheet: str, seeds: range) -> Iterator[tuple[Document, Random]]:
    """Records with a fault each, and by what to choose what becomes of them."""
    for seed in seeds:
        rng = Random(f"{sheet} {seed}")
        yield faulty(sheet, rng.choice(list(FAULTS[sheet]))), rng


def blamed(document: Document) -> set[int]:
    """The hands in which something is wrong that follows from nothing else that is, 0 for the match.

    After a hand with several such faults nobody can say what it came to: what later ones contradict is not their own.
    """
    roots = Counter(finding.where.hand or 0 for finding in wrong_in(read(line_of(document))) if finding.cause is None)
    several = min((hand for hand in roots if hand and roots[hand] > 1), default=max(roots, default=0))
    return {hand for hand in roots if hand <= several and (hand or roots[several] < 2)}


def no_more_blamed(less: Document, document: Document) -> bool:
    """Whether the same hands are to blame, or as few and none before: what told that a hand was wrong may be gone, and what it
    contradicts be left.
    """
    now, before = blamed(less), blamed(document)
    return now <= before or (len(now) <= len(before) and all(each == 0 or each >= min(before - {0}) for each in now))


# ---------------------------------------------------------------------------------------- facts left out


def left_out(document: Document, rng: Random) -> Document:
    """The record without some of its facts: of each hand some are not told, and the last tricks are not."""
    copy = deepcopy(document)
    for hand in copy["hands"]:
        for key in FACTS:
            if rng.random() < 0.3:
                hand.pop(key, None)
        if isinstance(hand.get("deal"), dict):
            hand["deal"] = {seat: cards for seat, cards in hand["deal"].items() if rng.random() < 0.6}
        for key in [key for key in hand.get("claims", {}) if rng.random() < 0.3]:
            del hand["claims"][key]
    for key in [key for key in copy.get("claims", {}) if rng.random() < 0.3]:
        del copy["claims"][key]
    return copy


@many(2, 400)
@pytest.mark.parametrize("sheet", FAULTS)
def test_facts_left_out_of_a_right_record_prove_nothing(sheet: str, seeds: range) -> None:
    for seed in seeds:
        document = make_match(5, 1 + seed % 3, sheet=sheet, hands=4)
        less = left_out(document, Random(f"{sheet} {seed}"))
        assert [(each.code, each.where) for each in wrong_in(read(line_of(less)))] == [], seed


@many(2, 400)
@pytest.mark.parametrize("sheet", FAULTS)
def test_facts_left_out_of_a_wrong_record_prove_nothing_of_its_other_hands(sheet: str, seeds: range) -> None:
    for document, rng in some_faulty(sheet, seeds):
        assert no_more_blamed(left_out(document, rng), document), (document["id"], document["extra"]["faults"])


# ---------------------------------------------------------------------------------------- plays that nobody saw


def unseen(document: Document, rng: Random) -> Document:
    """The record with some plays that nobody saw, and some of whose cards only the rank, only the suit or nothing was seen."""
    copy = deepcopy(document)
    for hand in copy["hands"]:
        share, whole = rng.choice((0.01, 0.05, 0.3)), rng.choice((0.0, 0.2, 1.0))
        passes = share * whole if document["sheet"] not in TRICK_SHEETS else 0
        for at, text in enumerate(hand.get("tricks") or ()):
            leader, *plays = text.split(" ")
            for number, play in enumerate(plays):
                if play == "-" and rng.random() < passes:
                    plays[number] = "?"
                elif play != "-" and rng.random() < share:
                    plays[number] = hidden(play, rng, whole)
            hand["tricks"][at] = " ".join((leader, *plays))
        finish = (hand.get("claims") or {}).get("finish")
        if finish is not None and rng.random() < 0.5 and len(finish) in {4, 6} and "-" not in finish:
            hand["claims"]["finish"] = "".join(seat if rng.random() < 0.5 else "?" for seat in finish)
    return copy


def hidden(token: str, rng: Random, whole: float) -> str:
    """A play that nobody saw, or of which some cards were not seen, or not whole."""
    if rng.random() < whole:
        return "?"

    def of(card: str) -> str:
        return (
            rng.choice([card, card[0] + "?", card[0] + "?", "?" + card[1], "??"])
            if card[1] != "J"
            else rng.choice([card, "??"])
        )

    cards, sign, rest = re.fullmatch(r"([^=>]*)([=>]?)(.*)", token).groups()  # type: ignore[union-attr] # each play is one
    return "".join(of(cards[at : at + 2]) for at in range(0, len(cards), 2)) + sign + rest


@many(3, 400)
@pytest.mark.parametrize("sheet", FAULTS)
def test_cards_not_seen_in_a_right_record_prove_nothing(sheet: str, seeds: range) -> None:
    for seed in seeds:
        rng = Random(f"unseen {sheet} {seed}")
        less = unseen(make_match(5, 1 + seed % 3, sheet=sheet, hands=4), rng)
        less = left_out(less, rng) if seed % 2 else less
        assert [(each.code, each.where) for each in wrong_in(read(line_of(less)))] == [], seed


@many(3, 400)
@pytest.mark.parametrize("sheet", FAULTS)
def test_cards_not_seen_in_a_wrong_record_prove_nothing_of_its_other_hands(sheet: str, seeds: range) -> None:
    for document, rng in some_faulty(sheet, seeds):
        assert no_more_blamed(unseen(document, rng), document), (document["id"], document["extra"]["faults"])


# ---------------------------------------------------------------------------------------- suits exchanged


def with_suits(document: Document, other: Mapping[str, str]) -> Document:
    """The record with suits exchanged, wherever cards are written."""
    copy = deepcopy(document)
    for hand in copy["hands"]:
        for key in WRITTEN:
            if key in hand:
                hand[key] = changed(hand[key], lambda text: exchanged(text, other))
    return copy


def exchanged(text: str, other: Mapping[str, str]) -> str:
    """A trump, or plays in notation, with other suits; a reading that is declared ends with its suit (`=34567s`)."""
    return other[text] if text in other else " ".join(token_in_suits(token, other) for token in text.split(" "))


def token_in_suits(token: str, other: Mapping[str, str]) -> str:
    cards, equals, declared = token.partition("=")
    cards = re.sub(r"([2-9TJQKA])([shcd])", lambda card: card[1] + other[card[2]], cards)
    return cards + equals + declared[:-1] + other.get(declared[-1:], declared[-1:])


def changed(value: Any, change: Callable[[str], str]) -> Any:
    """A value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: changed(each, change) if key not in {"kind", "seat"} else each for key, each in value.items()}
    return [changed(each, change) for each in value] if isinstance(value, list) else value


def said(findings: list[Finding]) -> list[tuple[object, ...]]:
    """All of findings but the cards in them."""
    return sorted(((f.code, f.clause, *f.where, f.seat, f.basis, f.options) for f in findings), key=repr)


FREE: Final = {"shengji": SUITS, "shuangkou": SUITS, "daguai": SUITS} | {
    sheet: "scd" for sheet in FAULTS if sheet.startswith("guandan")
}
"""The suits that no rule tells apart: hearts are wild in 掼蛋, and in 炒地皮 the kitty turns them up in an order."""


@many(2, 300)
@pytest.mark.parametrize("sheet", FREE)
def test_suits_that_no_rule_tells_apart_may_be_exchanged(sheet: str, seeds: range) -> None:
    for document, rng in some_faulty(sheet, seeds):
        if sheet == "shuangkou" and any(len(hand.get("bids") or ()) > 1 for hand in document["hands"]):
            continue  # SK-2.2a: pairs go over pairs in the order of their suits
        free = list(FREE[sheet])
        other = dict(zip(free, rng.sample(free, len(free)), strict=True))
        other |= {suit: suit for suit in SUITS if suit not in other}
        before, now = (wrong_in(read(line_of(each))) for each in (document, with_suits(document, other)))
        assert said(before) == said(now), (document["id"], document["extra"]["faults"], other)


# ---------------------------------------------------------------------------------------- the table turned


OF_A_SEAT: Final = ("dealer", "lead", "seat", "next_dealer", "winner", "winners", "finish", "loser", "double", "by")
"""Keys whose values are seats or sides."""
OF_SEATS: Final = ("deal", "left", "levels", "points", "score", "games", "seats")
"""Keys below which keys are seats or sides."""
UNNAMED: Final = tuple(sheet for sheet in FAULTS if sheet != "shuangkou")
"""The sheets that name no seats; that of 双扣 says whose turn each hand is."""


def turned(value: Any, seats: Mapping[str, str], key: str = "") -> Any:
    """A record with everybody one seat on."""
    if isinstance(value, dict):
        return {seated(name, seats): turned(each, seats, name) for name, each in value.items()}
    if isinstance(value, list):
        return [turned(each, seats, key) for each in value]
    if key in OF_A_SEAT and isinstance(value, str):
        return seated(value, seats)
    if key in {"bids", "tricks"}:
        return seats[value[0]] + value[1:]
    return seats[value[0]] + ">" + seats[value[2]] + value[3:] if key == "tribute" else value


def seated(name: str, seats: Mapping[str, str]) -> str:
    """A seat, a side or an order out after the turn; any other name as it is."""
    if not name or set(name) - {*seats, "-"}:
        return name
    moved = "".join(seats.get(seat, seat) for seat in name)
    return "".join(sorted(moved, key="ENWS123456".index)) if name in {"EW", "NS", "135", "246"} else moved


@many(2, 300)
@pytest.mark.parametrize("sheet", UNNAMED)
def test_the_table_may_be_turned_where_a_sheet_names_no_seat(sheet: str, seeds: range) -> None:
    for document, _ in some_faulty(sheet, seeds):
        turn(sheet, document)


@pytest.mark.parametrize("sheet", [sheet for sheet in UNNAMED if "tribute_nothing_said_double" in FAULTS[sheet]])
def test_two_who_owe_tribute_are_named_alike_wherever_they_sit(sheet: str) -> None:
    """By another reading the order in which they went out is another one, and who they are is not."""
    turn(sheet, faulty(sheet, "tribute_nothing_said_double"))


def turn(sheet: str, document: Document) -> None:
    """Turn the table by a seat: the same is found, of seats that are one on."""
    order = SHEETS[sheet].seats
    seats = dict(zip(order, [*order[1:], order[0]], strict=True))
    before, now = wrong_in(read(line_of(document))), wrong_in(read(line_of(turned(document, seats))))
    moved = [turned_finding(each, seats) for each in before]
    assert said(moved) == said(now), (document["id"], document["extra"]["faults"])


OF_OTHER_SIDE: Final = {f"DG-5.{at + 1}": f"DG-5.{(at + 4) % 8 + 1}" for at in range(8)}
"""The clauses that say the same of one side and of the other: the sheet of 大怪路子 has a line each."""


def turned_finding(finding: Finding, seats: Mapping[str, str]) -> Finding:
    parts = finding.where.pointer.split("/")
    moved = [seated(part, seats) if parts[at - 1] in OF_SEATS else part for at, part in enumerate(parts)]
    seat = finding.seat and seated(finding.seat, seats)
    clause = OF_OTHER_SIDE.get(finding.clause or "", finding.clause)
    return replace(finding, seat=seat, clause=clause, where=finding.where._replace(pointer="/".join(moved)))


# ---------------------------------------------------------------------------------------- the first hands alone


@many(2, 300)
@pytest.mark.parametrize("sheet", FAULTS)
def test_the_audit_of_the_first_hands_begins_the_audit_of_all(sheet: str, seeds: range) -> None:
    for document, rng in some_faulty(sheet, seeds):
        whole = {key: value for key, value in document.items() if key not in {"claims", "rulings"}}
        number = rng.randrange(1, len(whole["hands"]) + 1)
        first = {**whole, "hands": whole["hands"][:number]}
        numbers = {hand["no"] for hand in first["hands"]}
        every = [each for each in wrong_in(read(line_of(whole))) if each.where.hand in numbers]
        alone = [each for each in wrong_in(read(line_of(first))) if each.where.hand in numbers]
        assert said(alone) == said(every), (document["id"], document["extra"]["faults"], number)
