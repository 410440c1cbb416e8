"""The rows of a description, and those that the hands of both families have."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from paipu.replay.catalogue import clauses
from paipu.replay.effects import effect_words
from paipu.replay.record import GameRecord, Incident, Ruling
from paipu.replay.states import HandView
from paipu.replay.text import Lang, Text, both
from paipu.replay.texts import Texts
from paipu.replay.values import FIELDS, ValueType, say_value
from paipu.replay.words import (
    INCIDENTS,
    RULING_STATES,
    WORDS,
    level_name,
    place_name,
    rank_name,
    seat_name,
    seats_name,
    sides_named,
)

AnyView = HandView[Any, Any, Any, Any]
Value = str | int | Mapping[str, str] | Mapping[str, int] | None
"""A result of a hand or a match, by side or as such."""
SAID: Final = Texts({}, (__package__, "words"))
EMPTY: Final = Text("", "")


class Fact(NamedTuple):
    """Something that a hand was played under. `title` explains it; a suit or a side is shown by its mark before the text."""

    label: Text
    text: Text
    title: Text = EMPTY
    suit: str | None = None
    side: int | None = None


class Result(NamedTuple):
    """A result: what the score sheet says and what was computed. `same` is None where nobody can tell, `how` explains it."""

    key: str
    claimed: Value
    computed: Value
    same: bool | None
    how: Text | None = None


class Noted(NamedTuple):
    """An incident or a ruling on record. `counts` is false for a ruling that is not in force, `by` who made it and when."""

    what: Literal["incident", "ruling"]
    at: tuple[int, int] | None
    title: Text
    seat: str | None
    note: str | None
    cards: str | None = None
    facts: Sequence[Text] = ()
    effects: Sequence[Text] = ()
    state: Text | None = None
    counts: bool = True
    clause: str | None = None
    clause_text: Text | None = None
    by: str | None = None

    @property
    def short(self) -> Text:
        """A line of it: 东 E · 跟错牌 · 一手…"""
        seat = [] if self.seat is None else [both(lambda lang: seat_name(self.seat, lang))]
        return joined(" · ", [*seat, self.title, *self.effects])


class Choice(NamedTuple):
    """Legal plays of a kind, each with what it counts as; None where plays have no kinds. `total` is None past counting."""

    kind: Text | None
    plays: Sequence[tuple[str, Text | None]]
    total: int | None


class Legal(NamedTuple):
    """What a seat could have played. `known` is false where its hand is not, `lead` true where no list is made for a leader.

    `owed` is what it owed, or had to beat; `led` has the cards that were led.
    """

    owed: Text | None
    choices: Sequence[Choice]
    total: int | None
    passing: bool = False
    known: bool = True
    lead: bool = False
    led: str = ""


def joined(between: str | Text, said: Iterable[Text]) -> Text:
    """Some texts, one after the other."""
    texts = list(said)
    zh, en = between if isinstance(between, Text) else (between, between)
    return Text(zh.join(each.zh for each in texts), en.join(each.en for each in texts))


def seats(named: str) -> Text:
    """A side, or some seats."""
    return both(lambda lang: seats_name(named, lang))


def sides(values: Mapping[str, object]) -> Text:
    """Values by side, by the sides' names."""
    return both(lambda lang: " · ".join(f"{seats_name(side, lang)} {value}" for side, value in values.items()))


def fact(key: str, text: Text, title: str = "", *, suit: str | None = None, side: int | None = None) -> Fact:
    """A fact, with its label and what explains it by their keys."""
    return Fact(SAID[key], text, SAID[title] if title else EMPTY, suit, side)


def levels_before(record: GameRecord, of: tuple[str, str], earlier: Mapping[str, str] | None) -> list[Fact]:
    """Both sides' levels when the hand began: those after the hand before, or those that the record starts with."""
    before = earlier or (record.start.levels if record.start is not None else None)
    if not before:
        return []
    named = [joined(" ", (seats(side), both(partial(level_name, before[side])))) for side in of if side in before]
    return [fact("table.levels", joined(" · ", named), "table.levels.before")]


