"""排名: who stands where in an event, how each place came about, who met whom, and what was published beside it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from paipu.analytics.event_view import (
    MOST_BESIDE,
    PLAYS,
    Apart,
    Board,
    Group,
    apart,
    directions,
    groups,
    listed,
    played_said,
    rests_on,
)
from paipu.analytics.report.texts import EVENT
from paipu.dashboard.events import event_of, several_events, tables_of
from paipu.dashboard.filters import Chip, Filters
from paipu.dashboard.links import Place, part_of, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.notices import say
from paipu.dashboard.scope import event_titles, scope
from paipu.dashboard.session import language, query
from paipu.dashboard.text import t
from paipu.replay.event.words import names_apart, part_title
from paipu.replay.text import Lang, in_language
from paipu.replay.words import FIGURE_NAMES

ACCOUNTS = ("ruled", "computed", "recorded")
"""The first that there is is shown where the address names none: rulings in force count, as they do in the audit."""


def page() -> None:
    """Draw the stages and groups that the address names, by the account that it names."""
    lang, looked_at = language(), scope()
    event = event_of(looked_at)
    if event is None:
        say("note", t("standings.choose" if several_events(looked_at) else "standings.none", lang))
        return
    tables = tables_of(event)
    told = {row["account"] for row in tables["standings"]}
    asked = Filters("standings", ("part", "account", "round", "table", "board"), lang)
    stands = next((name for name in ACCOUNTS if name in told), ACCOUNTS[0])
    accounts = {name: t(f"standings.account.{name}", lang) for name in ACCOUNTS if name in told}
    shown = groups(tables, asked["account"] or stands)
    parts = {"": t("standings.part.all", lang), **_parts(shown, lang)}
    if not asked.known("account", accounts, t("standings.account", lang)):
        return
    if not asked.known("part", parts, t("standings.part", lang)):
        return
    chosen = [each for each in shown if asked["part"] in {"", each.stage, part_of(each.stage, each.group)}]
    place = asked["round"], asked["table"]
    stages = {each.stage for each in chosen}
    rounds = {str(row["round"]) for row in tables["event_rounds"] if row["stage"] in stages}
    drawn = {row["event_table"] for row in tables["event_tables"] if row["stage"] in stages and str(row["round"]) == place[0]}
    if not asked.known("round", rounds, t("standings.round", lang)):
        return
    if not asked.known("table", drawn, t("standings.table", lang)):
        return
    boards = {each.name for group in chosen for each in group.boards}
    if not asked.known("board", boards, t("standings.board", lang)):
        return
    draw(
        "standings.html",
        lang,
        texts=EVENT,
        event=event._replace(name=event_titles(lang)[event.event]),
        parts=asked.chips("part", parts) if len(shown) > 1 else [],
        accounts=asked.chips("account", {name if name != stands else "": said for name, said in accounts.items()}, stands),
        groups=chosen,
        checked_by=stands,
        rests=rests_on(tables),
        names=FIGURE_NAMES,
        link=lambda match: replay_link(Place(match), lang, looked_at.query),
        rounds=True,
        listed=listed,
        asked=lambda number, table: any(place) and (str(number), table) == place,
        side_names=directions(event.sheet),
        played=played_said,
        beside=lambda group: _beside(group, asked, looked_at.query),
    )


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


def _parts(shown: Sequence[Group], lang: Lang) -> dict[str, str]:
    """What can be asked for: each stage, and each group of one."""
    found = {}
    for each in shown:
        for group in dict.fromkeys((None, each.group)):
            found[part_of(each.stage, group)] = in_language(part_title(each.stage, group), lang)
    return dict(names_apart(found))
