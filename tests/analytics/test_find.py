"""Searches: every condition finds the seats that a second reading of the records finds, at the same plies.

The second reading knows neither the warehouse nor the statistics: it takes who holds what at which ply from `paipu.states`,
what a hand came to from `paipu.audit`, and counts tractors, throws, ruffs and wild cards by rules of its own, written from the
sheets.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import paipu
from paipu.analytics.conditions import (
    DEEPEST,
    KINDS,
    LONGEST,
    MOST,
    NAMES,
    Condition,
    WrongExpressionError,
    never_on,
    read,
    sheets_of,
    written,
)
from paipu.analytics.filters import NO_FILTERS, Filters
from paipu.analytics.find import find
from paipu.analytics.pipeline import load
from paipu.analytics.reader import Reader
from paipu.analytics.warehouse import Warehouse
from paipu.interface import Record
from paipu.replay.sheets import SHEETS
from paipu.samples import FAULTS, to_line
from tests.made import sample

RANKS = "23456789TJQKA"
TRUMP_TOP = {"chaodipi": ["LJ", "BJ", "5h"]}
"""What is trump whatever the trump is, weakest first, where it is more than the jokers."""
LINKED = ("shengji", "shuangkou")
"""On these 副级, 主级 and jokers follow each other in a tractor."""

Found = dict[tuple[str, int, str], int | None]
"""By match, hand and seat the first ply, None where no play is counted."""


class Read(NamedTuple):
    """What a second reading has of a seat in a hand: numbers, facts, and acts with their sizes and plies."""

    numbers: dict[str, int]
    facts: dict[str, bool]
    acts: dict[str, list[tuple[int, int]]]
    untold: tuple[str, ...] = ()
    """Acts that cannot be told."""


# --- The second reading ------------------------------------------------------------------------------------


def two(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


class Trumps:
    """The order of the cards of a hand: a class is a list of rungs, a rung a set of cards."""

    def __init__(self, sheet: str, level: str, trump: str) -> None:
        self.sheet, self.level, self.trump = sheet, level, trump
        top = TRUMP_TOP.get(sheet, ["LJ", "BJ"])
        self.classes: dict[str, list[set[str]]] = {}
        for suit in "shcd":
            plain = [{rank + suit} for rank in RANKS if rank != level and rank + suit not in top]
            self.classes["T" if suit == trump else suit] = plain
        of_level = {level + suit for suit in "shcd" if level + suit not in top}
        main = {card for card in of_level if card[1] == trump}
        trumps = self.classes.setdefault("T", [])
        self.plain = len(trumps)
        trumps += [rung for rung in (of_level - main, main) if rung]
        trumps += [{card} for card in top]

    def of(self, card: str) -> str:
        return next(name for name, rungs in self.classes.items() if any(card in rung for rung in rungs))

    def linked(self, name: str, below: int) -> bool:
        """Whether pairs on a rung and on the next can be of one tractor."""
        if name != "T":
            return True
        low, high = self.classes["T"][below], self.classes["T"][below + 1]
        if below + 1 < self.plain:
            whole = [RANKS.index(next(iter(each))[0]) for each in (low, high)]
            return self.sheet != "chaodipi" or whole[1] - whole[0] == 1
        if low == {"LJ"} and high == {"BJ"}:
            return True
        return self.sheet in LINKED

    def tractors(self, cards: Sequence[str]) -> list[int]:
        """How many pairs each tractor of some cards has; none of cards of several classes."""
        names = {self.of(card) for card in cards}
        if len(names) != 1:
            return []
        [name] = names
        held = Counter(cards)
        paired = [any(held[card] == 2 for card in rung) for rung in self.classes[name]]
        return self.runs(name, paired)

    def runs(self, name: str, paired: list[bool]) -> list[int]:
        found, run = [], 0
        for at, here in enumerate([*paired, False]):
            if here and run and self.linked(name, at - 1):
                run += 1
                continue
            if run > 1:
                found.append(run)
            run = int(here)
        return found

    def ruffs(self, cards: Sequence[str], led: Sequence[str], held: Sequence[str]) -> bool:
        """Whether trumps alone follow a side suit in full of which the seat has nothing."""
        names = {self.of(card) for card in led}
        void = not any(self.of(card) in names for card in held)
        return (
            len(names) == 1
            and "T" not in names
            and void
            and {self.of(card) for card in cards} == {"T"}
            and len(cards) == len(led)
        )

    def throw(self, cards: Sequence[str]) -> bool:
        """Whether a lead is more than a single, a pair, a tractor, or a 5·10·K where there is one."""
        if len(cards) == 1 or (len(cards) == 2 and len({*cards}) == 1):
            return False
        if self.sheet == "chaodipi" and len(cards) == 3 and {card[0] for card in cards} == {*"5TK"}:
            return len({card[1] for card in cards}) != 1
        return self.tractors(cards) != [len(cards) // 2] or len(cards) % 2 == 1


Acts = defaultdict[str, defaultdict[str, list[tuple[int, int]]]]
"""By seat and act the size and ply of each."""


def no_acts() -> Acts:
    return defaultdict(lambda: defaultdict(list))


def acts_in_tricks(trumps: Trumps, frames: Sequence[Any]) -> Acts:
    acts = no_acts()
    led: list[str] = []
    for before, now in pairwise(frames):
        cards, seat = two(now.cards), now.seat
        for pairs in trumps.tractors(cards) if len(cards) > 3 else ():
            acts[seat]["tractor"].append((pairs, now.ply))
        if now.play == 1:
            led, tried = cards, two(now.attempted or now.cards)
            names = ["throw"] if trumps.throw(tried) else []
            for name in [*names, *(["failed_throw"] if now.attempted else [])]:
                acts[seat][name].append((len(tried), now.ply))
        elif trumps.ruffs(cards, led, before.hands[seat]) and now.winner == seat:
            acts[seat]["ruff"].append((len(led), now.ply))
    return acts


def in_tricks(record: Record, frames: Sequence[Any], hand: Any, deal: Any) -> Iterator[tuple[str, Read]]:
    trumps = Trumps(record.sheet, hand.level, hand.trump)
    acts = acts_in_tricks(trumps, frames)
    through = not any(frames[-1].hands.values())
    sides = ("EW", "NS")
    bank = next(side for side in sides if hand.dealer in side)
    kept = keeps(record, hand, bank, deal)
    for side in sides:
        has = side == bank
        facts = {"bank": has, "attack": not has}
        if hand.attackers is not None:
            facts["shutout"] = has and hand.attackers <= 0
        if kept is not None:
            facts |= {"won": kept == has, "lost": kept != has}
            if record.sheet != "shuangkou":
                facts |= {"bank_held": has and kept, "bank_lost": has and not kept, "bank_taken": not has and not kept}
        if deal["kitty"] and through:
            facts["kitty_captured"] = not has and hand.winners[-1] in side
        for seat in side:
            own = frames[0].hands[seat]
            numbers = {
                "trumps": sum(trumps.of(card) == "T" for card in own),
                "level_cards": sum(card[0] == hand.level for card in own if card[1] != "J"),
                **({"points": hand.attackers} if hand.attackers is not None else {}),
            }
            yield seat, Read(numbers, facts | {"banker": seat == hand.dealer}, acts[seat], () if through else ("ruff",))


def keeps(record: Record, hand: Any, bank: str, deal: Any) -> bool | None:
    """Whether the bank's side has the bank after a hand; where it goes round, whether it kept the attackers below 80."""
    if record.sheet == "shuangkou":
        return None if hand.attackers is None else bool(hand.attackers < 80)
    if hand.next_dealer is not None:
        return hand.next_dealer in bank
    if deal["winner"] is not None:
        return bool(deal["winner"] == bank)
    return None if hand.attackers is None else bool(hand.attackers < (100 if deal["flag"] else 80))


