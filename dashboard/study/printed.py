"""The profile of a player or of partners as files to be taken along: a document, and its statistics as a worksheet."""

from collections.abc import Callable
from functools import partial

import polars as pl
import streamlit as st

from paipu.analytics.export import as_excel
from paipu.analytics.filters import Filters
from paipu.analytics.report.pdf import find_chromium, to_pdf
from paipu.analytics.report.profile import profile_html
from paipu.dashboard.links import Scope
from paipu.dashboard.session import reader
from paipu.dashboard.text import t
from paipu.replay.text import Lang


def offer_profile(filters: Filters, within: Scope, own: pl.DataFrame, lang: Lang) -> None:
    """Buttons for the profile of the unit that the filters name, and for its statistics, under the same filters.

    As PDF where the machine has a browser that prints.
    """
    made = partial(profile_html, reader(), filters, lang, sheet=within.sheet, event=within.event)
    files: dict[str, tuple[str, Callable[[], str | bytes]]] = {
        "html": ("text/html", made),
        "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", partial(as_excel, own)),
    }
    if find_chromium() is not None:
        files["pdf"] = ("application/pdf", lambda: to_pdf(made()))
    for form, (mime, data) in files.items():
        st.download_button(
            t(f"players.printed.{form}", lang),
            data=data,
            file_name=f"profile.{form}",
            mime=mime,
            key=f"printed.{form}",
            on_click="ignore",
        )
