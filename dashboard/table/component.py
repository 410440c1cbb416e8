"""The card table as Streamlit mounts it, and what comes back from it."""

import json
from collections.abc import Callable, Container, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import streamlit as st

from paipu.dashboard.table.assets import address
from paipu.dashboard.table.frames import LegalView, TableView

KEY: Final = "table"
_LOADER: Final = f"""
const {{ default: mount }} = await import(location.origin + "{address("mount.js")}");
export default mount;
"""
"""All that Streamlit hands over with each message is where the script is."""
_GOES_ON: Final = (
    "id",
    "hand_id",
    "family",
    "match",
    "hand",
    "lang",
    "hands",
    "query",
    "queue",
    "move",
    "supposed",
    "review",
    "desk",
    "attached",
)
"""Of a message about a hand that the browser has, what may have changed."""
_HELD: Final = "table.held"
_SUPPOSING: Final = "table.supposing"
LONGEST_PLAY: Final = 400
"""Characters of other cards that are typed."""


class Asked(NamedTuple):
    """What the table asks for: a ply of a hand, seen by one seat or with all hands open."""

    match: str
    hand: int
    ply: int
    seat: str | None


class Supposing(NamedTuple):
    """Other cards that are asked about at a ply, as they were typed."""

    match: str
    hand: int
    ply: int
    cards: str


def mount(
    view: TableView, legal: Mapping[str, LegalView], on_place: Callable[[Asked], None], nearby: Container[str] | None = None
) -> None:
    """Draw the table. `legal` has the legal plays at some plies, by ply; `nearby` are the plies about the one shown, or all.

    A hand is sent once, and kept by the table: as long as it is looked at, what is sent is the place and what is legal nearby.
    `on_place` is called with the ply that is shown, after the reader has paused there, or with that of another hand that is
    wanted, before the script runs again.
    """
    kept = json.dumps({name: value for name, value in view.items() if name not in _GOES_ON}, ensure_ascii=False)
    held = view["id"], sha256(kept.encode()).digest()
    whole = st.session_state.get(_HELD) != held
    said: dict[str, Any] = {**view} if whole else {name: value for name, value in view.items() if name in _GOES_ON}
    plays = {ply: plays for ply, plays in legal.items() if whole or nearby is None or ply in nearby}
    table = st.components.v2.component("paipu.table", js=_LOADER)
    table(
        key=KEY,
        data={**said, "whole": whole, "alternatives": plays},
        on_place_change=lambda: _call(on_place),
        on_suppose_change=_suppose,
        on_lost_change=_lost,
    )
    st.session_state[_HELD] = held


def _suppose() -> None:
    """Other cards are asked about: what they would lead to goes with the next message."""
    asked = read_supposing(st.session_state[KEY].get("suppose"))
    if asked is not None:
        st.session_state[_SUPPOSING] = asked


def supposing(match: str, hand: int) -> Supposing | None:
    """What was last asked of another play of a hand."""
    asked: Supposing | None = st.session_state.get(_SUPPOSING)
    return asked if asked is not None and asked[:2] == (match, hand) else None


def _lost() -> None:
    """The browser has not the hand that it should: another page was shown in between."""
    st.session_state.pop(_HELD, None)


def _call(on_place: Callable[[Asked], None]) -> None:
    asked = read_asked(st.session_state[KEY].get("place"))
    if asked is not None:
        on_place(asked)


def read_asked(value: Any) -> Asked | None:  # noqa: ANN401 - JSON from the browser
    """What the browser sent, or None for anything but what the table sends."""
    match value:
        case {"match": str(match), "hand": int(hand), "ply": int(ply), "seat": str() | None as seat} if (
            hand > 0 and ply >= 0 and bool not in (type(hand), type(ply))
        ):
            return Asked(match, hand, ply, seat)
        case _:
            return None


def read_supposing(value: Any) -> Supposing | None:  # noqa: ANN401 - JSON from the browser
    """The other cards that the browser sent, or None for anything but what the table sends."""
    match value:
        case {"match": str(match), "hand": int(hand), "ply": int(ply), "cards": str(cards)} if (
            hand > 0 and ply > 0 and bool not in (type(hand), type(ply)) and 0 < len(cards) <= LONGEST_PLAY
        ):
            return Supposing(match, hand, ply, cards)
        case _:
            return None
