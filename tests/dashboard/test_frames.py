"""The message to the card table: a frame a ply, findings at their plies, and nothing that JSON cannot carry."""

import json
import time
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from paipu.dashboard.table.component import Asked, read_asked
from paipu.dashboard.table.found import hand_links
from paipu.dashboard.table.frames import legal_at, table_view
from paipu.dashboard.table.head import SLOTS
from paipu.ingest.stream import as_ruled
from paipu.replay.audit import audit
from paipu.replay.cards import split_cards
from paipu.replay.family import hand_view, hand_views
from paipu.replay.findings import Where
from paipu.replay.match import MatchAudit
from paipu.replay.record import Effect, Ruling
from paipu.replay.text import LANGS, Lang
from paipu.replay.tricks.states import TrickView
from paipu.samples import FAULTS, to_line
from tests.dashboard import matches
from tests.made import make_match, must_parse, sample
from tests.many import every
from tests.slips.measure import slipped

SHA = "ab" * 32
FAULTY = matches.match(1)


def view(document: dict[str, Any], index: int = 0, lang: Lang = "zh") -> dict[str, Any]:
    record, found = matches.read(document)
    shown: dict[str, Any] = json.loads(json.dumps(table_view(hand_view(record, index), found, lang, SHA)))
    return shown


@pytest.mark.parametrize("sheet", every(4, FAULTS))
def test_a_page_judges_each_hand_of_a_match_once(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, found = matches.read(make_match(3, 1, sheet=sheet, hands=6))
    judged: list[int] = []
    hand = MatchAudit.hand

    def counted(match: Any, index: int, each: Any) -> Any:
        judged.append(index)
        return hand(match, index, each)

    monkeypatch.setattr(MatchAudit, "hand", counted)
    hands = tuple(hand_views(record))
    legal = [legal_at(hands[-1], ply, "zh") for ply in range(1, 10)]
    shown = [table_view(each, found, "zh", SHA) for each in hands]
    assert judged == [*range(len(record.hands))]
    monkeypatch.undo()
    assert shown == [table_view(hand_view(record, index), found, "zh", SHA) for index in range(len(hands))]
    assert legal == [legal_at(hand_view(record, len(hands) - 1), ply, "zh") for ply in range(1, 10)]


def test_incidents_and_rulings_are_shown_at_their_plies() -> None:
    document = matches.ruled(7)
    shown = view(document)
    frames, noted = shown["frames"], shown["noted"]
    assert [(each["what"], each["title"], each["state"], each["counts"]) for each in noted] == [
        ("incident", "扣底后看底牌", None, True),
        ("incident", "露牌", None, True),
        ("ruling", "裁决 r1", "已裁决", True),
        ("ruling", "裁决 r2", "已撤销", False),
        ("ruling", "裁决 r3", "草拟，未生效", False),
    ]
    assert {frame["ply"]: frame["noted"] for frame in frames if frame["noted"]} == {0: [0], 10: [1, 2], len(frames) - 1: [3, 4]}
    assert noted[0]["facts"] == ["第 1 轮第 1 手发现"]
    assert noted[0]["note"] == "<b>庄家</b>看了底牌"
    assert noted[1]["cards"] == document["hands"][0]["incidents"][1]["cards"]
    ruling = noted[2]
    assert (ruling["by"], ruling["note"]) == ("裁判长 Wu · 2026-05-02T10:00:00+08:00", "露牌 =HYPERLINK()")
    assert (ruling["clause"], ruling["effects"]) == ("SJ-16l", ["东西 −10 分", "南北 +10 分"])
    assert ruling["clause_text"]
    assert noted[3]["effects"] == ["本副作废"]


def test_the_row_of_penalties_names_what_they_are_for() -> None:
    rows = {row["key"]: row for row in view(matches.ruled(7), lang="en")["claims"]}
    for said in ("a card shown that was not played", "the kitty looked at after it was buried", "Ruling r1 · EW −10 points"):
        assert said in rows["penalties"]["how"]
    assert "r2" not in rows["penalties"]["how"]


def test_a_finding_says_what_is_to_be_done() -> None:
    for lang in LANGS:
        assert all(finding["remedy"] for finding in view(FAULTY, 1, lang)["findings"])


def test_a_frame_a_ply_from_the_whole_hands_to_the_last_card() -> None:
    hand = FAULTY["hands"][0]
    frames = view(FAULTY)["frames"]
    plays = [token for trick in hand["tricks"] for token in trick.split()[1:]]
    assert [frame["ply"] for frame in frames] == list(range(len(plays) + 1))
    assert frames[0]["table"] == []
    assert {seat: len(split_cards(cards)) for seat, cards in frames[0]["hands"].items()} == dict.fromkeys("ENWS", 25)
    assert set(frames[-1]["hands"].values()) == {""}
    assert [frame["cards"] for frame in frames[1:]] == [token.rpartition(">")[2] for token in plays]


def test_each_trick_ends_with_its_winner_who_leads_the_next() -> None:
    frames = view(FAULTY)["frames"]
    ends = [frame for frame in frames if frame["done"]]
    assert [len(frame["table"]) for frame in ends] == [4] * len(FAULTY["hands"][0]["tricks"])
    assert "".join(frame["winner"] for frame in ends) == FAULTY["hands"][0]["claims"]["winners"]
    following = [frames[frame["ply"] + 1]["leader"] for frame in ends[:-1]]
    assert following == [frame["winner"] for frame in ends[:-1]]


def test_findings_stand_at_their_plies() -> None:
    shown = view(FAULTY, 1)
    at = {frame["ply"]: [shown["findings"][n]["code"] for n in frame["findings"]] for frame in shown["frames"]}
    found = {ply: codes for ply, codes in at.items() if codes}
    last = shown["frames"][-1]["ply"]
    assert found == {26: ["TRICK-FOLLOW-SUIT"], 28: ["CLAIM-WINNER"], last: ["CLAIM-ATTACKERS"]}
    assert [finding["scope"] for finding in shown["findings"]] == ["play", "trick", "hand"]
    assert shown["hands"][1]["plies"] == [26, 28, last]
    assert [link["findings"] for link in shown["hands"]] == [0, 3, 0]


def test_what_follows_is_folded_and_no_place_to_go_to() -> None:
    slip = slipped(make_match(1, 1), "leaders_rotated", Random("1 1 leaders_rotated"))
    assert slip is not None
    index = int(slip.places[0].split("/")[2])
    shown = view(slip.document, index)
    causes = [finding for finding in shown["findings"] if finding["cause"] is None]
    assert len(causes) == 1 < len(shown["findings"])
    assert causes[0]["fits"] is not None
    link = shown["hands"][index]
    assert (link["findings"], len(link["plies"])) == (1, 1)
    for lang in LANGS:
        texts = {finding["cause"] for finding in view(slip.document, index, lang)["findings"]} - {None}
        assert len(texts) == 1
        assert str(slip.document["hands"][index]["no"]) in str(texts)
    for frame in shown["frames"]:
        folded = [shown["findings"][number]["cause"] is not None for number in frame["findings"]]
        assert folded == sorted(folded), "causes first"


def test_a_finding_carries_its_clause_in_the_language_asked_for() -> None:
    texts = {}
    for lang in LANGS:
        finding = view(FAULTY, 1, lang)["findings"][0]
        assert finding["clause"] == "SJ-16c"
        texts[lang] = (finding["message"], finding["clause_text"])
    assert all(one and two and one != two for one, two in zip(*texts.values(), strict=True))


def test_plies_counted_in_the_notation_are_those_of_the_frames() -> None:
    record, found = matches.read(FAULTY)
    links = hand_links(record, found)
    for index in range(len(record.hands)):
        frames = table_view(hand_view(record, index), found, "en", SHA)["frames"]
        assert links[index]["plies"] == [frame["ply"] for frame in frames if frame["findings"]]


def test_a_failed_throw_shows_what_was_attempted() -> None:
    thrown = [frame for frame in view(FAULTY, 1)["frames"] if frame["attempted"]]
    assert len(thrown) == 1
    assert thrown[0]["cards"] in thrown[0]["attempted"]
    assert len(thrown[0]["attempted"]) > len(thrown[0]["cards"])


def test_a_wrong_claim_differs_and_a_right_one_agrees() -> None:
    rows = {row["key"]: row for row in view(FAULTY, 1)["claims"]}
    assert {key for key, row in rows.items() if row["same"] is False} == {"attackers", "winners"}
    assert rows["levels"]["same"] is True
    assert int(rows["attackers"]["claimed"]) == int(rows["attackers"]["computed"]) + 10
    assert all(row["same"] is not False for row in view(FAULTY, 0)["claims"])


def test_the_bands_are_those_of_the_sheet_and_meet() -> None:
    shown = view(FAULTY, 0, "en")
    bands = shown["bands"]
    assert bands[0]["from"] == 0
    assert bands[-1]["to"] == 200
    assert all(one["to"] == two["from"] for one, two in pairwise(bands))
    assert [band["from"] for band in bands if band["tick"]] == [0, 40, 80, 120, 160]
    labels = ["bank +3", "bank +2", "bank +1", "attackers take office +1", "attackers take office +2"]
    assert [band["label"] for band in bands[:5]] == labels
    for frame in shown["frames"]:
        band = next(band for band in reversed(bands) if frame["points"] >= band["from"])
        assert frame["band"] == band["label"]


def test_the_bands_follow_the_options_of_the_record() -> None:
    hand = {**FAULTY["hands"][0], "claims": None}
    shown = view({**FAULTY, "options": {"D-SJ-04": "office_only"}, "hands": [hand]}, 0, "en")
    assert shown["bands"][3]["label"] == "attackers take office"


def test_seats_lie_as_on_a_map_and_partners_share_a_side() -> None:
    seats = {seat["seat"]: seat for seat in view(FAULTY)["seats"]}
    assert {seat: one["slot"] for seat, one in seats.items()} == {"N": "top", "E": "right", "S": "bottom", "W": "left"}
    assert seats["E"]["side"] == seats["W"]["side"] != seats["N"]["side"] == seats["S"]["side"]
    assert [seat for seat, one in seats.items() if one["banker"]] == [FAULTY["hands"][0]["dealer"]]


def test_six_seats_have_places_of_their_own() -> None:
    shown = view(matches.six_seats())
    assert [seat["slot"] for seat in shown["seats"]] == list(SLOTS[6])
    assert len(set(SLOTS[6])) == 6
    assert [frame["seat"] for frame in shown["frames"]] == [None, *"123456"]


def test_a_score_sheet_has_claims_and_no_plays() -> None:
    shown = view(matches.score_sheet(4))
    assert len(shown["frames"]) == 1
    assert shown["frames"][0]["points"] is None
    assert shown["frames"][0]["next"] is None
    assert {row["key"] for row in shown["claims"]} >= {"winners", "attackers", "levels"}


def test_think_time_that_was_not_recorded_is_none_however_ragged_the_lists() -> None:
    hand = {**FAULTY["hands"][0], "seconds": [[1.5], [], [None, 0]]}
    seconds = [frame["seconds"] for frame in view({**FAULTY, "hands": [hand]})["frames"]]
    assert seconds[:13] == [None, 1.5, None, None, None, None, None, None, None, None, 0, None, None]


def test_every_trump_is_named_once() -> None:
    hand = FAULTY["hands"][0]
    trumps = split_cards(view(FAULTY)["trumps"])
    assert len(trumps) == len(set(trumps)) == 18
    assert {"BJ", "LJ", f"A{hand['trump']}", f"{hand['level']}c"} <= set(trumps)


def test_legal_plays_hold_what_was_legally_played() -> None:
    record, found = matches.read(FAULTY)
    frames = table_view(hand_view(record, 0), found, "en", SHA)["frames"]
    for ply in (2, 3, 4, 20, 21):
        shown = hand_view(record, 0)
        assert isinstance(shown, TrickView)
        legal: Any = legal_at(shown, ply, "en")
        frame = frames[ply]
        if frame["play"] > 1:
            played = sorted(split_cards(frame["cards"] or ""))
            assert played in [sorted(split_cards(play)) for play in legal["plays"]]
            assert legal["total"] is not None
            assert legal["lead"] == frames[ply - frame["play"] + 1]["cards"]


@pytest.mark.parametrize("sheet", ["shengji", "chaodipi", "shuangkou"])
def test_the_duty_that_is_said_is_what_every_legal_play_does(sheet: str) -> None:
    record, _ = matches.read(make_match(3, 1, sheet=sheet, hands=1))
    shown = hand_view(record, 0)
    assert isinstance(shown, TrickView)
    hand, plies = record.hands[0], len(list(shown.states()))
    assert hand.trump is not None
    ctx, kinds = shown.sheet.context(hand.level, hand.trump), set[str]()
    for ply in range(1, plies):
        found = shown.alternatives(ply, 400)
        if found.duty is None or found.total is None or len(found.plays) < found.total:
            continue
        for text in found.plays:
            play = ctx.parse(text)
            assert play.size == found.duty.size
            assert ctx.size(play.cards & ctx.masks[found.duty.cls]) >= found.duty.cards, (text, found.duty)
            if found.duty.pairs:
                assert (play.cards & ctx.high_masks[found.duty.cls]).bit_count() >= found.duty.pairs, (text, found.duty)
        kinds.add("void" if not found.duty.cards else "pairs" if found.duty.pairs else "suit")
    assert kinds >= {"void", "suit"}


def test_a_hand_is_made_ready_at_once() -> None:
    record, found = matches.read(FAULTY)
    began = time.perf_counter()
    table_view(hand_view(record, 2), found, "zh", SHA)
    assert time.perf_counter() - began < 0.5  # a few milliseconds on an idle machine


@pytest.mark.parametrize(
    ("pointer", "index"),
    [("/hands/0", 0), ("/hands/12/claims/winners", 12), ("/hands", None), ("", None), ("/rulings/0/hand", None)],
)
def test_pointers_lead_to_hands(pointer: str, index: int | None) -> None:
    assert Where(pointer=pointer).at_hand == index


@pytest.mark.parametrize(
    ("value", "asked"),
    [
        ({"match": "m", "hand": 2, "ply": 0, "seat": None}, Asked("m", 2, 0, None)),
        ({"match": "m", "hand": 2, "ply": 0, "seat": "E"}, Asked("m", 2, 0, "E")),
        ({"match": "m", "hand": 2, "ply": 0, "seat": 1}, None),
        ({"match": "m", "hand": 0, "ply": 0, "seat": None}, None),
        ({"match": "m", "hand": 2, "ply": -1, "seat": None}, None),
        ({"match": "m", "hand": True, "ply": 1, "seat": None}, None),
        ({"match": 1, "hand": 2, "ply": 1, "seat": None}, None),
        ({"match": "m", "hand": 2, "seat": None}, None),
        ({"match": "m", "hand": 2, "ply": 1.5, "seat": None}, None),
        (None, None),
        ([], None),
    ],
)
def test_what_the_browser_sends_is_checked(value: object, asked: Asked | None) -> None:
    assert read_asked(value) == asked


def test_a_hand_from_its_middle_on_counts_the_cards_left() -> None:
    document = make_match(1, 1, sheet="shengji", hands=1)
    hand = document["hands"][0]
    assert {json.dumps(frame["left"]) for frame in view(document)["frames"]} == {"null"}
    del hand["deal"]
    hand.update(left={"N": 3}, tricks=["S 3h 4h 6h 7h"], seconds=[])
    frames = view(document, lang="en")["frames"]
    assert frames[0]["left"] == dict.fromkeys("ENWS", 3)
    assert frames[-1]["left"] == dict.fromkeys("ENWS", 2)
    assert {frame["band"] for frame in frames} == {"without those before"}


def test_a_claim_that_a_ruling_changed_is_not_shown_as_wrong() -> None:
    [document] = sample(3, 1, 0.0, sheet="shengji", hands=2)
    parsed = must_parse(to_line(document).strip())
    ruling = Ruling(id="r1", hand=1, effect=Effect(points={"EW": -300}))
    plain = audit(parsed.record)
    now = as_ruled(parsed.record, [ruling], plain)
    shown = table_view(hand_view(parsed.record, 0), now, "en", parsed.sha256, plain)["claims"]
    changed = [row["key"] for row in shown if row["same"] is False]
    assert changed
    assert [row["key"] for row in shown if row["ruled"]] == changed
    alone = table_view(hand_view(parsed.record, 0), plain, "en", parsed.sha256, plain)["claims"]
    assert not any(row["ruled"] for row in alone)
