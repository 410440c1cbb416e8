"""Figures from frames, with plotly. What is told apart is told apart by shape, dash or pattern too, not by colour alone.

The colours are those of Okabe and Ito, which people who are colour-blind can tell apart; axes and words follow the theme.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import plotly.graph_objects as go
import polars as pl

# Plotly looks into pandas once it is there, even while another page is half through importing it for a table.
import_module("pandas")

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a", "#000000", "#f0e442")
DASHES: Final = ("solid", "dash", "dot", "dashdot")
MARKS: Final = ("circle", "square", "diamond", "triangle-up")
PATTERNS: Final = ("", "/", "x", ".", "\\", "-", "+", "|", "/")
NEUTRAL: Final = "#8a8a8a"
HEIGHT: Final = 320
ROW: Final = 44
NAME: Final = 18
"""Characters of a name that an axis or a legend has room for."""


def short(name: str) -> str:
    """A name cut to what there is room for; plotly reads some markup, and so its brackets are put out of effect."""
    kept = name if len(name) <= NAME else f"{name[: NAME - 1]}…"
    return kept.replace("&", "&amp;").replace("<", "‹").replace(">", "›")


def rating_history(frames: Mapping[str, pl.DataFrame], axis: str, matches: str) -> go.Figure:
    """The rating of each unit match by match, with its 95 % interval. A frame has game, mu, low and high."""
    figure = go.Figure()
    for number, frame in enumerate(frames.values()):
        colour, games = COLOURS[number], frame["game"].to_list()
        figure.add_scatter(
            x=[*games, *games[::-1]],
            y=[*frame["high"].to_list(), *frame["low"].to_list()[::-1]],
            mode="lines",
            fill="toself",
            fillcolor=f"rgba{(*_rgb(colour), 0.12)}",
            line={"color": colour, "width": 0.5, "dash": DASHES[number]},
            hoverinfo="skip",
            showlegend=False,
        )
    for number, (name, frame) in enumerate(frames.items()):
        figure.add_scatter(
            x=frame["game"],
            y=frame["mu"],
            name=short(name),
            mode="lines+markers",
            line={"color": COLOURS[number], "dash": DASHES[number]},
            marker={"symbol": MARKS[number], "size": 8},
            hovertemplate="%{x}: %{y:.2f}<extra>%{fullData.name}</extra>",
        )
    figure.update_xaxes(title=matches, tickformat=",d", dtick=1 if max(map(len, frames.values()), default=0) <= 12 else None)
    figure.update_yaxes(title=axis)
    return plain(figure)


def mix(names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> go.Figure:
    """What makes up each unit's hands: a bar a unit, of the shares of its parts in order."""
    figure = go.Figure()
    for number, (part, shares) in enumerate(parts.items()):
        figure.add_bar(
            name=part,
            y=[short(name) for name in names],
            x=list(shares),
            orientation="h",
            text=[f"{share:.0%}" if share >= 0.06 else "" for share in shares],
            textposition="inside",
            insidetextanchor="middle",
            textfont={"color": "#111" if number in {3, 4, 5, 8} else "#fff"},
            marker={
                "color": COLOURS[number],
                "line": {"color": "#ffffff", "width": 1},
                "pattern": {
                    "shape": PATTERNS[number],
                    "size": 6,
                    "solidity": 0.15,
                    "fgcolor": "#ffffff",
                    "fillmode": "overlay",
                },
            },
            hovertemplate="%{x:.1%}<extra>%{fullData.name}</extra>",
        )
    figure.update_layout(barmode="stack", bargap=0.35)
    figure.update_xaxes(tickformat=".0%", range=[0, 1])
    figure.update_yaxes(autorange="reversed")
    return plain(figure, ROW * len(names) + 120)


