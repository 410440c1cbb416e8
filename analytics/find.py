"""Hands that are searched for by what a seat held, did and came to: one query over `seat_hands`.

Each condition is worked out on columns written when the record was loaded. What cannot be told of a hand, or is not there on
its sheet, is null: neither the condition is met nor that it is not.
"""

from typing import Final, NamedTuple

import polars as pl

from paipu.analytics.conditions import KINDS, Compared, Condition, Expression, Not
from paipu.analytics.filters import Filters
from paipu.analytics.reader import Reader
from paipu.analytics.seat_hand_rows import LARGEST

_FACTS: Final = {
    "both_big_jokers": "big_jokers >= 2",
    "won": "outcome = 1",
    "lost": "outcome = -1",
    "bank": "bank",
    "attack": "NOT bank",
    "banker": "banker",
    "bank_held": "bank_held",
    "bank_lost": "CASE WHEN bank THEN NOT bank_held ELSE bank_held END",  # that of the attackers is false, or cannot be told
    "bank_taken": "bank_taken",
    "shutout": "bank AND attackers <= 0",
    "kitty_captured": "kitty_captured",
    "first": "coalesce(place = 1, CASE WHEN both_last THEN false END)",
    "both_first": "both_first",
    "both_last": "both_last",
    "ace_passed": "ace_passed",
    "tribute_paid": "tribute_paid",
    "tribute_refused": "tribute_refused",
}
_NUMBERS: Final = {
    "big_jokers": "big_jokers",
    "little_jokers": "little_jokers",
    "jokers": "big_jokers + little_jokers",
    "level_cards": "level_cards",
    "wilds": "wilds",
    "trumps": "trumps",
    "points": "attackers",
    "place": "place",
}
_SIGNS: Final[dict[Compared, str]] = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "=": "=", "!=": "<>"}
_NARROWED: Final = "seat_hands_of($1, $2, $3, filtered($4))"
_EVERY: Final = """(
        FROM stored.seat_hands
        SEMI JOIN (
            SELECT record FROM stored.latest
            WHERE ($2 IS NULL OR sheet = $2) AND ($3 IS NULL OR event = $3) AND $1 IS NOT NULL AND $4 IS NOT NULL
        ) USING (record)
    )"""
"""The same where no filter asks who sat where, which takes longer to work out than all else."""
_LISTED: Final = """
WITH found AS (
    SELECT record, hand_index, hand, seat, {ply} AS ply
    FROM {hands}
    WHERE {met}
),
listed AS (
    SELECT found.*, sheet, event, match, started, count(*) OVER () AS total
    FROM found
    JOIN (SELECT record, match, sheet, event, started FROM stored.latest) AS told USING (record)
    ORDER BY started NULLS FIRST, match, hand_index, seat
    LIMIT $5
)
SELECT
    sheet, event, started[:10] AS day, match, listed.hand, coalesce(listed.ply, 0) AS ply, seat AS seats, player,
    ruled_level AS level, ruled_dealer AS dealer, total AS found
FROM listed
LEFT JOIN (SELECT record, hand_index, ruled_level, ruled_dealer FROM stored.computed) AS came USING (record, hand_index)
LEFT JOIN (SELECT record, seat, player FROM stored.seats) AS sitting USING (record, seat)
ORDER BY started NULLS FIRST, match, hand_index, seat
"""
"""The details of a hand are looked up only for the hands that are listed: where many are found, that is the slow part."""


class Found(NamedTuple):
    """The hands that were found, in the order of time: `total` of them, of which `rows` has the first."""

    rows: pl.DataFrame
    total: int


def find(
    reader: Reader,
    expression: Expression,
    filters: Filters,
    *,
    sheet: str | None = None,
    event: str | None = None,
    most: int | None = None,
) -> Found:
    """The seats of hands that meet an expression: a row for each, at most so many.

    `ply` is where the first of the plays was made by which the expression is met, 0 where it is met by none. Without a player
    among the filters everybody's seat is looked at; of partners, that of each.
    """
    asked = _Asked()
    met = asked.met(expression)
    hands = _NARROWED if filters.narrow or filters.members else _EVERY
    sql = _LISTED.format(hands=hands, met=met, ply=asked.ply(expression) or "CAST(NULL AS BIGINT)")
    kind = "seat" if filters.members is None else "player" if len(filters.members) == 1 else "pair"
    rows = reader.query(sql, (kind, sheet, event, filters.param(), most, *asked.params))
    return Found(rows.drop("found"), rows["found"][0] if rows.height else 0)


class _Asked:
    """An expression on its way into a query: what is compared goes into `params`, from `$6` on."""

    def __init__(self) -> None:
        self.params: list[int] = []

    def param(self, value: int) -> str:
        self.params.append(value)
        return f"CAST(${5 + len(self.params)} AS BIGINT)"

    def met(self, expression: Expression) -> str:
        """Whether it is met."""
        if isinstance(expression, Condition):
            return f"({self.one(expression)})"
        if isinstance(expression, Not):
            return f"(NOT {self.met(expression.part)})"
        return f"({f' {expression.by.upper()} '.join(map(self.met, expression.parts))})"

    def one(self, condition: Condition) -> str:
        if condition.key in _FACTS:
            return _FACTS[condition.key]
        if condition.key in _NUMBERS:
            sign: Compared = condition.compared or ">="
            number = 1 if condition.number is None else condition.number
            return f"{_NUMBERS[condition.key]} {_SIGNS[sign]} {self.param(number)}"
        return f"{condition.key} & {self.param(_sizes(condition))} <> 0"

    def ply(self, expression: Expression) -> str | None:
        """The first ply of the plays by which it is met, an expression of its own; None where no play has a part in it."""
        if isinstance(expression, Condition):
            if KINDS[expression.key].form != "act":
                return None
            sizes = self.param(_sizes(expression))
            fits = f"acts[i] = '{expression.key}' AND ({sizes} >> least(sizes[i], {LARGEST})) & 1 = 1"
            return f"list_min(list_filter(plies, lambda ply, i: {fits}))"
        if isinstance(expression, Not):
            return None
        if expression.by == "and":
            plies = [ply for ply in map(self.ply, expression.parts) if ply is not None]
        else:
            plies = [
                f"CASE WHEN {self.met(part)} THEN {ply} END"
                for part, ply in ((part, self.ply(part)) for part in expression.parts)
                if ply is not None
            ]
        return f"least({', '.join(plies)})" if plies else None


def _sizes(condition: Condition) -> int:
    """The sizes that a condition lets pass, a bit each."""
    every = (1 << LARGEST + 1) - 1
    if condition.compared is None or condition.number is None:
        return every
    least, most = {
        ">=": (condition.number, LARGEST),
        ">": (condition.number + 1, LARGEST),
        "<=": (0, condition.number),
        "<": (0, condition.number - 1),
        "=": (condition.number, condition.number),
        "!=": (0, LARGEST),
    }[condition.compared]
    return sum(1 << size for size in range(max(least, 0), min(most, LARGEST) + 1))
