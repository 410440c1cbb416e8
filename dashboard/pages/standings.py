"""排名: who stands where in an event, how each place came about, results by round, who met whom, and what is published."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st

from paipu.analytics.event_view import (
    MOST_BESIDE,
    PLAYS,
    Apart,
    Board,
    Group,
    Tables,
    apart,
    directions,
    groups,
    listed,
    played_said,
    rests_on,
)
from paipu.analytics.report.page import Tongue
from paipu.analytics.report.pdf import find_chromium, to_pdf
from paipu.analytics.report.publication import Publication, publication, published_page
from paipu.analytics.report.texts import EVENT
from paipu.dashboard.events import Event, event_of, places_then, several_events, tables_after, tables_of
from paipu.dashboard.events import asked as audit_of
from paipu.dashboard.filters import Chip, Filters
from paipu.dashboard.links import Place, Scope, page_link, part_of, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.rulings import desk
from paipu.dashboard.scope import event_titles, scope, sheet_name
from paipu.dashboard.session import language, query, set_title
from paipu.dashboard.text import t
from paipu.ingest.output import standings_csv
from paipu.replay.event.match import AccountName
from paipu.replay.event.standings import standings
from paipu.replay.event.words import names_apart, part_title
from paipu.replay.text import Lang, in_language
from paipu.replay.words import FIGURE_NAMES

ACCOUNTS: tuple[AccountName, ...] = ("ruled", "computed", "recorded")
"""The first that there is is shown where the address names none: rulings in force count, as they do in the audit."""
SHOWN = ("", "results")
"""What a page can show: who stands where, or the results by round."""
MOST_ROUNDS = 30
"""Rounds that have a link each; an address may name any."""


def page() -> None:
    """Draw the stages and groups that the address names, by the account that it names, after the round that it names."""
    lang, looked_at = language(), scope()
    event = event_of(looked_at)
    if event is None:
        if several_events(looked_at):
            _newest(looked_at, lang)
        else:
            say("note", t("standings.none", lang))
        return
    set_title(f"{event_titles(lang)[event.event]} {t('nav.standings', lang)}", lang)
    whole = tables_of(event)
    told = {row["account"] for row in whole["standings"]}
    asked = Filters("standings", ("part", "account", "after", "show", "team", "round", "table", "board"), lang)
    stands: AccountName = next((name for name in ACCOUNTS if name in told), ACCOUNTS[0])
    accounts = {name: t(f"standings.account.{name}", lang) for name in ACCOUNTS if name in told}
    parts = {"": t("standings.part.all", lang), **_parts(whole, lang)}
    stages = [row["stage"] for row in whole["event_stages"] if asked["part"].partition("/")[0] in {"", row["stage"]}]
    rounds = list(dict.fromkeys(str(row["round"]) for row in whole["event_rounds"] if row["stage"] in stages))
    if not _all_known(asked, whole, accounts, parts, stages, rounds):
        return
    account: AccountName = next((name for name in ACCOUNTS if name == asked["account"]), stands)
    after = int(asked["after"]) if asked["after"] else None
    tables = whole if after is None else tables_after(event, after)
    shown = groups(tables, account, after)
    chosen = [each for each in shown if asked["part"] in {"", each.stage, part_of(each.stage, each.group)}]
    place = asked["round"], asked["table"]
    boards = {each.name for group in chosen for each in group.boards}
    if not asked.known("board", boards, t("standings.board", lang)):
        return
    afters = {"": t("standings.after.last", lang), **{no: t("standings.after", lang, no=no) for no in rounds[:MOST_ROUNDS]}}
    draw(
        "standings.html",
        lang,
        texts=EVENT,
        event=event._replace(name=event_titles(lang)[event.event]),
        parts=asked.chips("part", parts) if len(parts) > 2 else [],
        accounts=asked.chips("account", {name if name != stands else "": said for name, said in accounts.items()}, stands),
        afters=asked.chips("after", afters) if len(rounds) > 1 else [],
        shows=asked.chips("show", {name: t(f"standings.show.{name or 'table'}", lang) for name in SHOWN}),
        show=asked["show"],
        team=asked["team"],
        back=asked.link(team=""),
        groups=[each for each in chosen if not asked["team"] or each.line_of(asked["team"])],
        places=places_then(event, account, asked["team"]) if asked["team"] else {},
        checked_by=stands,
        rests=rests_on(tables),
        names=FIGURE_NAMES,
        link=lambda match: replay_link(Place(match), lang, looked_at.query),
        of_team=lambda entrant: asked.link(team=entrant, round="", table=""),
        of_player=lambda player: page_link("players", lang, {**looked_at.query, "by": "player", "u": player}),
        rounds=True,
        rounds_too=False,
        listed=listed,
        asked=lambda number, table: any(place) and (str(number), table) == place,
        side_names=directions(event.sheet),
        played=played_said,
        beside=lambda group: _beside(group, asked, looked_at.query),
    )
    _publish(event, account, after, list(dict.fromkeys(each.stage for each in chosen)), lang)


def _newest(looked_at: Scope, lang: Lang) -> None:
    """The events that have standings, the newest first, each with who leads."""
    titles = event_titles(lang)
    leads = query(
        """
        SELECT event, any_value(sheet) AS sheet, arg_min(name, (stage_index, place, position)) FILTER (last) AS leader
        FROM (
            SELECT
                event, sheet, stage_index, place, position, coalesce(name, entrant) AS name,
                stage_index = max(stage_index) OVER (PARTITION BY event) AND account <> 'recorded' AS last
            FROM (FROM standings SEMI JOIN latest_events USING (record_sha256))
            LEFT JOIN (SELECT record_sha256, entrant, name FROM event_entrants) USING (record_sha256, entrant)
        )
        WHERE $1 = '' OR sheet = $1
        GROUP BY event
        ORDER BY event
        """,
        (looked_at.sheet or "",),
    )
    of = {row["event"]: row for row in leads.iter_rows(named=True)}
    rows = [
        {
            "link": page_link("standings", lang, {**looked_at.query, "event": event}),
            "name": name,
            "sheet": sheet_name(of[event]["sheet"], lang),
            "leader": of[event]["leader"],
        }
        for event, name in titles.items()
        if event in of
    ]
    draw("events.html", lang, rows=rows)


class Beside(NamedTuple):
    """The board of a group that is shown, links to all of them, and where its tables first played otherwise."""

    board: Board
    chips: Sequence[Chip]
    apart: Mapping[str, Apart]
    link: Callable[[str, Apart], str]


def _beside(group: Group, asked: Filters, kept: Mapping[str, str]) -> Beside:
    """The board that the address asks for, or the first one that the group has."""
    board = next((each for each in group.boards if each.name == asked["board"]), group.boards[0])
    chips = [
        {"label": each.name, "link": asked.link(board=each.name, part=asked["part"]), "on": each is board, "count": None}
        for each in group.boards
    ]
    matches = tuple([one.match for one in board.tables[:MOST_BESIDE]])
    found = apart(board, query(PLAYS, (matches,)).rows(named=True))

    def link(match: str, left: Apart) -> str:
        return replay_link(Place(match, left.hand, left.ply), asked.lang, kept)

    return Beside(board, chips, found, link)


def _all_known(
    asked: Filters,
    tables: Tables,
    accounts: dict[AccountName, str],
    parts: dict[str, str],
    stages: Sequence[str],
    rounds: Sequence[str],
) -> bool:
    """Whether there is everything that the address names; what there is not is said."""
    lang, number = asked.lang, asked["round"]
    sides = [row for row in tables["event_tables"] if row["stage"] in stages and str(row["round"]) == number]
    options: dict[str, tuple[Collection[str], str]] = {
        "account": ({*accounts}, "standings.account"),
        "part": ({*parts}, "standings.part"),
        "after": ({*rounds}, "standings.after.label"),
        "show": ({*SHOWN}, "standings.show"),
        "team": ({row["entrant"] for row in tables["standings"]}, "standings.team"),
        "round": ({*rounds}, "standings.round"),
        "table": ({row["event_table"] for row in sides}, "standings.table"),
    }
    return all(asked.known(name, known, t(label, lang)) for name, (known, label) in options.items())


def _parts(tables: Tables, lang: Lang) -> dict[str, str]:
    """What can be asked for: each stage, and each group of one."""
    found = {}
    for row in tables["standings"]:
        for group in dict.fromkeys((None, row["group_name"])):
            found[part_of(row["stage"], group)] = in_language(part_title(row["stage"], group), lang)
    return dict(names_apart(found))


def _publish(event: Event, account: AccountName, after: int | None, stages: Sequence[str], lang: Lang) -> None:
    """The standings as files: what is shown, with results, crosstable, bracket and rulings, made when a button is pressed."""
    found = audit_of(event)
    if found is None:
        return
    st.html(f'<h2 class="title">{t("standings.publish", lang)}</h2>')

    def made() -> Publication:
        log = desk.log() if account == "ruled" else None
        return publication(found, account, log, after, stages)

    def table() -> bytes:
        tables = [each for each in standings(found.parsed.event, found.matches, account, after) if each.stage in stages]
        return standings_csv(found.parsed.event, tables, account).encode("utf-8-sig")

    def several(tongue: Tongue) -> bytes:
        from paipu.analytics.report.csvs import as_csvs  # noqa: PLC0415 - as below

        return as_csvs(made(), tongue)

    def book(tongue: Tongue) -> bytes:
        from paipu.analytics.report.book import as_workbook  # noqa: PLC0415 - openpyxl, when it is wanted

        return as_workbook(made(), tongue)

    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="publish"):
        tongues: list[Tongue] = [lang, "en" if lang == "zh" else "zh", "both"]
        tongue = st.selectbox(
            t("standings.publish.lang", lang),
            tongues,
            format_func=lambda each: t(f"standings.publish.lang.{each}", lang),
            key="publish.lang",
            width=160,
        )
        files: dict[str, Callable[[], bytes]] = {
            "html": lambda: published_page(made(), tongue).encode(),
            "xlsx": partial(book, tongue),
            "csv": table,
            "zip": partial(several, tongue),
        }
        if find_chromium() is not None:
            files["pdf"] = lambda: to_pdf(published_page(made(), tongue))
        name = "standings" if after is None else f"standings-{after}"
        for form, make in files.items():
            label = t(f"standings.publish.{form}", lang)
            st.download_button(label, make, f"{name}.{form}", key=f"publish.{form}", on_click="ignore")
