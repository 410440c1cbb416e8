"""The list of pages, and what stands around each of them."""

from pathlib import Path
from typing import Final

import streamlit as st

from analytics.errors import WarehouseError
from dashboard.notices import say
from dashboard.pages import overview, replay
from dashboard.session import directory, language_switch, query, reader
from dashboard.text import t
from replay.text import Lang, in_language

STYLE: Final = Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def main() -> None:
    """Draw the page that the address names."""
    st.html(f"<style>{STYLE}</style>")
    lang = language_switch()
    page = st.navigation(
        [
            st.Page(overview.page, title=t("nav.overview", lang), url_path="overview", default=True),
            st.Page(replay.page, title=t("nav.replay", lang), url_path="replay"),
        ],
        position="top",
    )
    st.set_page_config(page_title=f"{page.title} · {t('app.title', lang)}", page_icon="🎴", layout="wide")
    if _can_read(lang):
        page.run()


def _can_read(lang: Lang) -> bool:
    """Whether there is a warehouse with something in it; says so on the page where there is not."""
    try:
        reader()
        loaded = query("SELECT count(*) AS batches FROM batches ORDER BY batches").item()
    except WarehouseError as error:
        say("error", t("app.warehouse.missing", lang, path=str(directory())), in_language(error.message, lang))
        return False
    if not loaded:
        st.info(t("app.warehouse.empty", lang))
    return bool(loaded)
