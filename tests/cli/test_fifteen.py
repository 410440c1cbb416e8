"""Fifteen questions of a player, as the README's table asks them, each by one command: held against the raw tables and records.

No answer here comes from what is counted at load: the SQL goes over plays, seats, incidents and what each hand came to; where
these do not tell it, the record does.
"""

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from openskill.models import PlackettLuce

from paipu.analytics.reader import Reader
from paipu.replay.notation import PASS
from tests.cli.conftest import Paipu
from tests.oracle import shengji
from tests.oracle.cards import cards_of
from tests.test_readme import ROOT

Rows = list[dict[str, Any]]
ME: Final = "mine AS (SELECT match, sheet, seat, side FROM seats WHERE player = $1)"
PLIES: Final = """
plied AS (
    SELECT
        *, row_number() OVER (PARTITION BY match, hand ORDER BY trick, play) AS ply,
        length(replace(cards, '-', '')) // 2 AS size, type IN ('bomb', 'straight_flush', 'four_jokers') AS bomb
    FROM plays
)
"""


def section() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.split("Fifteen questions of a player", 1)[1].split("\n## ", 1)[0]


def commands() -> list[list[str]]:
    """The words of the command of each question, in order; each has its clicks beside it."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]*) \| `paipu ([^`]+)` \|$", section(), re.MULTILINE)
    assert all(clicks.strip() for _, clicks, _ in rows), "every question has an answer by clicks"
    return [shlex.split(words) for _, _, words in rows]


class Asked:
    """A question: what its command said, and a way to ask the raw tables of whom it is about."""

    def __init__(self, words: list[str], said: str, reader: Reader) -> None:
        self.words, self.said, self.reader = words, said, reader
        self.who = words[words.index("--player") + 1] if "--player" in words else "p001"

    @property
    def rows(self) -> Rows:
        found: Rows = json.loads(self.said)
        return found

    def counts(self, *names: str) -> dict[tuple[Any, ...], tuple[int, int]]:
        """Numerator and denominator of each row, by what it is of."""
        return {tuple(row[name] for name in names): (row["numerator"], row["denominator"]) for row in self.rows}

    def raw(self, sql: str, *more: object) -> list[tuple[Any, ...]]:
        return self.reader.query(f"WITH {ME}, {PLIES} {sql} ORDER BY ALL", (self.who, *more)).rows()


def record(words: list[str]) -> dict[str, Any]:
    """The record that a command names by its file and its match."""
    match = words[words.index("--match") + 1]
    told = map(json.loads, Path(words[1]).read_text(encoding="utf-8").splitlines())
    return next(each for each in told if each["id"] == match)


HELD: Final = """
    SELECT {by}, count(*) FILTER ({hit}), count(*)
    FROM computed JOIN mine USING (match)
    WHERE ruled_dealer IS NOT NULL AND ruled_attackers IS NOT NULL AND {which}
    GROUP BY ALL