def spread(frames: Mapping[str, Sequence[tuple[float, float]]], axis: str, share: str) -> go.Figure:
    """How often what was taken so long: a stepped line a unit, of pairs of seconds and shares."""
    figure = go.Figure()
    for number, (name, points) in enumerate(frames.items()):
        figure.add_scatter(
            x=[seconds for seconds, _ in points],
            y=[part for _, part in points],
            name=short(name),
            mode="lines",
            line={"color": COLOURS[number], "dash": DASHES[number], "shape": "hvh", "width": 2},
            hovertemplate="%{x:.2f} s: %{y:.1%}<extra>%{fullData.name}</extra>",
        )
    figure.update_xaxes(title=axis, type="log", tickvals=[0.25, 0.5, 1, 2, 5, 10, 20, 60, 120])
    figure.update_yaxes(title=share, tickformat=".0%", rangemode="tozero")
    return plain(figure)


def by_step(frames: Mapping[str, pl.DataFrame], axis: str, share: str, ladder: Sequence[str]) -> go.Figure:
    """A rate at each step of a ladder with its interval. A frame has step, rate, low and high."""
    figure = go.Figure()
    for number, (name, frame) in enumerate(frames.items()):
        figure.add_scatter(
            x=frame["step"],
            y=frame["rate"],
            name=short(name),
            mode="markers",
            marker={"symbol": MARKS[number], "size": 10, "color": COLOURS[number]},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": (frame["high"] - frame["rate"]).to_list(),
                "arrayminus": (frame["rate"] - frame["low"]).to_list(),
                "color": COLOURS[number],
                "thickness": 1.5,
            },
            hovertemplate="%{x}: %{y:.1%}<extra>%{fullData.name}</extra>",
        )
    figure.update_xaxes(title=axis, type="category", categoryorder="array", categoryarray=list(ladder))
    figure.update_yaxes(title=share, tickformat=".0%", range=[-0.02, 1.02])
    figure.update_layout(scattermode="group", scattergap=0.6)
    return plain(figure)


def who_with_whom(names: Sequence[str], rates: Sequence[Sequence[float | None]], counts: Sequence[Sequence[str]]) -> go.Figure:
    """The share of matches that each won beside each other; from light to dark, so that a copy without colours says as much."""
    figure = go.Figure(
        go.Heatmap(
            x=[short(name) for name in names],
            y=[short(name) for name in names],
            z=rates,
            text=counts,
            texttemplate="%{text}",
            zmin=0,
            zmax=1,
            colorscale="Cividis",
            reversescale=True,
            colorbar={"tickformat": ".0%", "thickness": 12},
            hoverongaps=False,
            xgap=1,
            ygap=1,
            hovertemplate="%{y} + %{x}: %{z:.0%} (%{text})<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed", scaleanchor=None)
    figure.update_xaxes(tickangle=-40)
    return plain(figure, 28 * len(names) + 180)


def steps(lines: Mapping[str, Sequence[tuple[Any, float]]], axis: str, value: str, mark: int | None = None) -> go.Figure:
    """Something that goes on from step to step, a stepped line each; `mark` is the step that is looked at."""
    figure = go.Figure()
    for number, (name, points) in enumerate(lines.items()):
        figure.add_scatter(
            x=[x for x, _ in points],
            y=[y for _, y in points],
            name=short(name),
            mode="lines+markers",
            line={"color": COLOURS[number], "dash": DASHES[number], "shape": "hv"},
            marker={"symbol": MARKS[number], "size": 7},
            hovertemplate="%{x}: %{y}<extra>%{fullData.name}</extra>",
        )
    if mark is not None:
        figure.add_vline(x=mark, line={"color": NEUTRAL, "width": 2, "dash": "dot"})
    figure.update_xaxes(title=axis, tickformat=",d")
    figure.update_yaxes(title=value)
    return plain(figure, 260)


def on_ladder(figure: go.Figure, ladder: Sequence[str]) -> go.Figure:
    """The same with levels instead of their numbers."""
    figure.update_yaxes(tickvals=list(range(len(ladder))), ticktext=list(ladder))
    return figure


def plain(figure: go.Figure, height: int = HEIGHT) -> go.Figure:
    """What all figures share."""
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 36, "b": 8},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
        dragmode=False,
        hovermode="closest",
    )
    figure.update_xaxes(fixedrange=True, automargin=True)
    figure.update_yaxes(fixedrange=True, automargin=True)
    return figure


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