def acts_in_climbing(record: Record, frames: Sequence[Any], level: str) -> Acts:
    acts, wilds = no_acts(), frames[0].wild
    for now in frames[1:]:
        made = now.made
        if made is None or made.reading is None:
            continue
        cards, kind = two(now.cards), str(made.reading.kind)
        names = [kind] if kind in {"straight_flush", "four_jokers"} else []
        if kind in {"bomb", "straight_flush", "four_jokers"} and record.sheet != "daguai":
            names.append("bomb")
        if any(card in wilds for card in cards) and stands_for_others(cards, kind, made.reading.key, level, wilds):
            names += [f"wild_{name}" for name in names if name != "four_jokers"]
        for name in names:
            acts[now.seat][name].append((len(cards), now.ply))
    return acts


def in_climbing(record: Record, frames: Sequence[Any], hand: Any, deal: Any) -> Iterator[tuple[str, Read]]:
    acts, finish = acts_in_climbing(record, frames, hand.level), hand.finish or ""
    sides = ("135", "246") if record.sheet == "daguai" else ("EW", "NS")
    half = len(finish) // 2
    for side, other in (sides, sides[::-1]):
        first, last = {*finish[:half]} == {*side}, {*finish[half:]} == {*side}
        won, lost = finish[:1] in side, finish[:1] in other
        if record.sheet == "daguai" and finish:
            won, lost = hand.points[side] > hand.points[other], hand.points[side] < hand.points[other]
        facts = {"won": won, "lost": lost, "both_first": first, "both_last": last} if finish else {}
        if deal["ace_of"] == side and finish:
            facts["ace_passed"] = deal["passed"] and finish[0] in side
        for seat in side:
            own = frames[0].hands[seat]
            numbers = {"wilds": sum(card in frames[0].wild for card in own)}
            if record.sheet != "daguai":
                numbers["level_cards"] = sum(card[0] == hand.level for card in own if card[1] != "J")
            if finish and (record.sheet in {"daguai", "guandan-3"} or not (first or last) or seat in finish[:half]):
                numbers["place"] = finish.index(seat) + 1
            own_facts = facts | ({"first": finish[0] == seat} if finish else {}) | tribute_of(deal, seat, side)
            yield seat, Read(numbers, own_facts, acts[seat])