"""


def holds_the_deal(asked: Asked) -> None:
    told = asked.raw(HELD.format(by="mine.sheet", hit="contains(side, ruled_dealer)", which="true"))
    assert asked.counts("sheet") == {(sheet,): (hits, of) for sheet, hits, of in told}


def keeps_the_deal(asked: Asked) -> None:
    told = asked.raw(HELD.format(by="mine.sheet", hit="ruled_attackers < 80", which="contains(side, ruled_dealer)"))
    assert asked.counts("sheet") == {(sheet,): (hits, of) for sheet, hits, of in told}


def wins_with_and_against(asked: Asked) -> None:
    told = asked.raw(
        """
        SELECT mine.sheet, count(*) FILTER (contains(mine.side, winner[1])), count(*)
        FROM mine JOIN match_results USING (match)
        WHERE winner IS NOT NULL
            AND match IN (SELECT match FROM seats JOIN mine USING (match) WHERE player = $2 AND seats.side = mine.side)
            AND match IN (SELECT match FROM seats JOIN mine USING (match) WHERE player = $3 AND seats.side <> mine.side)
        GROUP BY ALL
        """,
        *(asked.words[asked.words.index(option) + 1] for option in ("--with", "--against")),
    )
    assert asked.counts("sheet") == {(sheet,): (hits, of) for sheet, hits, of in told}


def bombs_a_hand(asked: Asked) -> None:
    [(bombs,)] = asked.raw("SELECT count(*) FROM plied JOIN mine USING (match, seat) WHERE bomb")
    [(hands,)] = asked.raw("SELECT count(*) FROM computed JOIN mine USING (match) WHERE ruled_finish IS NOT NULL")
    assert asked.counts("sheet") == {("guandan-1",): (bombs, hands)}


def bombs_in_which_situation(asked: Asked) -> None:
    """The cards left before each, of its player and the fewest of each side: 27 less what was played before."""
    told = asked.raw(
        """
        , bombs AS (SELECT match, hand, ply, seat, side FROM plied JOIN mine USING (match, seat) WHERE bomb),
        held AS (
            SELECT
                bombs.match, bombs.hand, bombs.ply, bombs.seat AS bomber, bombs.side AS own, seats.seat,
                27 - coalesce(sum(size) FILTER (plied.ply < bombs.ply), 0) AS cards
            FROM bombs
            JOIN seats ON seats.match = bombs.match
            JOIN plied ON plied.match = bombs.match AND plied.hand = bombs.hand AND plied.seat = seats.seat
            GROUP BY ALL
        ),
        stood AS (
            SELECT
                any_value(cards) FILTER (seat = bomber) AS mine, min(cards) FILTER (contains(own, seat)) AS ours,
                min(cards) FILTER (NOT contains(own, seat)) AS theirs
            FROM held GROUP BY match, hand, ply
        )
        SELECT mine, CASE WHEN ours < theirs THEN 'own' WHEN ours > theirs THEN 'other' ELSE 'even' END, count(*)
        FROM stood GROUP BY ALL
        """
    )
    expected = Counter[tuple[str, str]]()
    for left, ahead, number in told:
        expected["21+" if left > 20 else f"{(left - 1) // 5 * 5 + 1}-{(left + 4) // 5 * 5}", ahead] += number
    whole = sum(expected.values())
    assert asked.counts("left", "ahead") == {step: (number, whole) for step, number in expected.items()}


def luck_of_the_deal(asked: Asked) -> None:
    """The outcome is that of the hands, and it is what its three parts add up to."""
    told = asked.raw(
        """
        SELECT mine.sheet, sum(CASE WHEN contains(side, ruled_dealer) THEN -1 ELSE 1 END * ruled_attackers)
        FROM computed JOIN mine USING (match) WHERE ruled_attackers IS NOT NULL GROUP BY ALL
        UNION ALL
        SELECT mine.sheet, sum(
            CASE WHEN contains(side, ruled_finish[1]) THEN 1 ELSE -1 END
            * CASE WHEN contains(above, ruled_finish[2]) THEN 3 WHEN contains(above, ruled_finish[3]) THEN 2 ELSE 1 END
        )
        FROM computed JOIN mine USING (match)
        JOIN (SELECT DISTINCT match, side AS above FROM seats) AS sides
            ON sides.match = mine.match AND contains(above, ruled_finish[1])
        WHERE ruled_finish IS NOT NULL GROUP BY ALL
        """
    )
    own = {row["sheet"]: row for row in asked.rows if row["unit"] == asked.who}
    assert {sheet: row["outcome"] for sheet, row in own.items()} == {sheet: outcome for sheet, outcome in told if sheet in own}
    assert own
    for row in own.values():
        assert row["baseline"] + row["luck"] + row["adjusted"] == pytest.approx(row["outcome"], abs=0.01)


def against_the_field(asked: Asked) -> None:
    told = asked.raw(
        """
        SELECT seats.sheet, player, count(*) FILTER (contains(side, winner[1])), count(*)
        FROM seats JOIN match_results USING (match) WHERE winner IS NOT NULL GROUP BY ALL
        """
    )
    assert asked.counts("sheet", "unit") == {(sheet, player): (hits, of) for sheet, player, hits, of in told}
    assert len(asked.rows) > 30


def plays_that_broke_rules(asked: Asked) -> None:
    told = asked.raw("SELECT match, hand, ply FROM incidents JOIN mine USING (match, seat)")
    assert sorted((row["match"], row["hand"], row["ply"]) for row in asked.rows) == told
    assert told


def plays_that_were_bad(asked: Asked) -> None:
    """Each decision is a play of the record, held against others of the cards that were there; a mistake costs something."""
    [hand] = record(asked.words)["hands"]
    plays = [said.partition("=")[0] for trick in hand["tricks"] for said in trick.split(" ")[1:]]
    rows = [json.loads(line) for line in asked.said.splitlines()]
    assert [(row["ply"], row["cards"]) for row in rows] == [*enumerate(plays, start=1)]
    for row in rows:
        others = {cards for cards, *_ in row["candidates"]}
        assert others
        assert row["cards"] not in others
        assert row["best"] in {row["cards"], *others}
        held = Counter(cards_of(hand["deal"][row["seat"]].replace(" ", "")))
        assert all(not Counter(cards_of(cards.partition("=")[0])) - held for cards in others if cards != PASS)
        assert row["grade"] != "mistake" or row["loss"] >= row["threshold"] > 0


def what_another_play_would_have_won(asked: Asked) -> None:
    """The winner of the trick, and what the attackers have of it, with either play in it, by the oracle of the sheet."""
    words = dict(zip(asked.words[2::2], asked.words[3::2], strict=True))
    hand = next(each for each in record(asked.words)["hands"] if each["no"] == int(words["--hand"]))
    number, place = map(int, words["--at"].split("."))
    leader, *said = hand["tricks"][number - 1].split(" ")
    seats = ["ENWS"[("ENWS".index(leader) + at) % 4] for at in range(4)]
    answer = json.loads(asked.said)
    assert answer["legal"]
    assert answer["trick"]["before"]["winner"] != answer["trick"]["after"]["winner"]
    for told in ("before", "after"):
        lying = [(seat, tuple(cards_of(cards))) for seat, cards in zip(seats, said, strict=True)]
        winner = shengji.winner(lying, hand["level"], hand["trump"])
        points = sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for _, played in lying for card in played)
        attack = ("ENWS".index(winner) - "ENWS".index(hand["dealer"])) % 2
        assert answer["trick"][told] == {"winner": winner, "points": points * attack}
        said[place - 1] = words["--play"]


def both_places(asked: Asked) -> None:
    told = asked.raw(
        """
        SELECT
            mine.sheet, count(*) FILTER (contains(side, ruled_finish[1]) AND contains(side, ruled_finish[2])),
            count(*) FILTER (contains(side, ruled_finish[3]) AND contains(side, ruled_finish[4])), count(*)
        FROM computed JOIN mine USING (match) WHERE ruled_finish IS NOT NULL GROUP BY ALL
        """
    )
    [(sheet, first, last, of)] = told
    assert asked.counts("sheet", "key") == {(sheet, "both_first"): (first, of), (sheet, "both_last"): (last, of)}


def passing_the_ace(asked: Asked) -> None:
    """At A, where the side of the last hand's winner, his own, is there: passed where it then wins, its partner not last."""
    told = asked.raw(
        """
        , played AS (
            SELECT *, lag(ruled_finish) OVER (PARTITION BY match ORDER BY hand) AS before
            FROM computed JOIN mine USING (match) WHERE ruled_finish IS NOT NULL
        )
        SELECT
            count(*) FILTER (
                contains(side, ruled_finish[1]) AND (contains(side, ruled_finish[2]) OR contains(side, ruled_finish[3]))
            ),
            count(*)
        FROM played WHERE ruled_level = 'A' AND contains(side, before[1])
        """
    )
    assert [*asked.counts("sheet").values()] == told
    assert told[0][1] > 0


