"""From a validated document to the engine's `GameRecord`; the rules of the format that types cannot say."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel

from paipu.ingest import schema
from paipu.ingest.rejection import Problem, problem, shown, to_pointer
from paipu.ingest.strict_json import faults
from paipu.replay import record as kernel
from paipu.replay.cards import HIDDEN, whole_cards
from paipu.replay.sheets import SHEETS, option_problem

MAX_EXTRA_VALUES: Final = 10_000
MAX_EXTRA_CHARACTERS: Final = 1_000_000

AnyHand = schema.TrickHand | schema.HandOfFour | schema.HandOfSix

# --- Rules -------------------------------------------------------------------------------------------------


def rules(match: schema.AnyMatch) -> Iterator[Problem]:
    """What is wrong with a document whose every value is right by itself, in the order of the format."""
    if match.options:
        yield from option_rules(match.sheet, match.options)
    hands: Sequence[AnyHand] = match.hands
    last = 0
    for index, hand in enumerate(hands):
        if hand.no <= last:
            yield problem("HAND-ORDER", f"/hands/{index}/no", found=str(hand.no), expected=f"{last + 1} … 10000")
        last = max(last, hand.no)
        yield from _hand_rules(hand, index)
    if match.rulings:
        yield from _ruling_rules(match.rulings, {hand.no for hand in hands})
    if match.extra:
        yield from extra_rules(match.extra)


def option_rules(sheet_key: str, options: Mapping[str, kernel.OptionValue]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name, value in options.items():
        if why := option_problem(sheet_key, name, value):
            yield problem("OPTION-INVALID", to_pointer(["options", name]), found=shown(value), why_zh=why.zh, why_en=why.en)
        elif option := SHEETS[sheet_key].option(name):
            other = seen.setdefault(option.key, name)
            if other != name:
                yield problem("OPTION-TWICE", to_pointer(["options", name]), key=name, other=other)


def _hand_rules(hand: AnyHand, index: int) -> Iterator[Problem]:
    tricks = len(hand.tricks or ())
    if hand.seconds and len(hand.seconds) > tricks:
        yield problem("SECONDS-ROWS", f"/hands/{index}/seconds", found=str(len(hand.seconds)), expected=f"0 … {tricks}")
    if isinstance(hand, schema.TrickHand) and hand.kitty:
        for place, action in enumerate(hand.kitty):
            if action.passed and (action.show is not None or action.bury is not None):
                yield problem("KITTY-PASS", f"/hands/{index}/kitty/{place}")


def _ruling_rules(rulings: Sequence[schema.Ruling[str, str]], numbers: set[int]) -> Iterator[Problem]:
    seen = set()
    for index, ruling in enumerate(rulings):
        if ruling.id in seen:
            yield problem("RULING-TWICE", f"/rulings/{index}/id", found=shown(ruling.id))
        seen.add(ruling.id)
        fault = ruling.effect.fault if ruling.effect is not None else None
        if fault is not None and (ruling.hand is None or ruling.seat is None):
            yield problem("RULING-FAULT", f"/rulings/{index}", found=shown(ruling.id))
        if ruling.hand is not None and ruling.hand not in numbers:
            yield problem("RULING-HAND", f"/rulings/{index}/hand", found=str(ruling.hand))


def extra_rules(extra: Mapping[str, Any]) -> Iterator[Problem]:
    yield from faults(extra, ("extra",))
    values = characters = 0
    waiting: list[Any] = [extra]
    while waiting and values <= MAX_EXTRA_VALUES and characters <= MAX_EXTRA_CHARACTERS:
        value = waiting.pop()
        values += 1
        if isinstance(value, dict):
            characters += sum(map(len, value))
            waiting += islice(value.values(), MAX_EXTRA_VALUES)
        elif isinstance(value, list):
            waiting += value[:MAX_EXTRA_VALUES]
        elif isinstance(value, str):
            characters += len(value)
    if values > MAX_EXTRA_VALUES or characters > MAX_EXTRA_CHARACTERS:
        yield problem("EXTRA-SIZE", "/extra", limit=MAX_EXTRA_VALUES, characters=MAX_EXTRA_CHARACTERS)


# --- Members: what tells that no key was there twice -------------------------------------------------------


def count_members(match: schema.AnyMatch) -> int:
    """How many members the document's JSON objects had, if none had a key twice; fewer than they had, if one did."""
    players = (match.seats or {}).values()
    named = sum([len(player.__pydantic_fields_set__) for player in players])
    return _members(match) + named + sum(map(_free_members, (match.extra or {}).values()))


def _members(model: BaseModel) -> int:
    total, values = len(model.__pydantic_fields_set__), model.__dict__
    for name in _holders(type(model)):
        value = values[name]
        if value:
            kind = type(value)
            if kind is tuple:
                for each in value:
                    total += _members(each)
            else:
                total += len(value) if kind is dict else _members(value)
    return total


@cache
def _holders(model: type[BaseModel]) -> tuple[str, ...]:
    """The fields of a model that are objects, or arrays of objects."""
    return tuple(name for name, field in model.model_fields.items() if _holds_objects(field.annotation))


