"""Figures from frames. Severities differ by pattern as well as by colour."""

from typing import Final

import plotly.graph_objects as go
import polars as pl

from dashboard.text import t
from replay.text import Lang

SEVERITIES: Final = ("error", "warning", "note")
COLOURS: Final = {"error": "#b3212b", "warning": "#c98a1b", "note": "#5b7a94"}
PATTERNS: Final = {"error": "", "warning": "/", "note": "."}
ROW_HEIGHT: Final = 26
FEW: Final = 8
"""Up to this count every whole number has its tick."""


def findings_by_code(frame: pl.DataFrame, lang: Lang) -> go.Figure:
    """One bar a check, longest at the top, its parts by severity. `frame` has code, title, severity and findings."""
    totals = frame.group_by("code", "title").agg(pl.col("findings").sum()).sort("findings", "code")
    labels = [f"{title}  {code}" for code, title in totals.select("code", "title").iter_rows()]
    figure = go.Figure()
    for severity in SEVERITIES:
        counts = frame.filter(pl.col("severity") == severity).group_by("code").agg(pl.col("findings").sum())
        found = dict(counts.iter_rows())
        figure.add_bar(
            name=t(f"severity.{severity}", lang),
            y=labels,
            x=[found.get(code, 0) for code in totals["code"]],
            orientation="h",
            marker={"color": COLOURS[severity], "pattern": {"shape": PATTERNS[severity], "size": 5}},
            hovertemplate="%{y}: %{x}<extra>%{fullData.name}</extra>",
        )
    return _plain(figure, len(labels), max(totals["findings"]))


def findings_by_severity(frame: pl.DataFrame, lang: Lang) -> go.Figure:
    """One bar a severity. `frame` has severity and findings."""
    found = dict(frame.group_by("severity").agg(pl.col("findings").sum()).iter_rows())
    shown = [severity for severity in reversed(SEVERITIES) if severity in found]
    figure = go.Figure()
    figure.add_bar(
        y=[t(f"severity.{severity}", lang) for severity in shown],
        x=[found[severity] for severity in shown],
        text=[f"{found[severity]:,}" for severity in shown],
        textposition="outside",
        cliponaxis=False,
        orientation="h",
        marker={
            "color": [COLOURS[severity] for severity in shown],
            "pattern": {"shape": [PATTERNS[severity] for severity in shown], "size": 5},
        },
        hovertemplate="%{y}: %{x}<extra></extra>",
        showlegend=False,
    )
    return _plain(figure, len(shown), max(found.values()))


def _plain(figure: go.Figure, rows: int, most: int) -> go.Figure:
    """What both figures share; counts have ticks at whole numbers alone."""
    figure.update_layout(
        barmode="stack",
        bargap=0.3,
        height=ROW_HEIGHT * rows + 70,
        margin={"l": 0, "r": 10, "t": 8, "b": 24},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
        dragmode=False,
    )
    figure.update_xaxes(
        tickformat=",d", rangemode="tozero", fixedrange=True, dtick=1 if most <= FEW else None, range=[0, most * 1.08]
    )
    figure.update_yaxes(automargin=True, fixedrange=True, ticksuffix=" ")
    return figure
