"""To judge each play once takes time in proportion to the record, whatever its hands are made of."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from paipu.replay.sheets.shengji import SHENGJI
from tests.many import every
from tests.worst.genome import Genome, to_record
from tests.worst.measure import cost

NO_MORE = 1
"""A budget that is used up at once: what is left is judging each play once."""

FAILED, UNHELD, SHORT = {"style": "failed", "size": 2}, {"style": "garbage", "size": 3, "deal": "full"}, {"style": "short"}
SHORT_AND_LONG: dict[str, tuple[str, dict[str, Any], str, int, int]] = {
    "throws that fail": ("shengji", FAILED, "tricks", 12, 48),
    "throws that fail, of hands that are known": ("shuangkou", {**FAILED, "deal": "full"}, "tricks", 12, 48),
    "cards that nobody holds": ("chaodipi", UNHELD, "tricks", 12, 48),
    "failed throws by incident": ("chaodipi", {**FAILED, "tricks": 60, "kind": "failed_throw"}, "incidents", 12, 48),
    "incidents": ("chaodipi", {"kind": "any", "tricks": 20}, "incidents", 12, 48),
    "looks at past tricks": ("chaodipi", {"kind": "card_check", "tricks": 20}, "incidents", 12, 48),
    "fines of throws that are ruled on": ("shuangkou", {**FAILED, "tricks": 60}, "rulings", 12, 48),
    "bids": ("shengji", {"tricks": 1}, "bids", 12, 60),
    "climbing: cards that nobody holds": ("guandan-1", UNHELD, "tricks", 10, 60),
    "climbing: cards beyond the hand": ("guandan-2", {**SHORT, "size": 3, "deal": "full"}, "tricks", 20, 80),
    "climbing: counts told": ("daguai", {**SHORT, "kind": "count_told", "tricks": 100}, "incidents", 12, 48),
    "climbing: not announced": ("guandan-1", {**SHORT, "kind": "unannounced", "tricks": 100}, "incidents", 12, 48),
    "climbing: exposed cards": ("guandan-3", {**SHORT, "kind": "exposed", "tricks": 100}, "incidents", 12, 48),
    "climbing: early plays": ("guandan-3", {**SHORT, "kind": "out_of_turn", "tricks": 100}, "incidents", 12, 48),
}
"""By name: the sheet, what its hands have, and what they have few or many of."""


@pytest.mark.parametrize("name", every(4, SHORT_AND_LONG))
def test_each_of_many_things_in_a_hand_costs_no_more_than_each_of_a_few(name: str) -> None:
    sheet, hands, thing, *numbers = SHORT_AND_LONG[name]
    each = []
    for number in numbers:
        parsed = to_record(Genome(sheet=sheet, wrong_terms=100, **{**hands, thing: number}))
        things = len(parsed.record.rulings) or sum(len(getattr(hand, thing)) for hand in parsed.record.hands)
        each.append(cost(parsed.raw, NO_MORE).calls / things)
    assert each[1] < 1.4 * each[0], each


@pytest.mark.parametrize("sheet", ["shengji", "guandan-1"])
def test_a_long_play_costs_no_more_than_its_cards(sheet: str) -> None:
    """Cards of a play are counted, not looked for among the others."""
    calls = []
    for cards in (60, 480):
        play = "3s" * cards
        hand = {"no": 1, "level": "2", "trump": "h", "tricks": [f"E {play}"] * (9_600 // cards)}
        if sheet == "guandan-1":
            del hand["trump"]
        document = {"format": "paipu/1", "id": "long", "sheet": sheet, "hands": [hand]}
        calls.append(cost(json.dumps(document).encode(), NO_MORE).calls)
    assert calls[1] < 1.4 * calls[0], calls


# ---------------------------------------------------------------------------------------- what is no record


def listed(count: int, item: str) -> str:
    """The item so many times, `#` in it being its number."""
    return ",".join(item.replace("#", str(number)) for number in range(count))


def document(hands: str = "", more: str = "", sheet: str = "shengji") -> str:
    """The text of a document with some hands and further keys."""
    return f'{{"format":"paipu/1","id":"x","sheet":"{sheet}","hands":[{hands}]{more}}}'


def keyed(key: str, count: int, item: str) -> str:
    """The text of a document with an object that has many members."""
    return document("", f',"{key}":{{{listed(count, item)}}}')


NO_SUCH = '"k#":1'
PATHOLOGICAL: dict[str, Callable[[int], str]] = {
    "numbers for hands": lambda n: document(listed(n, "1")),
    "empty hands": lambda n: document(listed(n, "{}")),
    "keys that a match has not": lambda n: document("", "," + listed(n, NO_SUCH)),
    "keys that a hand has not": lambda n: document('{"no":1,' + listed(n, NO_SUCH) + "}"),
    "keys of the other family": lambda n: document(listed(n // 4, '{"no":1,"bids":1,"kitty":1}'), sheet="guandan-1"),
    "tricks that are numbers": lambda n: document('{"no":1,"tricks":[' + listed(n, "1") + "]}"),
    "empty bids": lambda n: document(listed(n // 90, '{"no":1,"bids":[' + listed(90, '""') + "]}")),
    "seats that nobody has": lambda n: keyed("seats", n, NO_SUCH),
    "options that no sheet has": lambda n: keyed("options", n, '"k#":[]'),
    "parts that no deal has": lambda n: document('{"no":1,"deal":{' + listed(n, NO_SUCH) + "}}"),
    "a key over and over": lambda n: keyed("extra", n, '"a":1'),
    "colons in text": lambda n: keyed("extra", n, '"a#":":"'),
    "no numbers": lambda n: keyed("extra", n, '"a#":NaN'),
    "lone surrogates": lambda n: keyed("extra", n, '"\\ud800#":1'),
    "rulings of one id": lambda n: document('{"no":1}', ',"rulings":[' + listed(n // 10, '{"id":"1","state":"issued"}') + "]"),
    "arrays in arrays": lambda n: "[" * n,
    "objects in objects": lambda n: document("", ',"extra":' + '{"a":' * n + "1" + "}" * n),
}
"""Documents that are refused, by what is wrong with them so many times."""


@pytest.mark.parametrize("name", every(3, PATHOLOGICAL))
def test_what_is_no_record_is_refused_in_proportion_to_its_length(name: str) -> None:
    calls = [cost(PATHOLOGICAL[name](number).encode()).calls for number in (500, 2_000)]
    assert calls[1] < 4.6 * calls[0] + 1_000, calls


def test_the_sum_and_the_difference_of_hands_count_each_card_by_itself() -> None:
    ctx = SHENGJI.context("2", "s")
    one, two = ctx.pack(["As", "Kh", "Kh"]), ctx.pack(["As", "As", "Kh", "Td"])
    assert ctx.unpack(ctx.add(one, two)) == ctx.unpack(ctx.pack(["As", "As", "Kh", "Kh", "Td"]))
    assert ctx.unpack(ctx.minus(one, two)) == ["Kh"]
    assert sorted(ctx.unpack(ctx.minus(two, one))) == ["As", "Td"]