def leads_of_which_kind(asked: Asked) -> None:
    told = asked.raw(
        """
        SELECT CASE type WHEN 'bomb' THEN type || size ELSE type END, count(*)
        FROM plied JOIN mine USING (match, seat) WHERE play = 1 AND mine.sheet = 'guandan-1' GROUP BY ALL
        """
    )
    whole = sum(number for _, number in told)
    assert asked.counts("kind") == {(kind,): (number, whole) for kind, number in told}


def deals_held_by_level(asked: Asked) -> None:
    told = asked.raw(
        HELD.format(by="mine.sheet, ruled_level", hit="ruled_attackers < 80", which="contains(side, ruled_dealer)")
    )
    assert asked.counts("sheet", "level") == {(sheet, level): (hits, of) for sheet, level, hits, of in told}
    assert len(told) > 2


def form_over_time(asked: Asked) -> None:
    """The rating after each match, by openskill itself, game by game."""
    rows = asked.rows
    model, now = PlackettLuce(), dict[str, Any]()
    own = rows[0]["unit"]
    played = asked.reader.query(
        """
        SELECT sheet, match, list(side ORDER BY side), list(people ORDER BY side), any_value(winner)
        FROM (SELECT sheet, match, side, string_agg(player, ' + ' ORDER BY player) AS people FROM seats GROUP BY ALL)
        JOIN match_results USING (match, sheet) JOIN (SELECT match, started FROM matches) USING (match)
        GROUP BY sheet, match, started ORDER BY sheet, started, match
        """
    ).rows()
    expected = []
    for sheet, match, sides, people, winner in played:
        before = [[now.get(f"{sheet} {each}", model.rating())] for each in people]
        after = model.rate(before, ranks=[1 if side == winner else 2 for side in sides])
        now |= {f"{sheet} {each}": rating for each, [rating] in zip(people, after, strict=True)}
        if own in people:
            side = sides[people.index(own)]
            expected.append((sheet, match, "won" if side == winner else "lost", round(now[f"{sheet} {own}"].mu, 6)))
    assert [(row["sheet"], row["match"], row["result"], row["mu"]) for row in rows] == expected


