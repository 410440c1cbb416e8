"""Filters of a page that stand in its address: each choice is a link, and a value that there is not is said."""

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from paipu.dashboard.links import page_link
from paipu.dashboard.markup import draw
from paipu.dashboard.scope import scope
from paipu.dashboard.text import t
from paipu.replay.text import Lang

Chip = dict[str, Any]


class Filters:
    """The filters of a page, by name; what is empty is not asked for."""

    def __init__(self, page: str, names: tuple[str, ...], lang: Lang) -> None:
        self.page, self.lang = page, lang
        self.asked = {name: st.query_params.get(name, "") for name in names}

    def __getitem__(self, name: str) -> str:
        return self.asked[name]

    def link(self, **changes: str) -> str:
        """The address of the page with some filters set otherwise."""
        kept = {name: value for name, value in {**self.asked, **changes}.items() if value}
        return page_link(self.page, self.lang, {**scope().query, **kept})

    def known(self, name: str, options: Collection[str], label: str) -> bool:
        """Whether the address names one of the options, or none; says so where it does not."""
        if not self.asked[name] or self.asked[name] in options:
            return True
        said = t("link.wrong", self.lang, name=label, value=self.asked[name])
        draw(
            "unknown.html",
            self.lang,
            said=said,
            on=None,
            link=self.link(**{name: ""}),
            label=t("link.wrong.without", self.lang),
        )
        return False

    def chips(self, name: str, options: Mapping[str, str], default: str = "") -> list[Chip]:
        """A link an option, the one that is on marked; that of the `default` does not name it, though an address may."""
        on = "" if self.asked[name] == default else self.asked[name]
        return [
            {"label": label, "link": self.link(**{name: value}), "on": on == value, "count": None}
            for value, label in options.items()
        ]