def turn(no: int, hands: int, turns: Text = EMPTY) -> Fact:
    """Which hand of the match it is; the whole schedule explains it."""
    return Fact(SAID["table.schedule"], SAID["table.schedule.of"].fill(no=no, hands=hands), turns)


def result(key: str, claimed: Value, computed: Value, how: Text | None = None) -> Result:
    """A claim beside what was computed; one that names a single side is compared for that side."""
    same = None if claimed is None or computed is None else claimed == computed
    if isinstance(claimed, Mapping) and isinstance(computed, Mapping):
        same = all(computed.get(side) == value for side, value in claimed.items()) if claimed and computed else None
    return Result(key, claimed, computed, same, how)


def said(key: str, value: Value, *, printed: bool = False) -> Text | None:
    """A result in words, in the order of the sides' names; ranks as records write them, or as they are `printed` on cards.

    Who won each trick stays a letter each.

    >>> said("levels", {"NS": "T", "EW": "flag"}), said("levels", {"NS": "T"}, printed=True), said("next_dealer", "E")
    (Text(zh='东西 扛旗 · 南北 T', en='EW flag · NS T'), Text(zh='南北 10', en='NS 10'), Text(zh='东', en='E'))
    """
    if value is None or value == {}:
        return None
    if key == "winners":
        return Text(str(value), str(value))

    kind = FIELDS.get(key, ValueType.TEXT)

    def words(lang: Lang) -> str:
        def named(of: object) -> str:
            level = level_name(str(of), lang) if key in {"levels", "level"} else str(of)
            return rank_name(level, lang).replace("-", "−") if printed else level

        of = [f"{side} {named(value[side])}" for side in sorted(value)] if isinstance(value, Mapping) else [named(value)]
        text = " · ".join(of)
        return sides_named(text, lang) if kind is ValueType.BY_SIDE else say_value(kind, text, lang)

    return both(words)


def came_to(hand: Any) -> tuple[Text | None, Text | None, Text | None]:  # noqa: ANN401 - a computed hand of either family
    """What a hand was played at, who had what office in it, and what it came to: levels, score or points."""
    results = ((key, getattr(hand, key)) for key in ("levels", "score", "points"))
    last = next((each for each in results if each[1]), ("", None))
    values = (("level", hand.level), ("finish", hand.dealer or hand.finish), last)
    level, office, result = (said(key, of, printed=True) for key, of in values)
    return level, office, result


def noted(view: AnyView) -> list[Noted]:
    """The incidents and rulings of a hand."""
    incidents, rulings = view.noted()
    return [
        *(of_incident(each, view.sheet.term) for each in incidents),
        *(of_ruling(each, view.record.sheet) for each in rulings),
    ]


def of_incident(incident: Incident, term: Text) -> Noted:
    """Something that was noticed at the table."""
    facts = []
    if incident.noticed is not None:
        trick, play = incident.noticed
        facts.append(SAID["noted.noticed"].fill(place=both(lambda lang: place_name(trick, play, lang, term))))
    if incident.count is not None:
        facts.append(SAID["table.cards.one" if incident.count == 1 else "table.cards.left"].fill(n=incident.count))
    if incident.seconds is not None:
        facts.append(WORDS["game.seconds"].fill(n=f"{incident.seconds:g}"))
    return Noted(
        "incident", incident.at, INCIDENTS[incident.kind], incident.seat, incident.note, cards=incident.cards, facts=facts
    )


def of_ruling(ruling: Ruling, sheet: str) -> Noted:
    """A decision of the referee."""
    clause = clauses(sheet).get(ruling.clause) if ruling.clause is not None else None
    zh, en = list(effect_words(ruling.effect, "zh")), list(effect_words(ruling.effect, "en"))
    return Noted(
        "ruling",
        ruling.at,
        SAID["noted.ruling"].fill(id=ruling.id),
        ruling.seat,
        ruling.note,
        effects=[Text(*each) for each in zip(zh, en, strict=True)],
        state=RULING_STATES[ruling.state],
        counts=ruling.in_force,
        clause=ruling.clause,
        clause_text=None if clause is None else Text(clause.zh, clause.en),
        by=" · ".join(each for each in (ruling.by, ruling.when) if each) or None,
    )
