"""Integrity: what is planted is found, and where nothing is planted hardly anybody is named."""

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
import scipy.stats

from paipu.analytics.chance import (
    FIRST_SHUFFLES,
    SHUFFLES,
    Examined,
    Kinds,
    Permutation,
    Question,
    centred,
    controlled,
    permuted,
    thinks,
    together,
    varied,
)
from paipu.analytics.integrity import (
    examined,
    habits,
    hesitations,
    in_records,
    leanings,
    same_deals,
    signals,
)
from paipu.analytics.turns import ENOUGH_TURNS, TOLD_APART, Facts, Turn, chosen, deals_of, facts_of, turns_of
from paipu.replay.cards import split_cards
from paipu.replay.family import hand_view, hand_views
from paipu.replay.sheets import CLIMBING_SHEETS, TRICK_SHEETS
from paipu.replay.tricks import legal
from paipu.replay.tricks.trump import trump_context
from paipu.replay.tricks.units import lead_shape
from paipu.samples.document import record_of
from tests.analytics.even import even_event, loaded, tossed
from tests.analytics.power import MATCHES, SIZES, TABLE, measured, paces_of
from tests.made import make_match
from tests.many import every

SHEETS_OF_NULL = (("shengji", 3), ("chaodipi", 3), ("guandan-1", 2))


@pytest.mark.parametrize("most", [TOLD_APART, 10_000])
@pytest.mark.parametrize(("sheet", "to_pass"), [("shengji", 0), ("shuangkou", 0), ("guandan-1", 1), ("daguai", 1)])
def test_choices_are_the_alternatives_counted(sheet: str, to_pass: int, most: int) -> None:
    record = record_of(make_match(3, 1, sheet=sheet, hands=1))
    view = hand_view(record, 0)
    counted = list(view.choices(most, view.sheet.seats))
    assert len(counted) == len(list(view.states())) - 1
    for ply in range(1, len(counted) + 1, 7):
        told: Any = view.alternatives(ply)
        if counted[ply - 1] is not None:
            assert counted[ply - 1] == min(told.total + to_pass, most), ply
        elif not to_pass:
            assert told.total is None, ply
    assert any(count == 1 for count in counted)
    assert any(count is not None and count > 3 for count in counted)


@pytest.mark.parametrize("matches", [1, pytest.param(40, marks=pytest.mark.deep)])
@pytest.mark.parametrize("sheet", every(2, CLIMBING_SHEETS))
def test_plays_are_counted_as_they_are_listed(sheet: str, matches: int) -> None:
    counted = 0
    for number in range(1, matches + 1):
        for view in hand_views(record_of(make_match(number, number, sheet=sheet, hands=2))):
            for ply, count in enumerate(view.choices(10_000, view.sheet.seats), start=1):
                if count is not None:
                    listed: Any = view.alternatives(ply, 1)
                    assert count == listed.total + 1, (number, view.number, ply)
                    counted += 1
    assert counted > 100


