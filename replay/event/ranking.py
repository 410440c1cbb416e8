"""Ranking by a list of keys: each parts those whom the keys before have left equal, and every step of it is told."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from paipu.replay.event_rules import LOT, Key

ValueOf = Callable[[Key, str, Sequence[str]], int | None]
"""What a key gives an entrant, among those who are equal so far; None if that is not known."""


MOST_TIED: Final = 8
"""Of those who are equal so many are named: hundreds may be, and each of them has the others."""


class Step(NamedTuple):
    """What one key said of an entrant, and with whom it left him equal: with how many, and the first of them."""

    by: str
    value: int | None
    tied_with: tuple[str, ...] = ()
    tied: int = 0


def step_of(by: str, value: int | None, entrant: str, equal: Sequence[str]) -> Step:
    """What a key said of an entrant whom it left equal to some, of whom he is one."""
    others = [other for other in equal[: MOST_TIED + 1] if other != entrant]
    return Step(by, value, tuple(others[:MOST_TIED]), len(equal) - 1)


class Ranked(NamedTuple):
    """An entrant's place, and how it came about: equal to all those with the same place, the last of whom is at `last`.

    `unknown`: a value that is not known has kept a key from parting them.
    """

    entrant: str
    place: int
    last: int
    derivation: tuple[Step, ...]
    unknown: bool


class _Group(NamedTuple):
    """Some who are equal so far."""

    tied: tuple[str, ...]
    unknown: bool = False
    stopped: bool = False


def rank(entrants: Sequence[str], keys: Sequence[Key], value: ValueOf, *, stop_at_unknown: bool = False) -> list[Ranked]:
    """The entrants in the order of their places; who is equal at the end shares one, in the order given.

    A key of which somebody's value is not known parts nobody. With `stop_at_unknown` no later one parts them either.
    """
    groups = [_Group(tuple(entrants))] if entrants else []
    steps: dict[str, tuple[Step, ...]] = dict.fromkeys(entrants, ())
    for number, key in enumerate(keys):
        parted: list[_Group] = []
        for group in groups:
            if group.stopped or (len(group.tied) == 1 and number):
                parted.append(group)
                continue
            values = {each: value(key, each, group.tied) for each in group.tied}
            for part in _parts(group, values, key, stop_at_unknown=stop_at_unknown):
                parted.append(part)
                for each in part.tied:
                    steps[each] += (step_of(key, values[each], each, part.tied),)
        groups = parted
    ranked: list[Ranked] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [Ranked(each, place, place + len(group.tied) - 1, steps[each], group.unknown) for each in group.tied]
    return ranked


def _parts(group: _Group, values: dict[str, int | None], key: Key, *, stop_at_unknown: bool) -> list[_Group]:
    """A group as a key parts it; of lots the first drawn is the best."""
    told = [value for value in values.values() if value is not None]
    if len(told) < len(values):
        several = len(values) > 1
        return [_Group(group.tied, several, several and stop_at_unknown)]
    parts: dict[int, list[str]] = {value: [] for value in sorted(set(told), reverse=key != LOT)}
    for each in group.tied:
        value = values[each]
        if value is not None:
            parts[value].append(each)
    return [_Group(tuple(part), group.unknown and len(part) > 1) for part in parts.values()]
