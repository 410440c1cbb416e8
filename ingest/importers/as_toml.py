"""A match as TOML, after the form of PHH, the hand histories of poker: what happened in a hand is one list of `actions`.

`d E As Kd` a hand (or `kitty`) as dealt, `E b LJ2s` a declaration, `S>E BJ` a card that changes hands, `E k 3d4d…` the burial,
`N s 2c2c 3d…` what is shown for the kitty and what is then buried, `W k -` who is asked and passes, `E l AsAs` who leads a
trick, `N p 3s4s` and `N p -` who plays and passes. `variant` is the rule sheet. All else is as in `paipu/1`. TOML has no null,
which is `""` in times.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from paipu.ingest.importers.base import Document, Importer, Node, NotHeld, NotRead, Spot, known
from paipu.ingest.parse import parse
from paipu.ingest.rejection import FORMAT, MAX_DEPTH, Place, Rejection, problem
from paipu.replay.notation import PASS, UNSEEN, read_gift, size_of, split_trick
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS

NAME: Final = "toml"
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_TIMES: Final = ("seconds", "tribute_seconds")
_MOST_ACTIONS: Final = 2_000
_ACTION: Final = re.compile(
    r"d (?P<held>[ENWS1-6]|kitty)(?: (?P<cards>[^\n]{1,1000}))?"
    r"|(?P<gift>[ENWS1-6]>[ENWS1-6] \S{2})"
    r"|(?P<seat>[ENWS1-6]) (?P<does>[bklps]) (?P<what>\S{1,400})(?: (?P<buried>\S{1,400}))?"
)


def write(match: Document) -> bytes:
    """A match as TOML. Raises `NotHeld` for what no TOML can hold."""
    sheet: str = match["sheet"]
    if sheet not in SHEETS:
        raise NotHeld("/sheet", sheet, ", ".join(SHEETS))
    head = {"format": FORMAT, "variant": sheet}
    head |= {key: value for key, value in match.items() if key not in {"format", "sheet", "hands"}}
    lines = [_line(key, value) for key, value in head.items()]
    for hand in match["hands"]:
        told = {key: value for key, value in hand.items() if key not in _INTO_ACTIONS or not value}
        told |= {"kitty_seconds": [act.get("seconds") for act in hand["kitty"]]} if _timed(hand) else {}
        lines += ["", "[[hands]]", *(_line(key, value) for key, value in told.items()), "actions = ["]
        lines += [*(f"  {_text(action)}," for action in actions_of(sheet, hand)), "]"]
    return ("\n".join(lines) + "\n").encode()


_INTO_ACTIONS: Final = frozenset({"deal", "bids", "kitty", "tribute", "tricks"})


def _timed(hand: Mapping[str, Any]) -> bool:
    return any("seconds" in act for act in hand.get("kitty", ()))


def actions_of(sheet: str, hand: Mapping[str, Any]) -> Iterator[str]:
    """What happened in a hand, an action each."""
    for seat, cards in hand.get("deal", {}).items():
        yield f"d {seat} {cards}".rstrip()
    for bid in hand.get("bids", ()):
        seat, shown = bid.split(" ")
        yield f"{seat} b {shown}"
    yield from hand.get("tribute", ())
    for act in hand.get("kitty", ()):
        parts = [PASS] if act.get("pass") else [act[key] for key in ("show", "bury") if key in act]
        yield " ".join([act["seat"], "s" if "show" in act else "k", *(parts or [UNSEEN])])
    yield from _plays(sheet, hand)


def _plays(sheet: str, hand: Mapping[str, Any]) -> Iterator[str]:
    """The plays of a hand, each with its seat: in climbing games whoever is out of cards is passed by."""
    rules = SHEETS[sheet]
    seats, climbing = rules.seats, sheet in CLIMBING_SHEETS
    left = dict.fromkeys(seats, CLIMBING_SHEETS[sheet].hand_size if climbing else 0) | (hand.get("left") or {})
    for text in hand.get("tribute", ()) if not hand.get("left") else ():
        gift = read_gift(text)
        left |= {gift.giver: left[gift.giver] - 1, gift.taker: left[gift.taker] + 1}
    for trick in hand.get("tricks", ()):
        seat, *plays = split_trick(trick)
        for place, play in enumerate(plays):
            if place:
                after = [*seats, *seats][seats.index(seat) + 1 :][: len(seats)]
                seat = next((each for each in after if left[each] > 0), after[0]) if climbing else after[0]
            left[seat] -= size_of(play) if play not in {PASS, UNSEEN} else 0
            yield f"{seat} {'p' if place else 'l'} {play}"


def _line(key: str, value: object) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: object) -> str:
    """A JSON value as TOML on one line."""
    if value is None:
        return '""'
    if isinstance(value, Mapping):
        return "{" + ", ".join(_line(key, each) for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


# --- Reading -----------------------------------------------------------------------------------------------


def read(raw: bytes) -> list[Document]:
    """The match of a file. Raises `NotRead` or `Refused`."""
    try:
        tree = tomllib.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))
        spot = Spot("", (), int(line[1]) if line else 1)
        raise spot.refuse("TOML", str(error)) from error
    root = Node(tree)
    if root.maybe("format") is None or root.key("format").value != FORMAT:
        raise root.refuse(f'format = "{FORMAT}"')
    sheet = root.key("variant").one_of(SHEETS)
    told = {key: value for key, value in tree.items() if key not in {"format", "variant", "hands"}}
    match = known(**{"sheet": sheet, **told}) | {"hands": [_hand(sheet, each) for each in root.key("hands").items(0, 500)]}
    _check(match)
    return [match]


def _check(match: Document) -> None:
    """What is no record is refused as a record is."""
    if _depth(match) > MAX_DEPTH:
        raise NotRead([problem("JSON-DEPTH", limit=MAX_DEPTH)])
    try:
        raw = json.dumps({"format": FORMAT, "id": NAME, **match}).encode()
    except (TypeError, ValueError) as error:  # a date, an infinity
        raise Node(None).refuse("paipu/1", str(error)) from error
    found = parse(raw, Place())
    if isinstance(found, Rejection):
        raise NotRead(found.errors)


def _depth(value: object) -> int:
    """How deep a value is nested."""
    level, depth = [value], 0
    while level:
        depth += 1
        level = [
            inner
            for each in level
            for inner in (each.values() if isinstance(each, dict) else each if isinstance(each, list) else ())
        ]
    return depth


def _hand(sheet: str, node: Node) -> Document:
    hand = {key: value for key, value in node.members().items() if key not in {"actions", "kitty_seconds"}}
    told: Document = {key: _times(value.value) if key in _TIMES else value.value for key, value in hand.items()}
    actions = node.maybe("actions")
    if actions is None:
        return told
    given = actions.items(0, _MOST_ACTIONS)
    for action in given:
        _act(told, action)
    seconds = node.maybe("kitty_seconds")
    for act, each in zip(told.get("kitty", ()), seconds.items() if seconds is not None else (), strict=False):
        act.update(known(seconds=each.value))
    try:
        expected = [*actions_of(sheet, told)]
    except (KeyError, ValueError, IndexError) as error:
        raise actions.refuse("E l As") from error
    for action, due in zip(given, expected, strict=True):
        if action.value != due:
            raise action.conflict(action.value, due, "actions")
    return told


def _times(value: object) -> object:
    """Times, in which nothing is an empty text."""
    return [*map(_times, value)] if isinstance(value, list) else None if value == "" else value


def _act(hand: Document, action: Node) -> None:
    """One action, put where the record has it."""
    found = _ACTION.fullmatch(action.value) if isinstance(action.value, str) else None
    if found is None:
        raise action.refuse("d E As | E b 2s | S>E BJ | E k 3d | E l As | E p As")
    seat, does, what = found["seat"], found["does"], found["what"]
    if found["held"]:
        hand.setdefault("deal", {})[found["held"]] = found["cards"] or ""
    elif found["gift"]:
        hand.setdefault("tribute", []).append(found["gift"])
    elif does == "b":
        hand.setdefault("bids", []).append(f"{seat} {what}")
    elif does in "ks":
        acted = {"pass": True} if what == PASS else known(show=what, bury=found["buried"]) if does == "s" else {"bury": what}
        hand.setdefault("kitty", []).append({"seat": seat, **({} if what == UNSEEN else acted)})
    elif does == "l":
        hand.setdefault("tricks", []).append(f"{seat} {what}")
    elif not hand.get("tricks"):
        raise action.refuse("E l As")
    else:
        hand["tricks"][-1] += f" {what}"


TOML: Final = Importer(NAME, "TOML（仿 PHH）", "TOML, after the form of PHH", read, write=write)