def stands_for_others(cards: Sequence[str], kind: str, key: str, level: str, wilds: frozenset[str]) -> bool:
    """Whether a wild card of a play stands for another card: more of them than the play has room for as what they are."""
    if kind != "straight_flush":
        return key != level
    if "LJ" in wilds:
        return True
    [suit] = {card[1] for card in cards if card not in wilds}
    order = "A" + RANKS
    top = order.rindex(key)
    run = order[top - 4 : top + 1]
    return not (suit == "h" and level in run and sum(card in wilds for card in cards) == 1)


def tribute_of(deal: Any, seat: str, side: str) -> dict[str, bool]:
    """Who paid, and whose side refused: those who were last in the hand before owe."""
    if not deal["owed"]:
        return {}
    return {"tribute_paid": seat in deal["payers"], "tribute_refused": deal["resisted"] and deal["before"][-1] in side}


def second_reading(path: Path) -> dict[tuple[str, str, int, str], Read]:
    """By sheet, match, hand and seat."""
    found = {}
    for record in paipu.read(path):
        audited = paipu.audit(record)
        of_tricks = record.sheet in {"shengji", "shengji-botzone", "chaodipi", "shuangkou"}
        before: str | None = None
        levels: dict[str, str] = {}
        for hand, came, after in zip(record.game.hands, audited.hands, [*audited.hands[1:], None], strict=True):
            last = after is None
            gifts = hand.tribute or ()
            payers = {*(before or "")[-2:]} if before and {*before[:2]} in ({*"EW"}, {*"NS"}) else {*(before or "")[-1:]}
            at_level = [side for side, each in levels.items() if each == "A"]
            first_side = None if before is None or record.sheet == "daguai" else "EW" if before[0] in "EW" else "NS"
            deal: dict[str, Any] = {
                "kitty": bool(hand.deal and hand.deal.get("kitty")),
                "winner": audited.match.winner if last and audited.match.reason == "passed" else None,
                "flag": record.sheet == "chaodipi" and came.level not in {*RANKS},
                "owed": before is not None and record.sheet != "daguai",
                "before": before or "",
                "resisted": hand.resisted,
                "payers": {text[0] for text in gifts} & payers,
                "ace_of": first_side if came.level == "A" and first_side in at_level else None,
                # who passes begins the next game at 2, and who does not plays A again if his side was first
                "passed": audited.match.reason == "passed" if after is None else after.level != "A",
            }
            frames = paipu.states(record, hand.no)
            read_hand = in_tricks if of_tricks else in_climbing
            for seat, own in read_hand(record, frames, came, deal):
                cards = Counter(frames[0].hands[seat])
                jokers = {"big_jokers": cards["BJ"], "little_jokers": cards["LJ"], "jokers": cards["BJ"] + cards["LJ"]}
                facts = {"both_big_jokers": cards["BJ"] >= 2}
                found[record.sheet, record.id, hand.no, seat] = own._replace(
                    numbers=jokers | own.numbers, facts=facts | own.facts
                )
            over = deal["ace_of"] is not None and deal["passed"] and (came.finish or "")[0] in deal["ace_of"]
            before, levels = (None, {}) if over else (came.finish, dict(came.levels or {}))
    return found


