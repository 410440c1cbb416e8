"""Fifteen questions of a player by clicks: the pages say and list what the README's commands answer.

The two that are answered on the card table (what another play would have won, which plays were bad) are tested with it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from paipu.analytics.keys import NAMES
from paipu.dashboard.given import WAREHOUSE_VARIABLE
from paipu.dashboard.study import ask
from paipu.replay.text import in_language
from tests.cli.conftest import Paipu
from tests.cli.test_fifteen import MORE, commands, made
from tests.dashboard.conftest import main_kept

Rows = list[dict[str, Any]]
SITUATIONS: Final = {"余牌": "left", "谁领先": "ahead", "是什么": "kind", "级牌": "level"}
LIST: Final = re.compile(r'<h2 id="counted">[^<]*?([\d,]+) 处')


def _players() -> None:
    from paipu.dashboard.pages import players
    from paipu.dashboard.scope import scope_bar
    from paipu.dashboard.session import language_switch

    scope_bar(language_switch())
    players.page()


def page(query: Mapping[str, str]) -> str:
    """The markup of the page of players at an address."""
    app = AppTest.from_function(_players, default_timeout=120)
    for name, value in {"by": "player", "lang": "zh", **query}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return "\n".join(str(each.proto.body) for each in app.get("html"))


def at(link: str) -> str:
    """The page that a link leads to."""
    path, _, query = unescape(link).partition("?")
    assert path == "./players"
    return page(dict(parse_qsl(query)))


def options(words: list[str], name: str) -> list[str]:
    return [words[place + 1] for place, word in enumerate(words) if word == name]


def option(words: list[str], name: str) -> str | None:
    return words[words.index(name) + 1] if name in words else None


def counted(markup: str, key: str) -> tuple[list[int], list[str | None]]:
    """Numerator and denominator of a statistic as the table has them, and where each leads."""
    name = re.escape(in_language(NAMES[key], "zh"))
    row = re.search(rf'<summary>{name}</summary>.*?<span class="whole">(.*?)</span>', markup, re.DOTALL)
    assert row is not None, key
    parts = [re.fullmatch(r'\s*(?:<a href="([^"]*)"[^>]*>)?([\d,.]+)(?:</a>)?\s*', part) for part in row[1].split(" / ")]
    assert all(parts), row[1]
    return [int(part[2].replace(",", "")) for part in parts if part], [part[1] for part in parts if part]


def listed(link: str) -> int:
    """How many places a count opens."""
    found = LIST.search(at(link))
    assert found is not None, link
    return int(found[1].replace(",", ""))


def told_apart(words: list[str], rows: Rows, key: str, one: Mapping[str, str]) -> None:
    """Every part of the command's answer stands on the page that a choice of situations leads to."""
    across = [SITUATIONS[each] for each in options(words, "--across")]
    named = dict(zip(("across", "across2"), across, strict=False))
    markup = page({**one, "for": one["u"], "key": key, "of": "all", **named})
    of = [
        re.sub(r"<[^>]*>", "", cell)
        for cell in re.findall(r'(?:<td class="of">|<span class="whole">)(.*?)</(?:td|span)>', markup)
    ]
    parts = [
        tuple(int(part.replace(",", "")) for part in cell.split(" / ")) for cell in of if re.fullmatch(r"[\d,]+ / [\d,]+", cell)
    ]
    for row in rows:
        assert (row["numerator"], row["denominator"]) in parts, (key, row)


@pytest.mark.deep
def test_fifteen_questions_are_answered_by_clicks(paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the numbers, and as many places behind it."""
    monkeypatch.chdir(tmp_path)
    for words in made():
        assert paipu(*words).exit_code == 0, words
    monkeypatch.setenv(WAREHOUSE_VARIABLE, str(tmp_path / "cup"))
    monkeypatch.setattr(ask, "PATIENCE", 60.0)
    with main_kept():
        by_clicks(paipu)


def by_clicks(paipu: Paipu) -> None:
    opened = dict.fromkeys(("statistics", "hands", "luck", "ratings"), 0)
    for words, rows in answers(paipu):
        ask_page = {"luck": luck, "ratings": form}.get(words[0], lists if "--hands" in words else statistic)
        ask_page(words, rows, option(words, "--player") or "p001")
        opened["hands" if ask_page is lists else {"stats": "statistics"}.get(words[0], words[0])] += 1
    assert opened == {"statistics": 10, "hands": 1, "luck": 1, "ratings": 1}


def luck(_words: list[str], rows: Rows, who: str) -> None:
    """The outcome stands at the head of the page, with its parts."""
    own = [row for row in rows if row["unit"] == who]
    assert own
    for row in own:
        assert f"得 {row['outcome']:.1f}＝" in page({"sheet": row["sheet"], "u": who})


def form(_words: list[str], rows: Rows, _who: str) -> None:
    """The rating now, and of several matches where it came from."""
    for sheet in {row["sheet"] for row in rows}:
        course = [row["mu"] for row in rows if row["sheet"] == sheet]
        markup = page({"by": "pair", "sheet": sheet, "u": rows[0]["unit"]})
        assert f"等级分 {course[-1]:.1f}（" in markup
        assert len(course) == 1 or f"{len(course)} 场，等级分 {course[0]:.1f} → {course[-1]:.1f}" in markup


def lists(words: list[str], rows: Rows, who: str) -> None:
    """The count on the page opens as many places as the command lists."""
    key = next(key for key, name in NAMES.items() if option(words, "--hands") in name)
    for sheet in {row["sheet"] for row in rows}:
        _, [hits, _] = counted(page({"sheet": sheet, "u": who, "all": "on"}), key)
        assert hits is not None
        assert listed(hits) == len([row for row in rows if row["sheet"] == sheet]) > 0


def statistic(words: list[str], rows: Rows, who: str) -> None:
    """The same two numbers, and as many places behind the first; or every part of them."""
    for key in (key for key, name in NAMES.items() if {*options(words, "--key")} & {*name}):
        of_key(words, [row for row in rows if row.get("key", key) == key], who, key)


def of_key(words: list[str], rows: Rows, who: str, key: str) -> None:
    met = {name: said for name in ("with", "against") if (said := option(words, f"--{name}"))}
    for sheet in {row["sheet"] for row in rows}:
        one, of_sheet = {"sheet": sheet, "u": who, **met}, [row for row in rows if row["sheet"] == sheet]
        if "--across" in words:
            told_apart(words, of_sheet, key, one)
            continue
        [own] = [row for row in of_sheet if row["unit"] == who]
        numbers, links = counted(page({**one, "all": "on"}), key)
        assert numbers == [own["numerator"], own["denominator"]]
        if own["numerator"] and links[0] is not None:
            assert listed(links[0]) == own["numerator"]


def answers(paipu: Paipu) -> Iterator[tuple[list[str], Rows]]:
    """What each command says that asks the warehouse, in rows."""
    for words in commands():
        if words[0] in {"stats", "luck", "ratings"}:
            done = paipu(*words, *MORE[words[0]].split())
            assert done.exit_code == 0, (words, done.stderr)
            yield words, json.loads(done.stdout)
