"""Hands kept in collections from the pages: added from a list or from the table, noted, put in order, renamed, taken out."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final
from urllib.parse import urljoin

import polars as pl
import streamlit as st

from paipu.analytics import collected
from paipu.analytics.collected import Collection, Collections, KeptPlace
from paipu.analytics.errors import WarehouseError
from paipu.dashboard.links import page_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import as_text, say
from paipu.dashboard.service.access import allow
from paipu.dashboard.service.roles import Action
from paipu.dashboard.study import ask
from paipu.dashboard.study.shelf import FileShelf, shelf
from paipu.dashboard.text import t
from paipu.dashboard.trouble import told
from paipu.replay.text import Lang

PLACE: Final = "place"
"""In the address, which place of the collection is changed, from 1."""
NOTE: Final = 4_000
"""Characters of a note."""
NAME: Final = 80
_DONE: Final = "kept.done"
_ROUND: Final = "kept.round"
_RENAME: Final = "kept.rename"

Act = Callable[[Collections], Collections]


def changed(act: Act, about: str, lang: Lang) -> bool:
    """Change the collections of whoever looks, or say what stands in the way; whether they were changed."""
    return done(lambda: shelf().change(act), about, lang)


def done(what: Callable[[], None], about: str, lang: Lang) -> bool:
    """Do something to the collections of whoever looks, or say what stands in the way; whether it was done."""
    try:
        allow(Action.KEEP, about)
        what()
    except WarehouseError as fault:
        say("error", told(fault, lang))
        return False
    return True


def offer(places: Callable[[str], Iterable[KeptPlace]], key: str, label: str, lang: Lang, *, note: bool = False) -> None:
    """A name to choose or to write, and a button that keeps what `places` then has, with the note if one is asked for."""
    if (into := st.session_state.pop(f"{_DONE}.{key}", None)) is not None:
        link = page_link("find", lang, {"collection": into})
        st.html(f'<p class="kept" role="status">{t("kept.added", lang)} <a href="{as_text(link)}">{as_text(into)}</a></p>')
    form = f"{key}.form"
    with st.expander(label), st.form(form, border=False, clear_on_submit=True):
        names = [each.name for each in ask.collections().collections]
        chosen = st.selectbox(t("kept.name", lang), names, index=None, key=f"{key}.name", placeholder="–") if names else None
        new = st.text_input(t("kept.name.new", lang), key=f"{key}.new", max_chars=NAME)
        said = st.text_area(t("kept.note", lang), key=f"{key}.note", max_chars=NOTE) if note else ""
        asked = st.form_submit_button(t("kept.add", lang))
    name = new.strip() or chosen
    if asked and name is None:
        say("error", t("kept.name.none", lang))
    elif asked and changed(lambda before: before.added(str(name), places(said)), str(name), lang):
        st.session_state[f"{_DONE}.{key}"] = name
        st.rerun()


def places_of(rows: pl.DataFrame) -> Iterator[KeptPlace]:
    """The places of a list of hands."""
    for match, hand, ply in rows.select("match", "hand", "ply").drop_nulls("hand").iter_rows():
        yield collected.kept_place(match, hand, ply, "")


def mend_place(own: Collection, at: int, lang: Lang) -> None:
    """What can be done with one place of a collection: another note, another order, out of it."""
    place = own.places[at - 1]
    key = ".".join(map(str, ("kept", *place.key)))
    form = f"{key}.form"
    with st.container(key="kept-place"):
        with st.form(form, border=False):
            note = st.text_area(t("kept.note", lang), place.note, key=f"{key}.note", max_chars=NOTE)
            noted = st.form_submit_button(t("kept.note.save", lang))
        with st.container(horizontal=True, gap="small"):
            up = st.button(t("kept.up", lang), key=f"{key}.up", disabled=at == 1)
            down = st.button(t("kept.down", lang), key=f"{key}.down", disabled=at == len(own.places))
            out = st.button(t("kept.out", lang), key=f"{key}.out")
    by = down - up
    if noted and changed(lambda before: before.noted(own.name, place.key, note), own.name, lang):
        _shown(at)
    elif by and changed(lambda before: before.moved(own.name, place.key, by), own.name, lang):
        _shown(at + by)
    elif out and changed(lambda before: before.without(own.name, place.key), own.name, lang):
        _shown(None)


def _shown(at: int | None) -> None:
    """Draw the page anew, at another place or at none."""
    if at is not None:
        st.query_params[PLACE] = str(at)
    elif PLACE in st.query_params:
        del st.query_params[PLACE]
    st.rerun()


def mend(own: Collection, lang: Lang) -> None:
    """What can be done with a collection: another name, a file of it, an end of it."""
    with st.expander(t("kept.mend", lang)):
        with st.form(_RENAME, border=False):
            name = st.text_input(t("kept.name", lang), own.name, key=f"kept.rename.{own.name}", max_chars=NAME)
            renamed = st.form_submit_button(t("kept.rename", lang))
        files([own], f"{own.name}.json", lang)
        sure = st.checkbox(t("kept.remove.sure", lang, n=len(own.places)), key=f"kept.sure.{own.name}")
        removed = st.button(t("kept.remove", lang), key="kept.remove", disabled=not sure)
    if renamed and done(lambda: shelf().rename(own.name, name.strip()), own.name, lang):
        st.query_params["collection"] = name.strip()
        st.rerun()
    elif removed and changed(lambda before: before.without(own.name), own.name, lang):
        del st.query_params["collection"]
        st.rerun()


def share(own: Collection, lang: Lang) -> None:
    """The link of a collection, by which others who are signed in see it; without accounts there is nobody to give it to."""
    of_account = shelf()
    if isinstance(of_account, FileShelf):
        return
    link = of_account.link(own.name)
    with st.expander(t("kept.share", lang), expanded=link is not None):
        if link is None:
            st.caption(t("kept.share.note", lang))
            if st.button(t("kept.share.make", lang), key="kept.share") and done(
                lambda: of_account.share(own.name), own.name, lang
            ):
                st.rerun()
            return
        at = urljoin(st.context.url or "", page_link("find", lang, {"shared": link}))
        draw("find.html", lang, part="share", link=at)
        if st.button(t("kept.share.end", lang), key="kept.share.end") and done(
            lambda: of_account.end_link(own.name), own.name, lang
        ):
            st.rerun()


def files(kept: Iterable[Collection], name: str, lang: Lang) -> None:
    """Some collections as a file, which another warehouse takes."""
    st.download_button(
        t("kept.export", lang),
        data=collected.written(Collections(collections=tuple(kept))),
        file_name=name.replace("/", "-"),
        mime="application/json",
        key="kept.export",
        on_click="ignore",
    )


def take(lang: Lang) -> None:
    """A file of collections, whose places come to those that there are."""
    if (taken := st.session_state.pop(_DONE, None)) is not None:
        say("note", taken)
    with st.expander(t("kept.import", lang)), st.container(key=f"upload-{lang}"):
        file = st.file_uploader(
            t("kept.import.file", lang),
            ["json"],
            key=f"kept.file.{st.session_state.get(_ROUND, 0)}",
            max_upload_size=collected.LARGEST >> 20,
        )
        asked = st.button(t("kept.import", lang), key="kept.import", disabled=file is None)
    if not asked or file is None:
        return
    try:
        given = collected.parsed(bytes(file.getbuffer()), file.name)
    except WarehouseError as fault:
        say("error", told(fault, lang))
        return
    if changed(lambda before: before.merged(given), file.name, lang):
        places = sum(len(each.places) for each in given.collections)
        st.session_state[_DONE] = t("kept.imported", lang, collections=len(given.collections), places=places)
        st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
        st.rerun()