# --- Held against each other -------------------------------------------------------------------------------


def met(own: Read, sheet: str, condition: Condition) -> tuple[bool | None, int | None]:
    """Whether a condition is met, None where it cannot be told, and the first ply of the plays by which it is."""
    key, form = condition.key, KINDS[condition.key].form
    if sheet not in sheets_of(key):
        return None, None
    if form == "fact":
        return own.facts.get(key), None
    compared, number = condition.compared or ">=", condition.number if condition.number is not None else 1
    if form != "act":
        value = own.numbers.get(key)
        return (None if value is None else holds(value, compared, number)), None
    if key in own.untold:
        return None, None
    fits = [ply for size, ply in own.acts.get(key, ()) if condition.compared is None or holds(size, compared, number)]
    return bool(fits), min(fits, default=None)


def holds(value: int, compared: str, number: int) -> bool:
    return {
        ">=": value >= number,
        "<=": value <= number,
        ">": value > number,
        "<": value < number,
        "=": value == number,
        "!=": value != number,
    }[compared]


def expected(reading: dict[tuple[str, str, int, str], Read], expression: Any) -> Found:
    """Who meets an expression: what cannot be told is neither so nor not so."""

    def value(own: Read, sheet: str, part: Any) -> tuple[bool | None, int | None]:
        if isinstance(part, Condition):
            return met(own, sheet, part)
        if hasattr(part, "part"):
            inner, _ = value(own, sheet, part.part)
            return (None if inner is None else not inner), None
        each = [value(own, sheet, one) for one in part.parts]
        told = [so for so, _ in each]
        if part.by == "and":
            so = False if False in told else None if None in told else True
            plies = [ply for _, ply in each if ply is not None]
        else:
            so = True if True in told else None if None in told else False
            plies = [ply for fits, ply in each if fits and ply is not None]
        return so, min(plies, default=None)

    found: Found = {}
    for (sheet, match, hand, seat), own in reading.items():
        so, ply = value(own, sheet, expression)
        if so:
            found[match, hand, seat] = ply
    return found


def told(reader: Reader, said: str, filters: Filters = NO_FILTERS, **more: Any) -> Found:
    rows = find(reader, read(said), filters, **more).rows
    return {(row["match"], row["hand"], row["seats"]): row["ply"] or None for row in rows.iter_rows(named=True)}


def loaded(folder: Path, matches: int, faults: float = 0.0, hands: int | None = None) -> tuple[Reader, Path]:
    path = folder / "made.ndjson"
    made = [each for sheet in FAULTS for each in sample(5, matches, faults, sheet=sheet, hands=hands)]
    path.write_bytes(b"".join(to_line({**each, "id": f"{each['sheet']}/{each['id']}"}) for each in made))
    with Warehouse.open(folder / "warehouse") as warehouse:
        load([str(path)], warehouse)
    return Reader(folder / "warehouse"), path


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reader, dict[tuple[str, str, int, str], Read]]:
    reader, path = loaded(tmp_path_factory.mktemp("find"), 1, hands=4)
    return reader, second_reading(path)


def asked_of(key: str, rng: random.Random) -> Iterator[str]:
    """A condition as it may be asked: alone, and compared."""
    form = KINDS[key].form
    name = rng.choice([*NAMES[key], key])
    if form != "number":
        yield name
    if form in {"count", "number"}:
        top = 120 if key == "points" else 4
        yield f"{name}{rng.choice(['>=', '<=', '=', '>', '<', '!='])}{rng.randint(0, top)}"
    elif form == "act":
        yield f"{name}{rng.choice(['>=', '<=', '=', '>', '<'])}{rng.randint(2, 6)}"
        yield f"{name}({rng.randint(2, 6)})"


