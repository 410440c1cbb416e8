"""Ranking by keys: what parts whom, what is told of it, and what is not known."""

from collections.abc import Mapping, Sequence

from paipu.replay.event.ranking import ValueOf, rank
from paipu.replay.event_rules import Key


def by(values: Mapping[str, Mapping[str, int | None]]) -> ValueOf:
    def value(key: Key, entrant: str, tied: Sequence[str]) -> int | None:
        del tied
        return values[key][entrant]

    return value


def test_each_key_parts_those_whom_the_one_before_left_equal() -> None:
    values = {"match_points": {"a": 4, "b": 6, "c": 4, "d": 2}, "big_points": {"a": 7, "b": -9, "c": 8, "d": 99}}
    ranked = rank("abcd", ("match_points", "big_points"), by(values))
    assert [(each.entrant, each.place) for each in ranked] == [("b", 1), ("c", 2), ("a", 3), ("d", 4)]
    assert ranked[1].derivation == (("match_points", 4, ("a",), 1), ("big_points", 8, (), 0))
    assert ranked[0].derivation == (("match_points", 6, (), 0),)


def test_who_is_equal_at_the_end_shares_a_place() -> None:
    ranked = rank("abc", ("wins",), by({"wins": {"a": 1, "b": 2, "c": 1}}))
    assert [(each.entrant, each.place, each.last) for each in ranked] == [("b", 1, 1), ("a", 2, 3), ("c", 2, 3)]
    assert ranked[1].derivation == (("wins", 1, ("c",), 1),)
    assert not ranked[1].unknown


def test_of_lots_the_first_drawn_is_best() -> None:
    ranked = rank("ab", ("wins", "lot"), by({"wins": {"a": 1, "b": 1}, "lot": {"a": 2, "b": 1}}))
    assert [each.entrant for each in ranked] == ["b", "a"]


def test_what_is_not_known_parts_nobody_and_is_told() -> None:
    values: dict[str, dict[str, int | None]] = {
        "wins": {"a": 1, "b": 1},
        "points": {"a": None, "b": 3},
        "lot": {"a": 1, "b": 2},
    }
    ranked = rank("ab", ("wins", "points"), by(values))
    assert [(each.place, each.unknown) for each in ranked] == [(1, True), (1, True)]
    assert ranked[0].derivation[-1] == ("points", None, ("b",), 1)
    later = rank("ab", ("wins", "points", "lot"), by(values))
    assert [(each.entrant, each.place, each.unknown) for each in later] == [("a", 1, False), ("b", 2, False)]
    stopped = rank("ab", ("wins", "points", "lot"), by(values), stop_at_unknown=True)
    assert [(each.place, each.last, each.unknown) for each in stopped] == [(1, 2, True), (1, 2, True)]


def test_one_alone_is_ranked_by_the_first_key() -> None:
    (only,) = rank("a", ("wins", "points"), by({"wins": {"a": 3}, "points": {"a": 1}}))
    assert (only.place, only.derivation) == (1, (("wins", 3, (), 0),))
    assert rank("", ("wins",), by({})) == []
