"""The players that the review is calibrated with play by the rules, and it tells the weaker from the stronger."""

from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from paipu.analytics.review.burial import BurialDecision
from paipu.analytics.review.judge import Judgement
from paipu.analytics.review.knowledge_tricks import TrickHand
from paipu.replay.family import hand_view
from paipu.replay.record import GameRecord
from paipu.replay.tricks.states import TrickView
from tests.many import many
from tests.review.arena import Player, advised, played
from tests.review.calibration import HEAD, PARTS, Part, all_of, losses, lost, measured, with_row
from tests.review.records import SHEETS
from tests.review.test_policy import errors_of

KINDS: tuple[Player, ...] = ("random", "noise", "rule")


def trick_view(record: GameRecord) -> TrickView:
    view = hand_view(record, 0)
    assert isinstance(view, TrickView)
    return view


@pytest.mark.parametrize("sheet", SHEETS)
@many(1, 30)
def test_what_players_of_each_kind_play_is_legal(sheet: str, seeds: range) -> None:
    for seed in seeds:
        for kind in KINDS:
            record, _ = played(sheet, seed + 1, all_of(kind))
            assert errors_of(record) == [], (kind, seed)


def test_a_player_buries_as_it_plays() -> None:
    """The rule player empties suits, who follows the review what it finds better."""
    record, _ = played("shengji", 3000, all_of("rule"))
    known = TrickHand(trick_view(record)).burial()
    assert known is not None
    kitty = record.hands[0].kitty
    assert kitty is not None
    made = kitty[0].bury or ""
    assert BurialDecision(known, made).emptying()[0] == made
    other = "".join(known.ctx.unpack(known.own))[: len(made)]
    found = Judgement(cards=made, unit="points", worlds=128, seed="", best=other, loss=1.0, error=0.5)
    assert advised(found, made) == other
    assert advised(replace(found, loss=-1.0), made) == made


@pytest.mark.deep
def test_a_player_at_random_loses_more_than_one_with_noise_and_he_more_than_the_rule_player() -> None:
    rows = [{"seed": seed, **{kind: losses("shengji", kind, seed, 64) for kind in KINDS}} for seed in range(60)]
    for more, less in pairwise(lost(rows, kind) for kind in KINDS):
        assert more.error is not None
        assert less.error is not None
        assert more.mean - less.mean > 2 * sqrt(more.error**2 + less.error**2)


def test_a_run_that_was_broken_off_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found of a hand is not looked for again, and what another run found of other hands counts too."""
    looked: list[int] = []

    def of(sheet: str, seed: int, worlds: int) -> dict[str, float]:
        assert (sheet, worlds) == ("shengji", 8)
        looked.append(seed)
        return {"gain": float(seed)}

    monkeypatch.setitem(PARTS, "beats", Part(of, PARTS["beats"].said, 3))
    measured("beats", "shengji", range(2), 8, tmp_path)
    rows = measured("beats", "shengji", range(1, 4), 8, tmp_path)
    assert looked == [0, 1, 2, 3]
    assert rows == [{"seed": seed, "gain": float(seed)} for seed in range(4)]
    assert PARTS["beats"].said(rows).startswith("+1.50 ± ")


def test_how_far_apart_players_are_is_said_in_standard_errors() -> None:
    losing = {"random": 3.0, "noise": 2.0, "rule": 1.0, "search": 0.5}
    rows = [{"seed": seed, **{kind: [loss + seed % 2, loss] for kind, loss in losing.items()}} for seed in range(50)]
    told = PARTS["order"].said(rows)
    assert "random 3.25 ± 0.04 (100 decisions)" in told
    assert told.endswith("random from noise 19.8, noise from rule 19.8, rule from search 9.9")


def test_what_is_measured_takes_the_place_of_what_was() -> None:
    document = f"# Review\n\n{HEAD}| `time --hands 1` | `shengji` | long |\n\nThe end.\n"
    more = with_row(document, "beats", "guandan-1", 60, "+1")
    found = with_row(more, "time", "shengji", 2, "36 ms")
    rows = "| `beats --hands 60` | `guandan-1` | +1 |\n| `time --hands 2` | `shengji` | 36 ms |"
    assert found == f"# Review\n\n{HEAD}{rows}\n\nThe end.\n"