HOLD: Final[tuple[Callable[[Asked], None], ...]] = (
    holds_the_deal,
    keeps_the_deal,
    wins_with_and_against,
    bombs_a_hand,
    bombs_in_which_situation,
    luck_of_the_deal,
    against_the_field,
    plays_that_broke_rules,
    plays_that_were_bad,
    what_another_play_would_have_won,
    both_places,
    passing_the_ace,
    leads_of_which_kind,
    deals_held_by_level,
    form_over_time,
)
MORE: Final = {
    **dict.fromkeys(("stats", "luck", "ratings"), "-f json -q"),
    "whatif": "-f json",
    "review": "-f ndjson -q --worlds 16 --workers 1",
}
"""That the answer is for programs, and takes little time."""


def made() -> Iterator[list[str]]:
    """The commands that make the warehouse: of the tour, and of the section."""
    tour = (ROOT / "README.md").read_text(encoding="utf-8").split("A five-minute tour", 1)[1]
    yield next(shlex.split(line.split("  #")[0])[1:] for line in tour.splitlines() if line.startswith("paipu sample"))
    block = re.search(r"```sh\n(.*?)```", section(), re.DOTALL)
    assert block is not None
    yield from (shlex.split(line)[1:] for line in block.group(1).splitlines())


def test_fifteen_questions_are_answered_by_one_command_each(
    paipu: Paipu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in made():
        assert paipu(*words).exit_code == 0, words
    reader = Reader("cup")
    asked = commands()
    assert len(asked) == len(HOLD) == 15
    for words, hold in zip(asked, HOLD, strict=True):
        if words[0] == "review":
            shorten(Path(words[1]))
        done = paipu(*words, *MORE[words[0]].split())
        assert done.exit_code == 0, (words, done.stderr)
        hold(Asked(words, done.stdout, reader))


def shorten(path: Path) -> None:
    """Leave of the matches of a file the first plays of their first hand: to judge a hand whole takes a minute and more."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = json.loads(line)
        [hand] = match["hands"] = match["hands"][:1]
        hand["tricks"] = [" ".join(hand["tricks"][0].split(" ")[:4])]
        for told in (match, hand):
            for name in ("claims", "seconds"):
                told.pop(name, None)
        lines.append(json.dumps(match))
    path.write_text("\n".join(lines), encoding="utf-8")
