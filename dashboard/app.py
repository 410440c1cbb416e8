"""The list of pages, and what stands around each of them."""

from collections.abc import Callable
from typing import Final, NamedTuple

import streamlit as st

from paipu.dashboard.notices import as_text
from paipu.dashboard.pages import audit, data, find, judge, overview, players, record, replay, rulings, standings
from paipu.dashboard.scope import event_titles, scope, scope_bar
from paipu.dashboard.service.access import person
from paipu.dashboard.service.roles import Action
from paipu.dashboard.session import language_switch, query, set_title
from paipu.dashboard.shell import FIRST
from paipu.dashboard.text import t
from paipu.dashboard.trouble import said
from paipu.replay.text import Lang


class Shown(NamedTuple):
    """A page: its name, which is its address and after `nav.` the key of its title, what draws it, if it `reads` records."""

    name: str
    draw: Callable[[], None]
    reads: bool = True


PAGES: Final = (
    Shown("overview", overview.page),
    Shown("replay", replay.page),
    Shown("standings", standings.page),
    Shown("audit", audit.page),
    Shown("rulings", rulings.page),
    Shown("judge", judge.page, reads=False),
    Shown("record", record.page, reads=False),
    Shown("players", players.page),
    Shown("find", find.page),
    Shown("data", data.page),
)
"""In the order of the navigation."""


OWN: Final = (
    ("/results", "app.results", Action.SETTLE),
    ("/cards", "app.cards", Action.TABLES),
    ("/sign-out", "app.sign_out", Action.READ),
)
"""The service's own pages: address, key of the words, and who may."""


def main() -> None:
    """Draw the page that the address names, or say what stands in the way."""
    with said():
        _draw()


def _draw() -> None:
    signed_in = person()
    lang = language_switch()
    pages = [
        st.Page(page.draw, title=t(f"nav.{page.name}", lang), url_path=page.name, default=page.name == FIRST) for page in PAGES
    ]
    chosen = st.navigation(pages, position="top")
    st.set_page_config(page_title=f"{chosen.title} · {t('app.title', lang)}", page_icon="🎴", layout="wide")
    shown = next(page for page in PAGES if page.name == (chosen.url_path or FIRST))
    if not shown.reads or (_can_read(lang) and scope_bar(lang)):
        event = event_titles(lang).get(scope().event or "") if shown.reads else None
        if event is not None:
            set_title(f"{event} {chosen.title}", lang)
        chosen.run()
    if signed_in is not None:
        links = [f'<a href=".{at}?lang={lang}">{t(key, lang)}</a>' for at, key, of in OWN if of in signed_in.actions]
        st.html(f'<p class="signed-in">{" · ".join([as_text(signed_in.name), *links])}</p>')


def _can_read(lang: Lang) -> bool:
    """Whether there is something in the warehouse; says so on the page where there is not."""
    loaded = query("SELECT count(*) AS batches FROM batches ORDER BY batches").item()
    if not loaded:
        st.info(t("app.warehouse.empty", lang))
    return bool(loaded)
