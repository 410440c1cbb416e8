"""A figure as a page shows it: to be kept as SVG or PNG, and below it the same numbers as a table and as CSV."""

from io import StringIO
from typing import Final, Literal

import plotly.graph_objects as go
import polars as pl
import streamlit as st

from paipu.dashboard.text import t
from paipu.ingest.cells import clean, guarded
from paipu.replay.text import Lang

Picture = Literal["svg", "png"]
PICTURES: Final[tuple[Picture, ...]] = ("svg", "png")
_PICTURE: Final = "figure.picture"
SCALE: Final = 2
"""Pixels of a PNG to a pixel of the page."""


def picture_choice(lang: Lang) -> Picture:
    """What a figure is kept as by the camera above it."""
    return st.segmented_control(
        t("figure.picture", lang), PICTURES, default="svg", key=_PICTURE, required=True, format_func=str.upper, width="content"
    )


def show(title: str, note: str | None, figure: go.Figure, numbers: pl.DataFrame, name: str, lang: Lang, kept: Picture) -> None:
    """Draw a figure under its title. `name` is what its files are called; the catalogue names the columns."""
    st.html(f'<h3 class="figure">{t(title, lang)}</h3>')
    if note is not None:
        st.caption(t(note, lang))
    options = {"format": kept, "filename": name, "scale": SCALE if kept == "png" else 1}
    config = {
        "displaylogo": False,
        "displayModeBar": True,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": options,
        "scrollZoom": False,
    }
    st.plotly_chart(figure, config=config, key=f"figure.{name}")
    with st.expander(t("figure.numbers", lang)):
        named = {column: t(f"column.{column}", lang) for column in numbers.columns}
        st.dataframe(numbers.rename(named), hide_index=True, key=f"numbers.{name}")
        st.download_button(
            t("figure.csv", lang),
            as_csv(numbers),
            file_name=f"{name}.csv",
            mime="text/csv",
            key=f"csv.{name}",
            on_click="ignore",
        )


def as_csv(numbers: pl.DataFrame) -> bytes:
    """The numbers as a spreadsheet reads them, no cell of which can be taken for a formula; with a mark that says UTF-8."""
    texts = [column for column, kind in numbers.schema.items() if kind == pl.String]
    safe = numbers.with_columns(
        pl.Series(column, [cell if cell is None else clean(guarded(cell)) for cell in numbers[column]], pl.String)
        for column in texts
    )
    out = StringIO()
    safe.write_csv(out)
    return out.getvalue().encode("utf-8-sig")