def test_what_takes_long_to_count_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tractor of five pairs is led to nineteen trumps: hundreds of thousands of follows, of which one is legal."""
    shengji = TRICK_SHEETS["shengji"]
    ctx = trump_context("2", "s", shengji.cards)
    lead = ctx.as_lead(ctx.parse("3s3s4s4s5s5s6s6s7s7s"))
    hand = ctx.pack(split_cards("8s8s9s9sTsTsJsJsQsQsKsAs2h2c2d2sLJBJ6s3h4h5h6h7h"))
    counted = legal.count_follows(ctx, shengji.follow, hand, lead, lead_shape(ctx, lead), TOLD_APART)
    assert counted is None
    monkeypatch.setattr(legal, "COUNTED_AT_MOST", 1_000_000)
    assert legal.count_follows(ctx, shengji.follow, hand, lead, lead_shape(ctx, lead), 1) == 1


@pytest.mark.parametrize("sheet", ["guandan-1", "daguai"])
def test_counting_writes_and_parses_no_plays(sheet: str) -> None:
    """It took half of the time that judging the turns of a warehouse takes."""
    views: Any = hand_views(record_of(make_match(3, 1, sheet=sheet, hands=2)))
    for view in views:
        machine = view.machine()
        list(view.states())  # parses what was played
        before = dict(machine.ctx.plays)
        assert any(count is not None and count > 3 for count in view.choices(TOLD_APART, view.sheet.seats))
        assert machine.ctx.plays == before


def turns(seed: int, count: int = 300, *, slow: str = "", told: str = "") -> list[Turn]:
    """Turns of four players by chance; `slow` thinks long where he has no choice, the partner of `told` plays after his long
    thinks.
    """
    rng = random.Random(seed)
    made = []
    for number in range(count * 4):
        player = "abcd"[number % 4]
        choices = rng.choice([1, 1, 2, 3, 5, 8])
        seconds = rng.lognormvariate(1, 0.5) * (2 if player == slow and choices == 1 else 1)
        answer = rng.random() < (0.8 if player == told and seconds > 4 else 0.5)
        made.append(
            Turn(player, "a + c" if player in "ac" else "b + d", (player, False, 0), choices, seconds, answer, ("m", 1, number))
        )
    return made


def test_who_thinks_longer_with_nothing_to_choose_is_named() -> None:
    found = controlled(permuted(list(hesitations("shengji", turns(1, slow="b")))))
    assert [each.unit for each in found if each.named] == ["b"]
    assert found[0].effect < 0
    assert found[0].places
    assert not any(each.named for each in controlled(permuted(list(hesitations("shengji", turns(2))))))


def test_a_partner_who_acts_after_long_thinks_is_named() -> None:
    found = controlled(list(signals("shengji", turns(3, told="a"))))
    assert [each.unit for each in found if each.named] == ["a + c"]
    assert not any(each.named for each in controlled(list(signals("shengji", turns(6)))))


def test_few_turns_are_not_tested() -> None:
    assert list(hesitations("shengji", turns(1, 14, slow="b"))) == []
    assert list(signals("shengji", turns(1, 14, told="a"))) == []


def test_the_same_turns_in_another_order_give_the_same() -> None:
    made = turns(5, slow="c")
    assert permuted(list(hesitations("shengji", made))) == permuted(list(hesitations("shengji", made[::-1])))
    assert list(signals("shengji", made)) == list(signals("shengji", made[::-1]))


def test_the_same_deal_twice_is_named() -> None:
    one, other = (record_of(make_match(3, number, hands=2)) for number in (1, 2))
    assert not any(each.named for each in same_deals({("shengji", "e"): [*deals_of(one), *deals_of(other)]}))
    again = replace(other, hands=(other.hands[0], replace(one.hands[1], no=2)))
    [found] = controlled(list(same_deals({("shengji", "e"): [*deals_of(one), *deals_of(again)]})))
    assert found.named
    assert found.places == ((one.id, 2, 0), (other.id, 2, 0))


def test_corrections_that_all_go_one_way_are_named(tmp_path: Path) -> None:
    """Ten matches of the same pairs, each recorded again with more points for one of them."""
    documents = []
    for number in range(10):
        document = make_match(3, 1, hands=2)
        document |= {"id": f"m{number}", "claims": document["claims"] | {"winner": "EW", "reason": "ruling"}}
        hand = document["hands"][1]
        way = 5 if hand["claims"]["attackers"] is not None and str(hand.get("dealer", "E")) in "NS" else -5
        claims = hand["claims"] | {"attackers": hand["claims"]["attackers"] + way}
        documents += [document, document | {"hands": [document["hands"][0], hand | {"claims": claims}]}]
    found = [each for each in examined(loaded(tmp_path / "a", documents)) if each.test == "correction"]
    assert {(each.unit, each.effect, each.named) for each in found} == {("p001 + p002", 1.0, True), ("p031 + p032", 0.0, False)}


def test_false_discoveries_are_controlled_over_all_tests_of_a_kind() -> None:
    rows = [Examined("signal", "shengji", str(number), 60, 0.1, p) for number, p in enumerate([0.02, *[0.5] * 9])]
    assert not any(each.named for each in controlled(rows))
    assert next(each.q for each in controlled(rows)) == pytest.approx(0.2)
    assert controlled([]) == []


def test_each_kind_of_test_is_a_family_of_its_own() -> None:
    """What a test finds does not depend on how many units another test was asked of."""
    rows = [Examined("signal", "shengji", "a + c", 60, 0.1, 0.02)]
    others = [Examined("hesitation", "shengji", str(number), 60, 0.1, 0.5) for number in range(50)]
    [found] = [each for each in controlled([*rows, *others]) if each.test == "signal"]
    assert (found.q, found.named) == (0.02, True)


def family(tests: int, signals: int) -> list[Permutation]:
    """Units of which some hesitate beyond doubt, the others by chance."""
    rng = np.random.default_rng(7)
    made = []
    for number in range(tests):
        kinds, fixed = np.repeat(np.arange(4), 20), rng.normal(size=80)
        moved = fixed + 0.01 * rng.normal(size=80) if number < signals else rng.normal(size=80)
        made.append(Permutation(Examined("hesitation", "shengji", f"u{number:04}", 80, 0.0, 1.0), kinds, fixed, moved))
    return made


def test_what_is_asked_of_all_kinds_at_once_is_what_each_tells_alone() -> None:
    rng = np.random.default_rng(3)
    of, values = rng.integers(0, 40, size=300), rng.integers(1, 6, size=300).astype(np.float64)
    kinds = Kinds(of)
    for kind in np.unique(of):
        at = of == kind
        ranks = scipy.stats.rankdata(values[at]) / at.sum()
        assert centred(kinds, values)[at] == pytest.approx(ranks - ranks.mean())
        assert (thinks(kinds, values)[at] == (values[at] > np.quantile(values[at], 0.75))).all()
        assert (varied(kinds, values)[at] == (np.ptp(values[at]) > 0)).all()


def test_one_true_signal_among_all_that_are_tested_can_be_named() -> None:
    """With 9,999 shuffles the least p value is 0.0001, which among 600 units names nobody alone."""
    asked = family(600, 1)
    assert [each.unit for each in controlled(permuted(asked)) if each.named] == ["u0000"]
    assert asked[0].done > SHUFFLES
    assert sum(each.done for each in asked) < 600 * 1000, "who does nothing is through soon"


def test_many_signals_need_no_more_shuffles_than_name_them_all() -> None:
    asked = family(40, 20)
    found = [each for each in controlled(permuted(asked)) if each.named]
    assert {each.unit for each in found} >= {f"u{number:04}" for number in range(20)}
    assert {each.done for each in asked[:20]} == {FIRST_SHUFFLES}


def test_what_permutations_come_to_is_known_exactly() -> None:
    kinds, answers, long = np.array([0, 0, 0, 0, 1, 1, 1]), np.array([1.0, 0, 1, 0, 1, 1, 0]), np.array([1.0, 0, 1, 0, 0, 1, 0])
    expected = 1.0 + 2 / 3
    ways = [(*first, *second) for first in permutations(long[:4]) for second in permutations(long[4:])]
    beyond = [abs(answers @ np.array(each) - expected) >= abs(answers @ long - expected) - 1e-9 for each in ways]
    assert together(kinds, answers, long) == pytest.approx(sum(beyond) / len(beyond))


def habitual(seed: int, slow: str = "", by: float = 1.6) -> list[Turn]:
    """Twelve matches of four players, of whom one always takes so many times as long over a pass."""
    rng = random.Random(seed)
    made = []
    for match in range(12):
        for number in range(80):
            player, passed = "abcd"[number % 4], rng.random() < 0.4
            seconds = rng.lognormvariate(0.7 if passed else 1, 0.5) * (by if passed and player == slow else 1)
            kind = (player, passed, 0)
            made.append(Turn(player, "a + c", kind, rng.choice([1, 2, 5]), seconds, None, (f"m{match:02}", 1, number)))
    return made


def test_who_is_always_slow_on_a_pass_is_named() -> None:
    """A habit that is there whatever the number of legal plays, so that turns of one kind do not show it."""
    made = habitual(1, "b")
    assert [(each.unit, each.sample) for each in controlled(list(habits("guandan-1", paces_of(made)))) if each.named] == [
        ("b", 12)
    ]
    assert not any(each.named for each in controlled(permuted(list(hesitations("guandan-1", made)))))
    assert not any(each.named for each in controlled(list(habits("guandan-1", paces_of(habitual(2))))))
    assert list(habits("guandan-1", paces_of(made))) == list(habits("guandan-1", paces_of(made[::-1])))
    assert list(habits("guandan-1", paces_of([turn for turn in made if turn.place[0] < "m05"]))) == []


def test_a_turn_knows_its_place(tmp_path: Path) -> None:
    document = make_match(3, 1, hands=1)
    made = list(turns_of(record_of(document)))
    plays = [cards for trick in document["hands"][0]["tricks"] for cards in trick.split(" ")[1:]]
    assert {turn.place[2] for turn in made} < set(range(1, len(plays) + 1))
    assert all(turn.seconds > 0 for turn in made)
    silent = {**document, "hands": [{key: value for key, value in document["hands"][0].items() if key != "seconds"}]}
    assert list(turns_of(record_of(silent))) == []
    assert examined(loaded(tmp_path / "b", [silent])) == []


@pytest.mark.parametrize("sheet", ["shengji", "guandan-1"])
def test_reading_counts_the_turns_that_judging_tells_of(sheet: str) -> None:
    """So that who is chosen for having too few turns gets them; and paces are of all follows, known hands or not."""
    document = make_match(3, 1, sheet=sheet, hands=2)
    record = record_of(document)
    facts, told = facts_of(record), Counter(turn.player for turn in turns_of(record))
    assert facts.turns == told
    assert len(told) == 4
    assert {pace.player for pace in facts.paces} == (set(told) if sheet == "guandan-1" else set())
    bare = [{key: value for key, value in hand.items() if key != "deal"} for hand in document["hands"]]
    untold = record_of({**document, "hands": bare})
    assert facts_of(untold).turns == dict.fromkeys(told, 0) | Counter(turn.player for turn in turns_of(untold))
    assert facts_of(untold).paces == facts.paces
    broken = record_of(
        {**document, "hands": [{**hand, "tricks": hand["tricks"][:5], "seconds": hand["seconds"][:5]} for hand in bare]}
    )
    assert set(facts_of(broken).turns.values()) == {0}
    assert list(turns_of(broken)) == []


def test_matches_are_chosen_by_a_hash_until_each_player_has_enough() -> None:
    def told(match: str, count: int, *players: str) -> Facts:
        return Facts(match, "shengji", None, dict.fromkeys(players, count), (), (), ())

    facts = [told(f"m{number}", ENOUGH_TURNS // 3, "a", "b") for number in range(30)]
    facts += [told(f"n{number}", ENOUGH_TURNS // 3, "a", "c") for number in range(30)]
    few = [told("few", 5, "d"), told("none", 0, "e")]
    taken = chosen([*facts, *few])
    assert taken == chosen([*few, *facts[::-1]])
    assert "few" in taken
    assert "none" not in taken
    of = {player: sum(player in players for players in taken.values()) for player in "abc"}
    assert of == dict.fromkeys("abc", 4)


def test_what_was_looked_at_is_told(tmp_path: Path) -> None:
    """Of the tests of think times some matches, of the others all."""
    documents = [make_match(3, 1, sheet="guandan-1", hands=2) | {"id": f"m{number}"} for number in range(24)]
    least = min(facts_of(record_of(documents[0])).turns.values())
    found = examined(loaded(tmp_path / "w", documents))
    told = {(each.test, each.matches, each.of) for each in found}
    assert {of for _, _, of in told} == {24}
    assert {matches for test, matches, _ in told if test == "hesitation"} == {-(-ENOUGH_TURNS // least)}
    assert {matches for test, matches, _ in told if test == "habit"} <= {24}
    assert found == examined(loaded(tmp_path / "again", documents[::-1]))


def test_the_turns_of_a_sheet_are_tested_together_whatever_the_ids_of_its_matches(tmp_path: Path) -> None:
    """Few records are judged at a time, and the next sheet only when one is done."""
    sheets = ("guandan-1", "shengji")
    documents = [
        make_match(3, number, sheet=sheet, hands=2) | {"id": f"m{number:02}-{sheet}"}
        for number in range(1, 13)
        for sheet in sheets
    ]
    reader = loaded(tmp_path / "w", documents)
    alone = [each for sheet in sheets for each in examined(reader, sheet) if each.test != "same_deal"]
    told = [each for each in examined(reader) if each.test != "same_deal"]
    assert {each._replace(q=1.0, named=False) for each in told} == {each._replace(q=1.0, named=False) for each in alone}
    assert {each.test for each in told} >= {"hesitation", "signal"}


def test_what_each_test_finds_is_measured_and_written_down() -> None:
    """`make integrity`: who does nothing is named in 5 events of 100 or fewer, or a little more by chance."""
    text = TABLE.read_text(encoding="utf-8")
    assert {test for test in get_args(Question) if f"`{test}`" in text} == {*get_args(Question)}
    for test in SIZES:
        lines = text.split(f"## `{test}`")[1].split("\n## ")[0].splitlines()
        rates = [float(line.split("|")[3]) for line in lines if line.startswith("| nothing")]
        assert len(rates) == len(MATCHES)
        assert max(rates) <= 10
    assert measured("habit", SIZES["habit"][-1], MATCHES[0], 2).named == 100


def named_in(seed: int) -> list[Examined]:
    sheet, hands = SHEETS_OF_NULL[seed % len(SHEETS_OF_NULL)]
    played = even_event(seed, 8, 28, sheet, hands)
    facts = [*map(facts_of, played)]
    record = {each.id: each for each in played}
    turns = [turn for match, players in sorted(chosen(facts).items()) for turn in turns_of(record[match], players)]
    found = controlled([*in_records(facts, [(sheet, turns)]), *leanings(tossed(seed, played))])
    expected = {"hesitation": 16, "signal": 8, "correction": 8, "same_deal": 1}
    assert Counter(each.test for each in found) == expected | ({"habit": 16} if sheet == "guandan-1" else {})
    return [each for each in found if each.named]


def test_an_even_event_names_nobody() -> None:
    assert named_in(0) == []


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_in_200_even_events_no_test_names_anybody_in_more_than_5_of_100() -> None:
    """Chance lets a rate of 5 in 100 come to 18 of 200 in one of a hundred runs."""
    named = [{each.test for each in named_in(seed)} for seed in range(200)]
    events = Counter(test for each in named for test in each)
    print(f"of 200 events: {events}")  # noqa: T201 - the figure is the result
    assert all(count <= 18 for count in events.values())


def test_the_library_of_the_tests_is_loaded_while_the_workers_read() -> None:
    """It takes a second."""
    asked = "import sys, paipu.analytics.integrity; print('scipy.stats' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True).stdout.strip() == b"False"
