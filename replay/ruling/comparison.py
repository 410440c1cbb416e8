"""What a ruling, or another fact, does to the results: the record is audited with and without it, and both are compared."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from paipu.replay.audit import judge
from paipu.replay.computed import ComputedHand, Results
from paipu.replay.findings import Finding
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.ruling.words import FORMS
from paipu.replay.sheets import sheet_of
from paipu.replay.text import LANGS, Lang, Text, in_language
from paipu.replay.values import FIELDS, say_value
from paipu.replay.words import CLAIMS, level_name, seat_name, seats_name
from paipu.replay.worlds import Judged, Worlds

OF_HAND: Final = ("attackers", "penalties", "levels", "next_dealer", "score", "points", "finish")
OF_MATCH: Final = ("winner", "levels", "points", "score", "reason")
Value = str | int | bool | None


class Change(NamedTuple):
    """A result that is another one: of the hand, or of the match where `hand` is None; of one side, or of no side by itself."""

    hand: int | None
    what: str
    side: str | None
    before: Value
    after: Value


def hand_by_no(results: Results, hand: int) -> ComputedHand | None:
    """What was computed of a hand; None where there is none."""
    return next((each for each in results.hands if each.no == hand), None)


def judged(record: GameRecord) -> Judged:
    """Audit a record for its results."""
    return Again(record).judged(record)


class Again:
    """A record, and the same under other rulings, with other facts, or under other readings of its sheet."""

    def __init__(self, record: GameRecord) -> None:
        done, hands, match = judge(sheet_of(record), record)
        self.record, self.worlds = record, Worlds(done)
        self.of_first = Judged(hands=hands, match=match, findings=tuple(done.report.findings))

    def judged(self, record: GameRecord) -> Judged:
        """The record that this is made of, or another that was made from it."""
        return self.of_first if record is self.record else self.worlds.judged(record, sheet_of(record))


def with_ruling(record: GameRecord, *rulings: Ruling) -> GameRecord:
    """The record with rulings added to those that it has."""
    return replace(record, rulings=(*record.rulings, *rulings))


def changes(before: Results, after: Results, hand: int, sides: Collection[str]) -> tuple[Change, ...]:
    """What became another result, of one hand and of the match."""
    one, other = (hand_by_no(each, hand) for each in (before, after))
    found = [*_changes(hand, OF_HAND, one, other, sides)] if one is not None and other is not None else []
    return (*found, *_changes(None, OF_MATCH, before.match, after.match, sides))


def appeared(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that there are only after."""
    known = {identity(finding) for finding in before}
    return tuple(finding for finding in after if identity(finding) not in known)


def change_name(change: Change, attackers: str | None = None) -> Text:
    """A change in words; `attackers` is the side that the attackers' points are of."""
    said = {}
    for lang in LANGS:
        side = change.side or (attackers if change.what in {"attackers", "penalties"} else None)
        of = f"{seats_name(side, lang)} " if side is not None else ""
        values = [_value_name(change.what, value, lang) for value in (change.before, change.after)]
        match = in_language(FORMS["change.match"], lang) if change.hand is None else ""
        said[lang] = in_language(
            FORMS["change"], lang, match=match, of=of, what=in_language(_names(change.what), lang), old=values[0], new=values[1]
        )
    return Text(said["zh"], said["en"])


def _names(what: str) -> Text:
    return FORMS.get(f"change.{what}", CLAIMS[what])


def _value_name(what: str, value: Value, lang: Lang) -> str:
    if value is None:
        return "–"
    if what == "levels":
        return level_name(str(value), lang)
    if what == "next_dealer":
        return seat_name(str(value), lang)
    return say_value(FIELDS[what], value, lang) if isinstance(value, str) else f"{value}".replace("-", "−")


def identity(finding: Finding) -> tuple[object, ...]:
    """What makes it the same finding in two audits."""
    return (finding.code, finding.where, finding.seat, finding.expected, finding.actual, finding.clause)


def _changes(
    hand: int | None, names: Collection[str], before: object, after: object, sides: Collection[str]
) -> Iterator[Change]:
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old == new or (name == "penalties" and not old and not new):  # none, whether that is said or not
            continue
        if isinstance(old, Mapping) or isinstance(new, Mapping):
            was, now = old or {}, new or {}
            yield from (
                Change(hand, name, side, was.get(side), now.get(side)) for side in sides if was.get(side) != now.get(side)
            )
        else:
            yield Change(hand, name, None, old, new)
