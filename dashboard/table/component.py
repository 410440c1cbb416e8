"""The card table as Streamlit mounts it, and what comes back from it."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.table.frames import LegalView, TableView

KEY: Final = "table"
SCRIPTS: Final = ("cards.js", "layout.js", "table.js", "tricks.js", "climbing.js", "mount.js")
STYLES: Final = ("table.css", "climbing.css")
"""In the order in which they are joined."""
_FOLDER: Final = Path(__file__).parent


class Asked(NamedTuple):
    """What the table asks for: a ply of a hand, seen by one seat or with all hands open."""

    match: str
    hand: int
    ply: int
    seat: str | None


def mount(view: TableView, legal: Mapping[str, LegalView], on_place: Callable[[Asked], None]) -> None:
    """Draw the table. `legal` has the legal plays at some plies, by ply; the table keeps them.

    `on_place` is called with the ply that is shown, after the reader has paused there, or with that of another hand that is
    wanted, before the script runs again.
    """
    table = st.components.v2.component(
        "paipu.table",
        js=_joined(SCRIPTS),
        css=_joined(STYLES),
    )
    table(key=KEY, data={**view, "alternatives": legal}, on_place_change=lambda: _call(on_place))


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)


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
