"""Below the card table: how the points, or the cards, of the hand went, and how the levels of the match did."""

from collections.abc import Mapping
from typing import Any, Final

import polars as pl
import streamlit as st

from paipu.dashboard.study import figures
from paipu.dashboard.study.shown import picture_choice, show
from paipu.dashboard.table.frames import TableView
from paipu.dashboard.text import t
from paipu.replay.computed import Audit
from paipu.replay.record import GameRecord
from paipu.replay.sheets import sheet_of
from paipu.replay.text import Lang
from paipu.replay.words import level_name, seats_name

_OPEN: Final = "replay.figures"


def course(record: GameRecord, audited: Audit, view: TableView, ply: int, lang: Lang) -> None:
    """Draw the figures, if they are wanted: nothing of plotly is loaded before."""
    if not st.toggle(t("figure.open", lang), key=_OPEN):
        return
    kept = picture_choice(lang)
    sides = {side: seats_name(side, lang) for side in sheet_of(record).sides}
    sheet = sheet_of(record)
    flow = flow_of(view["frames"], sides, t("column.points", lang))
    if flow:
        told = "points" if any(frame.get("points") is not None for frame in view["frames"]) else "cards"
        figure = figures.steps(flow, t("figure.ply", lang), t(f"column.{told}", lang), ply)
        show(f"figure.flow.{told}", None, figure, table(flow, "ply", told), "flow", lang, kept)
    levels, race = race_of(record, audited, sides)
    if race:
        told = "level" if levels else "points"
        figure = figures.steps(race, t("column.hand", lang), t(f"column.{told}", lang), view["hand"])
        numbers = table(race, "hand", told)
        if levels:
            ladder = [level_name(level, lang) for level in sheet.ladder]
            figure = figures.on_ladder(figure, ladder)
            numbers = numbers.with_columns(pl.Series(told, [ladder[number] for number in numbers[told]], pl.String))
        show(f"figure.race.{told}", None, figure, numbers, "race", lang, kept)


def flow_of(frames: Any, sides: Mapping[str, str], points: str) -> dict[str, list[tuple[int, int]]]:  # noqa: ANN401 - of either family
    """The attackers' points at each ply; where there are none, the cards that each side has left."""
    told = [(frame["ply"], frame["points"]) for frame in frames if frame.get("points") is not None]
    if told:
        return {points: told}
    return {
        name: [(frame["ply"], sum(frame["left"].get(seat, 0) for seat in side)) for frame in frames if frame["left"]]
        for side, name in sides.items()
        if any(frame["left"] for frame in frames)
    }


def race_of(record: GameRecord, audited: Audit, sides: Mapping[str, str]) -> tuple[bool, dict[str, list[tuple[int, int]]]]:
    """Whether it is a race of levels, and where each side stood after each hand: on the ladder, or by its points or score."""
    ladder = sheet_of(record).ladder
    levels: dict[str, list[tuple[int, int]]] = {}
    totals: dict[str, list[tuple[int, int]]] = {}
    for side, name in sides.items():
        total = 0
        for hand, result in zip(record.hands, audited.hands, strict=True):
            level = (result.levels or {}).get(side)
            if level in ladder:
                levels.setdefault(name, []).append((hand.no, ladder.index(level)))
            made = (result.points or result.score or {}).get(side)
            if made is not None:
                total += made
                totals.setdefault(name, []).append((hand.no, total))
    return (True, levels) if levels else (False, totals)


def table(lines: Mapping[str, list[tuple[int, int]]], step: str, value: str) -> pl.DataFrame:
    """The numbers of such lines."""
    return pl.DataFrame([{"name": name, step: at, value: number} for name, points in lines.items() for at, number in points])