def _holds_objects(kind: Any) -> bool:  # noqa: ANN401 - whatever stands in an annotation
    if kind is dict or (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return True
    return any(map(_holds_objects, (get_origin(kind), *get_args(kind)) if get_origin(kind) is not None else ()))


def _free_members(value: object) -> int:
    """The members of a value of `extra`."""
    if isinstance(value, dict):
        return len(value) + sum(map(_free_members, value.values()))
    return sum(map(_free_members, value)) if isinstance(value, list) else 0


# --- The record --------------------------------------------------------------------------------------------


def to_record(match: schema.AnyMatch) -> kernel.GameRecord:
    """The record that the engine eats; what it has no use for (notes, `extra`, who ruled) stays behind.

    Players and claims have the same fields there and here.
    """
    start, claims = match.start, match.claims
    return kernel.GameRecord(
        id=match.id,
        sheet=match.sheet,
        sheet_version=match.sheet_version,
        options=match.options or {},
        event=None if match.event is None else _event(match.event),
        seats={seat: kernel.Player(**vars(player)) for seat, player in (match.seats or {}).items()},
        start=None if start is None else kernel.Start(levels=start.levels or {}, dealer=start.dealer, games=start.games or {}),
        hands=tuple([_hand(hand) for hand in match.hands]),
        claims=None if claims is None else kernel.MatchClaims(**vars(claims)),
        rulings=tuple([to_ruling(ruling) for ruling in match.rulings or ()]),
    )


def _event(event: schema.Event) -> kernel.Event:
    return kernel.Event(
        id=event.id,
        name=event.name,
        stage=event.stage,
        round=event.round,
        table=event.table,
        game=event.game,
        board=(event.board.no, event.board.set) if event.board is not None else None,
        started=event.started,
        finished=event.finished,
        seconds=_seconds_between(event.started, event.finished),
    )


def _seconds_between(started: str | None, finished: str | None) -> float | None:
    if started is None or finished is None:
        return None
    return (datetime.fromisoformat(finished) - datetime.fromisoformat(started)).total_seconds()


def _hand(hand: AnyHand) -> kernel.Hand:
    incidents = tuple([_incident(incident) for incident in hand.incidents]) if hand.incidents else ()
    if isinstance(hand, schema.TrickHand):
        return kernel.Hand(
            no=hand.no,
            level=hand.level,
            dealer=hand.dealer,
            trump=hand.trump,
            deal=_dealt(hand.deal),
            left=hand.left,
            bids=hand.bids,
            kitty=None if hand.kitty is None else tuple([_kitty_action(action) for action in hand.kitty]),
            tricks=hand.tricks,
            seconds=hand.seconds or (),
            incidents=incidents,
            claims=None if hand.claims is None else kernel.HandClaims(**vars(hand.claims)),
        )
    return kernel.Hand(
        no=hand.no,
        level=hand.level,
        deal=_dealt(hand.deal),
        left=hand.left,
        tricks=hand.tricks,
        seconds=hand.seconds or (),
        incidents=incidents,
        claims=None if hand.claims is None else kernel.HandClaims(**vars(hand.claims)),
        tribute=hand.tribute,
        tribute_seconds=hand.tribute_seconds or (),
        resisted=bool(hand.resisted),
        lead=hand.lead,
        tie_break=bool(hand.tie_break),
    )


def _dealt(deal: Mapping[str, str] | None) -> Mapping[str, str] | None:
    if deal is None or not any(HIDDEN in cards for cards in deal.values()):
        return deal
    return {part: whole_cards(cards) for part, cards in deal.items()}


def _kitty_action(action: schema.KittyAction) -> kernel.KittyAction:
    return kernel.KittyAction(
        seat=action.seat,
        bury=None if action.bury is None else whole_cards(action.bury),
        show=action.show,
        passed=bool(action.passed),
        seconds=action.seconds,
    )


def _incident(incident: schema.Incident[str]) -> kernel.Incident:
    return kernel.Incident(
        kind=incident.kind,
        seat=incident.seat,
        at=_at(incident.at),
        noticed=_at(incident.noticed),
        cards=incident.cards,
        count=incident.count,
        seconds=incident.seconds,
        note=incident.note,
    )


def _fault(fault: schema.Fault) -> kernel.Fault:
    return kernel.Fault(
        kind=fault.kind,
        noticed=_at(fault.noticed),
        cards=fault.cards,
        count=fault.count,
        seconds=fault.seconds,
        step=fault.step,
    )


def to_ruling(ruling: schema.Ruling[str, str]) -> kernel.Ruling:
    """The ruling that the engine takes."""
    effect = ruling.effect
    return kernel.Ruling(
        id=ruling.id,
        hand=ruling.hand,
        at=_at(ruling.at),
        seat=ruling.seat,
        clause=ruling.clause,
        effect=kernel.Effect()
        if effect is None
        else kernel.Effect(
            points=effect.points or {},
            levels=effect.levels or {},
            next_dealer=effect.next_dealer,
            void=bool(effect.void),
            winner=effect.winner,
            stopped=bool(effect.stopped),
            double=effect.double,
            loser=effect.loser,
            disqualified=effect.disqualified,
            fault=_fault(effect.fault) if effect.fault is not None else None,
        ),
        state=ruling.state,
        by=ruling.by,
        when=ruling.when,
        note=ruling.note,
    )


def _at(text: str | None) -> tuple[int, int] | None:
    """`7.2` is play 2 of trick 7; `0` is before the first trick."""
    if text is None:
        return None
    trick, _, play = text.partition(".")
    return int(trick), int(play or 0)
