"""排名: who stands where in an event, how each place came about, who met whom, and what was published beside it."""

from analytics.event_view import Group, groups
from analytics.report.event_text import EVENT
from dashboard.events import event_of, several_events, tables_of
from dashboard.filters import Filters
from dashboard.links import Place, replay_link
from dashboard.markup import draw
from dashboard.notices import say
from dashboard.scope import scope
from dashboard.session import language
from dashboard.text import t
from replay.event.words import FIGURE_NAMES
from replay.text import Lang, in_language

ACCOUNTS = ("computed", "recorded", "ruled")
"""The first is shown where the address names none."""


def page() -> None:
    """Draw the stages and groups that the address names, by the account that it names."""
    lang, looked_at = language(), scope()
    event = event_of(looked_at)
    if event is None:
        say("note", t("standings.choose" if several_events(looked_at) else "standings.none", lang))
        return
    tables = tables_of(event)
    told = {row["account"] for row in tables["standings"]}
    asked = Filters("standings", ("part", "account"), lang)
    accounts = {name if name != ACCOUNTS[0] else "": t(f"standings.account.{name}", lang) for name in ACCOUNTS if name in told}
    shown = groups(tables, asked["account"] or ACCOUNTS[0])
    parts = {"": t("standings.part.all", lang), **{part_of(each): _title(each, lang) for each in shown}}
    if not asked.known("account", accounts, t("standings.account", lang)):
        return
    if not asked.known("part", parts, t("standings.part", lang)):
        return
    draw(
        "standings.html",
        lang,
        texts=EVENT,
        event=event,
        parts=asked.chips("part", parts) if len(shown) > 1 else [],
        accounts=asked.chips("account", accounts),
        groups=[each for each in shown if asked["part"] in {"", part_of(each)}],
        names=FIGURE_NAMES,
        link=lambda match: replay_link(Place(match), lang, looked_at.query),
        rounds=True,
    )


def part_of(group: Group) -> str:
    """What the address calls a stage, or a group of it."""
    return group.stage if group.group is None else f"{group.stage}/{group.group}"


def _title(group: Group, lang: Lang) -> str:
    own = in_language(EVENT[f"event.stage.{group.form}"], lang, stage=group.stage)
    return own if group.group is None else own + in_language(EVENT["event.group"], lang, group=group.group)
