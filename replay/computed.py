"""What the engine computed, with the same names as the record's `claims`. `None` is "cannot be told from the record"."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from paipu.replay.findings import Finding
from paipu.replay.frozen import frozen

LostBy = Literal["forfeit", "penalty"]
"""How a match was lost that was not lost by play: by a forfeit, or by the penalty that a ruling gives."""


def sides_text(values: Mapping[str, object]) -> str:
    """Levels, points or scores by side in one line, as findings have them.

    >>> sides_text({"EW": "5", "NS": "2"})
    'EW=5 NS=2'
    """
    return " ".join(f"{side}={value}" for side, value in values.items())


class Setting(NamedTuple):
    """How a hand stands in its match, which no score sheet claims.

    `counts`: it belongs to the match and is not void, by a ruling or by the sheet. `finished` (trick-taking sheets): it was
    played out. `levels` are those before the hand, as far as they are known, `in_force` (climbing sheets) the side whose
    level was played, None where that is not known or both began level. `won` is the side that won a game with it, `first`
    the one that has its first place where points go by places, by 记过 too. `owes` has the seats that owed tribute, None
    where that is not known; `gifts` are the cards that changed hands then, as recorded or as the plays tell. `by_claims`: the
    plays do not tell what it came to, and so the score sheet was believed, for the hands after it to be judged by. `double` is
    the side to which a ruling, or what follows from one, gave the last places, in whatever order the cards went out.
    """

    counts: bool = True
    finished: bool = False
    levels: Mapping[str, str] = MappingProxyType({})
    in_force: str | None = None
    won: str | None = None
    first: int | None = None
    owes: str | None = None
    gifts: tuple[str, ...] = ()
    by_claims: bool = False
    double: int | None = None


class ComputedHand(NamedTuple):
    """A hand recomputed. `winners` has one seat a finished trick; `levels` are those after the hand.

    `types` (climbing sheets) has one list a trick of what each play was.
    """

    no: int
    level: str | None = None
    trump: str | None = None
    dealer: str | None = None
    winners: str | None = None
    attackers: int | None = None
    trick_points: int | None = None
    kitty_points: int | None = None
    multiplier: int | None = None
    penalties: int | None = None
    levels: Mapping[str, str] | None = None
    next_dealer: str | None = None
    score: Mapping[str, int] | None = None
    finish: str | None = None
    points: Mapping[str, int] | None = None
    types: tuple[tuple[str | None, ...], ...] | None = None
    setting: Setting = Setting()

    def set_in(self, setting: Setting) -> "ComputedHand":
        """The same with how it stands in its match, which comes last."""
        return tuple.__new__(ComputedHand, (*self[:-1], setting))


@frozen
class ComputedMatch:
    """The match recomputed: who won (`None` while nobody has), the levels at the end, match points, why it ended.

    `score` is the total of the hands' scores (大分), on sheets that have them; `drawn`: the match has come to its end and they
    are equal. `past` is the side beyond the last level, for which `levels` have no name, `lost_by` how the other side has lost
    the match, if not by play. `late` are the sides of which somebody came late, as the table noted or a ruling found,
    `disqualified` those that rulings disqualify, each with the clause, None where none is named: 0 is that of the first seat.
    `by_claims`: who won is known only where the score sheet is believed in what some hand came to.
    """

    winner: str | None = None
    levels: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    score: Mapping[str, int] = field(default_factory=dict)
    reason: str | None = None
    drawn: bool = False
    past: int | None = None
    lost_by: LostBy | None = None
    late: frozenset[int] = frozenset()
    disqualified: Mapping[int, str | None] = field(default_factory=dict)
    by_claims: bool = False


class Results(Protocol):
    """What an audit computed, weighed or not."""

    @property
    def hands(self) -> Sequence[ComputedHand]: ...
    @property
    def match(self) -> ComputedMatch: ...


@frozen
class Audit:
    """The whole verdict on one record: findings in the order of the record, and what was computed."""

    sheet: str
    sheet_version: str
    findings: tuple[Finding, ...]
    hands: tuple[ComputedHand, ...]
    match: ComputedMatch