def random_expression(rng: random.Random, depth: int = 0) -> str:
    roll = rng.random()
    if depth > 2 or roll < 0.4:
        return rng.choice([*asked_of(rng.choice([*KINDS]), rng)])
    if roll < 0.55:
        return f"not {random_expression(rng, depth + 1)}" if rng.random() < 0.5 else f"非({random_expression(rng, depth + 1)})"
    word = rng.choice([" and ", " or ", "且", " 或 "])
    return f"({word.join(random_expression(rng, depth + 1) for _ in range(rng.randint(2, 3)))})"


def hold(reader: Reader, reading: dict[tuple[str, str, int, str], Read], asked: Sequence[str]) -> None:
    for said in asked:
        assert told(reader, said) == expected(reading, read(said)), said


def test_every_condition_finds_what_a_second_reading_finds(
    both: tuple[Reader, dict[tuple[str, str, int, str], Read]],
) -> None:
    rng = random.Random(7)
    alone = rng.sample([*KINDS], 8)
    hold(*both, [*(rng.choice([*asked_of(key, rng)]) for key in alone), *(random_expression(rng) for _ in range(5))])


@pytest.mark.deep
def test_every_condition_finds_what_a_second_reading_of_two_thousand_matches_finds(tmp_path: Path) -> None:
    reader, path = loaded(tmp_path, 2_000 // len(FAULTS) + 1)
    reading = second_reading(path)
    for sheet in FAULTS:  # so that the sample has something of everything that there can be
        for key in KINDS:
            if sheet in sheets_of(key) and key != "shutout":  # which ordinary players hardly ever make
                assert told(reader, f"{key}>=0" if KINDS[key].form == "number" else key, sheet=sheet), (sheet, key)
    rng = random.Random(8)
    hold(reader, reading, [each for key in KINDS for _ in range(3) for each in asked_of(key, rng)])
    hold(reader, reading, [random_expression(rng) for _ in range(200)])


def test_faults_leave_what_is_found_in_place(tmp_path: Path) -> None:
    """Of records with faults too every row stands where the record has that seat and hand, and a play of it at that ply."""
    reader, path = loaded(tmp_path, 1, 1.0, hands=2)
    records = {record.id: record for record in paipu.read(path)}
    found = find(reader, read("bomb or tractor or throw or ruff or straight flush"), Filters()).rows
    assert found.height
    for row in found.iter_rows(named=True):
        frame = paipu.states(records[row["match"]], row["hand"])[row["ply"]]
        assert frame.seat == row["seats"]


def test_filters_narrow_a_search_as_they_narrow_statistics(both: tuple[Reader, Any]) -> None:
    reader, _ = both
    every = told(reader, "won or not won")
    dealt = reader.query("SELECT match, hand, seat, bank FROM seat_hands WHERE bank IS NOT NULL ORDER BY ALL").rows()
    banks = {(match, hand, seat) for match, hand, seat, bank in dealt if bank}
    assert {*told(reader, "won or not won", Filters(bank=True))} == {*every} & banks
    assert {seat for _, _, seat in told(reader, "won or not won", Filters(seat="N"))} == {"N"}
    assert {hand for _, hand, _ in told(reader, "won or lost", Filters(first=2), sheet="guandan-1")} == {1, 2}
    player = reader.query("SELECT min(player) AS p FROM seats")["p"][0]
    rows = find(reader, read("won or lost"), Filters(members=(player,))).rows
    assert rows.height
    assert {*rows["player"]} == {player}
    assert told(reader, "won", Filters(level="5")).keys() <= {
        (match, hand, seat)
        for match, hand, seat in every
        if (match, hand) in {*reader.query("SELECT match, hand FROM computed WHERE ruled_level = '5' ORDER BY ALL").rows()}
    }


def test_so_many_are_listed_and_all_are_counted(both: tuple[Reader, Any]) -> None:
    reader, _ = both
    whole, some = (find(reader, read("won"), Filters(), most=most) for most in (None, 5))
    assert whole.total == some.total == whole.rows.height > some.rows.height == 5
    assert some.rows.equals(whole.rows.head(5))


# --- The language ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("bomb>=6 and lost", "炸弹>=6 且 负"),
        ("BOMB ≥ 6 AND the hand lost", "炸弹>=6 且 负"),
        ("both big jokers held and the hand lost", "双大王 且 负"),
        ("throw failed and cost the bank", "甩牌失败 且 丢庄"),
        ("wild used in a straight flush", "配同花顺"),
        ("tractor(3)", "拖拉机=3"),
        ("拖拉机（3）且非胜", "拖拉机=3 且 非 胜"),
        ("won or lost and bank", "胜 或 (负 且 坐庄)"),
        ("not won and lost", "非 胜 且 负"),
        ("!(won|lost)&points<0", "非 (胜 或 负) 且 攻方得分<0"),
        ("failed_throw", "甩牌失败"),
        ("被双下", "被双下"),
    ],
)
def test_an_expression_is_read_back(said: str, meant: str) -> None:
    assert written(read(said), "zh") == meant
    assert read(written(read(said), "zh")) == read(written(read(said), "en")) == read(said)


