"""What other cards at a ply would lead to, as the table shows it beside what happened."""

from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from paipu.dashboard import records
from paipu.dashboard.judge.form import asked_of_rest
from paipu.dashboard.table.component import supposing
from paipu.dashboard.table.message import SupposedView
from paipu.dashboard.text import t
from paipu.ingest.parse import Parsed
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import read_move, read_thrown
from paipu.replay.climbing.states import ClimbingView
from paipu.replay.faults import Moment
from paipu.replay.solve.rest import position_at
from paipu.replay.states import HandView
from paipu.replay.supposed import in_hindsight, outcome, verdicts, won
from paipu.replay.text import Lang, in_language
from paipu.replay.tricks.states import TrickView
from paipu.replay.whatif import NoFactError, Play, Trick, what_if

LONGEST_HAND: Final = 2 * 9
"""The cards of a hand, two characters each, up to which the rest is asked: with more the answer would be bounds."""


def supposed(parsed: Parsed, hand: int, lang: Lang) -> SupposedView | None:
    """What was last asked of another play of a hand; None where nothing was."""
    asked = supposing(parsed.record.id, hand)
    return _supposed(parsed, hand, asked.ply, asked.cards, lang) if asked is not None else None


@st.cache_data(show_spinner=False, max_entries=500, hash_funcs={Parsed: records.hash_of})
def _supposed(parsed: Parsed, hand: int, ply: int, asked: str, lang: Lang) -> SupposedView:
    view = SupposedView(
        hand_id=f"{parsed.sha256}/{hand}",
        ply=ply,
        asked=asked,
        cards=None,
        refused=None,
        verdicts=[],
        was=None,
        would=None,
        outcome=[],
        rest="",
    )
    record = parsed.record
    try:
        (at, seen), cards = place_of(parsed, hand, ply), read_other(asked)
        found = what_if(record, hand, Play(at, cards), records.looked_at(parsed).audit)
    except QuestionError as fault:
        return {**view, "refused": in_language(fault.message, lang)}
    except NoFactError:
        return {**view, "refused": t("suppose.nowhere", lang)}
    return {
        **view,
        "cards": cards,
        "verdicts": [in_language(each, lang) for each in verdicts(found)],
        "was": _won(found.before, lang),
        "would": _won(found.after, lang),
        "outcome": [
            (in_language(line, lang), [in_language(each, lang) for each in below])
            for line, below in (*outcome(found, record), *in_hindsight(seen, at, cards))
        ],
        "rest": rest_of(seen, at, lang),
    }


def rest_of(seen: HandView[Any, Any, Any, Any], at: Moment, lang: Lang) -> str:
    """Where the rest of a hand is asked from the position before a play; empty where that is nothing to be searched."""
    found = position_at(seen, at) if isinstance(seen, TrickView | ClimbingView) else None
    if found is None or max(map(len, found[1].hands.values())) > LONGEST_HAND:
        return ""
    return f"judge?{urlencode({**asked_of_rest(*found), 'lang': lang}, doseq=True)}"


def read_other(asked: str) -> str:
    """Other cards, as people type them, in record notation. Raises QuestionError."""
    return read_thrown(asked) if ">" in asked else read_move(asked)


def place_of(parsed: Parsed, hand: int, ply: int) -> tuple[Moment, HandView[Any, Any, Any, Any]]:
    """The trick and the play of a ply, and the hand. Raises NoFactError where there is none."""
    for view in records.looked_at(parsed).hands:
        if view.hand.no == hand and 0 < ply < len(view.frames):
            frame = view.frames[ply]
            return (frame.trick, frame.play), view
    raise NoFactError


def _won(trick: Trick | None, lang: Lang) -> tuple[str | None, str] | None:
    return None if trick is None else (trick.winner, in_language(won(trick), lang))
