"""The card table as Streamlit mounts it, and what comes back from it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.table.frames import TableView

KEY: Final = "table"
_FOLDER: Final = Path(__file__).parent


class Asked(NamedTuple):
    """What the table asks for: a ply of a hand."""

    match: str
    hand: int
    ply: int


def mount(view: TableView, on_place: Callable[[Asked], None]) -> None:
    """Draw the table.

    `on_place` is called with the ply that is shown, after the reader has paused there, or with that of another hand that is
    wanted, before the script runs again.
    """
    table = st.components.v2.component(
        "paipu.table",
        js=(_FOLDER / "table.js").read_text(encoding="utf-8"),
        css=(_FOLDER / "table.css").read_text(encoding="utf-8"),
    )
    table(key=KEY, data=view, on_place_change=lambda: _call(on_place))


def _call(on_place: Callable[[Asked], None]) -> None:
    asked = read_asked(st.session_state[KEY].get("place"))
    if asked is not None:
        on_place(asked)


def read_asked(value: Any) -> Asked | None:  # noqa: ANN401 - JSON from the browser
    """What the browser sent, or None for anything but what the table sends."""
    match value:
        case {"match": str(match), "hand": int(hand), "ply": int(ply)} if (
            hand > 0 and ply >= 0 and bool not in (type(hand), type(ply))
        ):
            return Asked(match, hand, ply)
        case _:
            return None