@pytest.mark.parametrize(
    ("said", "key", "at"),
    [
        ("", "empty", 0),
        ("   ", "empty", 0),
        ("bomb>=6 and lots", "unknown", 12),
        ("bomb>=", "number", 6),
        ("bomb>=x", "number", 6),
        ("bomb>=1234", "large", 6),
        ("bomb>=99999999999999999999999999", "large", 6),
        ("(bomb", "close", 0),
        ("bomb)", "open", 4),
        ("bomb lost", "joined", 5),
        ("bomb and", "condition", 8),
        ("and bomb", "condition", 0),
        ("points", "compare", 0),
        ("lost or won>3", "plain", 8),
        ("bomb!=4", "unequal", 0),
        ("bomb'; DROP TABLE matches; --", "joined", 4),
        ("炸弹>=6 且 输了没", "joined", 9),
        ("x" * (LONGEST + 1), "long", LONGEST),
        (" or ".join(["won"] * (MOST + 1)), "many", 7 * MOST),
        ("(" * (DEEPEST + 1) + "won" + ")" * (DEEPEST + 1), "deep", DEEPEST + 1),
        ("not " * (DEEPEST + 1) + "won", "deep", 4 * (DEEPEST + 1)),
    ],
)
def test_what_cannot_be_read_is_shown_at_its_place(said: str, key: str, at: int) -> None:
    with pytest.raises(WrongExpressionError) as wrong:
        read(said)
    assert (wrong.value.key, wrong.value.at) == (key, at)
    if key not in {"empty", "long"}:
        for message in wrong.value.message:
            assert str(at + 1) in message
            assert f"▸{said[at : at + 10]}" in message


def test_random_text_is_read_or_refused() -> None:
    rng = random.Random(4)
    words = [
        *"()<>=!&|0123456789 '\";-_",
        "and",
        "or",
        "not",
        "且",
        "非",
        *(name for names in NAMES.values() for name in names),
    ]
    for _ in range(3_000):
        said = "".join(rng.choice(words) for _ in range(rng.randint(0, 12)))
        try:
            found = read(said)
        except WrongExpressionError:
            continue
        assert read(written(found, "en")) == found


def test_the_deepest_and_longest_expression_is_answered(both: tuple[Reader, Any]) -> None:
    reader, _ = both
    inner = "bomb"
    for depth in range(DEEPEST):
        inner = f"(won and lost or {inner})" if depth < 7 else f"({inner})"
    assert told(reader, inner) == told(reader, "bomb")


def test_every_name_is_of_one_condition_and_no_sheet_lacks_all() -> None:
    for key, names in NAMES.items():
        assert all(read(name if KINDS[key].form != "number" else f"{name}=1") for name in names)
        assert sheets_of(key)
    assert never_on(read("tractor and not bomb and won"), "guandan-1") == ["tractor"]
    assert all(len([key for key in KINDS if sheet in sheets_of(key)]) > 10 for sheet in SHEETS)
