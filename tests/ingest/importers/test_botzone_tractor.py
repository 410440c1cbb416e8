"""The importer of Botzone's Tractor logs: the real log, logs of a judge made here, and logs that are broken."""

import copy
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.importers.base import REASONS
from paipu.ingest.importers.botzone import card_name
from paipu.ingest.rejection import REASONS as RECORD_REASONS
from paipu.ingest.rejection import Rejection
from paipu.replay.audit import audit
from paipu.replay.computed import Audit
from paipu.replay.family import hand_view
from paipu.replay.findings import Severity
from tests.ingest.importers.botzone_judge import SEATS, Judge, Log
from tests.ingest.importers.converting import only, refusal
from tests.made import must_parse
from tests.many import in_one
from tests.oracle.cards import cards_of, without
from tests.oracle.shengji import after_burial, follow_fault, points, winner
from tests.real import REAL

LOG = REAL / "botzone-tractor" / "judge-log.json"
IMPORTER = IMPORTERS["botzone-tractor"]


def converted(log: Log) -> dict[str, Any]:
    """The document of a log that must convert."""
    return only(IMPORTER, json.dumps(log).encode())


def refused(log: object) -> Rejection:
    """The rejection of a log that must not."""
    return refusal(IMPORTER, json.dumps(log).encode())


def audited(document: dict[str, Any]) -> Audit:
    """The audit of a document, which must be a valid record."""
    parsed = must_parse(document)
    return audit(parsed.record)


@cache
def played(seed: int, suits: str, snatch: str = "", level: str = "2", tricks: int = 25, call: bool = True) -> Judge:
    return Judge(seed, suits, snatch=snatch, level=level, tricks=tricks, call=call)


# --- The real log ------------------------------------------------------------------------------------------

CLAUSES = {"SJ-16c": "TRICK-FOLLOW-SUIT", "SJ-16h": "TRICK-FOLLOW-PAIR", "SJ-16g": "TRICK-FOLLOW-TRACTOR"}


@pytest.fixture(scope="module")
def real() -> dict[str, Any]:
    return converted(json.loads(LOG.read_bytes()))


def brute_force(log: Log, suits: str) -> tuple[list[tuple[int, int, str]], list[int], list[int]]:
    """The illegal follows (trick, play, what was owed), the winners and the running points of a log of singles and pairs.

    From the log's numbers alone, with nothing of the engine or the oracle; the trump is a suit.
    """

    def name(card: int) -> str:
        within = card % 54
        return ("LJ", "BJ")[within - 52] if within > 51 else "A23456789TJQK"[within // 4] + suits[within % 4]

    bodies = [next(iter(entry["output"]["content"].items())) for entry in log["log"][::2]]
    answers = [next(iter(entry.values()))["response"] for entry in log["log"][1::2]]
    banking = bodies[100][1]["global"]["banking"]
    level, banker, trump = log["initdata"]["level"], banking["banker"], banking["major"]

    def suit(card: str) -> str:
        return "trump" if card[0] in (level, "L", "B") or card[1] == trump else card[1]

    def power(card: str) -> int:
        specials = {"BJ": 40, "LJ": 39, level + trump: 38}
        plain = [rank for rank in "23456789TJQKA" if rank != level]
        high = specials.get(card, 37) if card[0] in (level, "L", "B") else plain.index(card[0])
        return high + (100 if suit(card) == "trump" else 0)

    hands = [[name(card) for card in cards] for cards in log["initdata"]["allocation"]]
    hands[banker] += [name(card) for card in log["initdata"]["publiccard"]]
    for card in answers[100]:
        hands[banker].remove(name(card))
    faults: list[tuple[int, int, str]] = []
    winners: list[int] = []
    running: list[int] = []
    table: list[tuple[int, list[str]]] = []
    for (player, _), answer in zip(bodies[101:], answers[101:], strict=False):
        hand, cards = hands[int(player)], [name(card) for card in answer]
        lead = table[0][1] if table else cards
        held = [card for card in hand if suit(card) == suit(lead[0])]
        given = [card for card in cards if suit(card) == suit(lead[0])]
        paired = len(lead) == 2 and max(Counter(held).values(), default=0) == 2
        assert len(lead) == 1 or lead[0] == lead[1], "this log has leads of singles and pairs alone"
        if len(given) < min(len(lead), len(held)):
            faults.append((len(winners) + 1, len(table) + 1, "suit"))
        elif paired and cards[0] != cards[1]:
            faults.append((len(winners) + 1, len(table) + 1, "pair"))
        for card in cards:
            hand.remove(card)
        table.append((int(player), cards))
        if len(table) == 4:
            able = [
                (power(made[0]), -turn, seat)
                for turn, (seat, made) in enumerate(table)
                if made[0] == made[-1] and suit(made[0]) in (suit(lead[0]), "trump")
            ]
            winners.append(max(able)[2])
            won = sum(points(made) for _, made in table) if (winners[-1] - banker) % 2 else 0
            running.append(won + (running[-1] if running else 0))
            table = []
    return faults, winners, running


@pytest.mark.real
def test_the_audit_names_every_illegal_follow_of_the_real_log_and_no_other(real: dict[str, Any]) -> None:
    faults, winners, _ = brute_force(json.loads(LOG.read_bytes()), "hdsc")
    result = audited(real)
    errors = [finding for finding in result.findings if finding.severity is Severity.ERROR]
    owed = {"TRICK-FOLLOW-SUIT": "suit", "TRICK-FOLLOW-PAIR": "pair"}
    assert [(finding.where.trick, finding.where.play, owed[finding.code]) for finding in errors] == faults
    assert len(faults) == 11
    assert all(CLAUSES[finding.clause or ""] == finding.code for finding in errors)
    assert [finding.code for finding in result.findings if finding not in errors] == ["HAND-UNFINISHED"]
    assert result.hands[0].winners == "".join(SEATS[player] for player in winners)


@pytest.mark.real
def test_the_oracle_finds_the_same_faults_in_the_real_log(real: dict[str, Any]) -> None:
    hand = real["hands"][0]
    deal = {part: cards_of(cards) for part, cards in hand["deal"].items()}
    hands = after_burial(deal, hand["dealer"], cards_of(hand["kitty"][0]["bury"]))
    faults, winners = [], ""
    for number, trick in enumerate(hand["tricks"], start=1):
        leader, *texts = trick.split()
        seats = [SEATS[(SEATS.index(leader) + turn) % 4] for turn in range(4)]
        plays = [(seat, cards_of(text)) for seat, text in zip(seats, texts, strict=False)]
        for turn, (seat, cards) in enumerate(plays, start=1):
            fault = follow_fault(hands[seat], plays[0][1], cards, hand["level"], hand["trump"]) if turn > 1 else None
            if fault:
                faults.append((number, turn, fault))
            hands[seat] = without(hands[seat], cards)
        if len(plays) == 4:
            winners += winner(plays, hand["level"], hand["trump"])
    found = [(f.where.trick, f.where.play, f.clause) for f in audited(real).findings if f.code in CLAUSES.values()]
    assert found == faults
    assert winners == hand["claims"]["winners"] == audited(real).hands[0].winners


@pytest.mark.real
def test_points_and_leaders_of_the_real_log_agree_with_the_platform_at_every_trick(real: dict[str, Any]) -> None:
    log = json.loads(LOG.read_bytes())
    _, winners, running = brute_force(log, "hdsc")
    asked = [next(iter(entry["output"]["content"].values())) for entry in log["log"][202::2]]
    at_new_trick = [body for body in asked if not body["history"][1]][1:]
    assert winners == [body["history"][3] for body in at_new_trick]
    assert running == [body["global"]["total_score"] for body in at_new_trick]
    assert running == real["extra"]["botzone"]["running_score"]
    parsed = must_parse(real)
    after_tricks = [state for state in hand_view(parsed.record, 0).states() if state.play == 4]
    assert [state.points for state in after_tricks] == running
    assert [state.next_seat for state in after_tricks] == [SEATS[player] for player in winners]


@pytest.mark.real
def test_the_real_log_as_a_record(real: dict[str, Any]) -> None:
    hand = real["hands"][0]
    assert (hand["level"], hand["dealer"], hand["trump"], hand["bids"]) == ("2", "E", "c", ["E 2c"])
    assert hand["kitty"] == [{"seat": "E", "bury": "9h9d9s9cTdTsTcJh"}]
    assert (hand["tricks"][0], hand["tricks"][-1], len(hand["tricks"])) == ("E Ah 7h 7h 9h", "S 7c 2d", 17)
    assert hand["seconds"][0] == [None, 0.039, 0.038, 0.038]
    assert set(hand["claims"]) == {"winners"}
    assert real["extra"]["botzone"]["suit_order_known_by"] == "declaration"


@pytest.mark.real
def test_without_the_declaration_the_winners_tell_the_order_of_the_real_log(real: dict[str, Any]) -> None:
    log = json.loads(LOG.read_bytes())
    log["log"][25]["0"]["response"] = []
    document = converted(log)
    assert document["extra"]["botzone"]["suit_order_known_by"] == "winners"
    assert document["hands"][0]["tricks"] == real["hands"][0]["tricks"]
    assert document["hands"][0]["bids"] == []


# --- Logs of the judge made here ---------------------------------------------------------------------------


@pytest.mark.parametrize("suits", ["hdsc", "shcd"])
@pytest.mark.parametrize(
    ("seed", "snatch", "level"), [(0, "", "2"), (1, "own", "5"), (2, "other", "T"), (3, "joker", "K"), (4, "", "A")]
)
def test_a_finished_log_converts_to_a_clean_record(seed: int, snatch: str, level: str, suits: str) -> None:
    judge = played(seed, suits, snatch, level)
    document = converted(judge.document)
    result = audited(document)
    assert not result.findings
    hand, computed = document["hands"][0], result.hands[0]
    assert computed.winners == judge.winners
    assert (computed.attackers, computed.penalties) == (judge.score, judge.fines)
    assert hand["claims"] == {"attackers": judge.score}
    assert document["extra"]["botzone"]["suit_order"] == suits
    assert document["extra"]["botzone"]["running_score"] == judge.running
    assert len(hand["bids"]) == (2 if snatch else 1)
    assert hand["dealer"] == SEATS[judge.banking["banker"]]
    assert hand["level"] == level
    assert ("start" in document) == (level != "2")


@pytest.mark.parametrize("suits", ["hdsc", "shcd"])
def test_failed_throws_are_written_with_what_stood_and_cost_ten_a_card(suits: str) -> None:
    judge = played(1, suits, "own", "5")
    tricks = converted(judge.document)["hands"][0]["tricks"]
    failed = [(number, trick.split()[1]) for number, trick in enumerate(tricks, start=1) if ">" in trick]
    assert [(number, text.split(">")[0]) for number, text in failed] == judge.failed
    assert failed
    assert all(len(text.split(">")[1]) == 2 for _, text in failed)


def test_a_failed_throw_of_which_the_wrong_card_stood_is_found() -> None:
    document = converted(played(1, "hdsc", "own", "5").document)
    hand = document["hands"][0]
    number, trick = next((n, t) for n, t in enumerate(hand["tricks"]) if ">" in t)
    seat, lead, *rest = trick.split()
    attempted, stood = lead.split(">")
    other = attempted.replace(stood, "", 1)
    hand["tricks"] = [*hand["tricks"][:number], " ".join([seat, f"{attempted}>{other}", *rest])]
    del hand["claims"], hand["seconds"]
    assert "THROW-PIECE" in {finding.code for finding in audited(document).findings}


@pytest.mark.parametrize("tricks", [0, 1, 7, 15])
@pytest.mark.parametrize("suits", ["hdsc", "shcd"])
def test_an_unfinished_log_claims_the_winners_so_far(suits: str, tricks: int) -> None:
    judge = played(5, suits, tricks=tricks)
    document = converted(judge.document)
    assert document["hands"][0].get("claims", {}).get("winners", "") == judge.winners
    codes = [finding.code for finding in audited(document).findings]
    assert codes == (["HAND-UNFINISHED"] if tricks else [])


@pytest.mark.parametrize("suits", ["hdsc", "shcd"])
def test_where_nobody_declared_the_winners_tell_the_order_of_suits(suits: str) -> None:
    judge = played(6, suits, call=False)
    document = converted(judge.document)
    assert document["extra"]["botzone"]["suit_order"] == suits
    assert document["extra"]["botzone"]["suit_order_known_by"] == "winners"
    assert document["hands"][0]["bids"] == []
    assert not audited(document).findings


def test_where_nothing_tells_the_order_of_suits_the_log_is_refused() -> None:
    rejection = refused(played(6, "hdsc", call=False, tricks=0).document)
    assert (rejection.code, rejection.pointer, rejection.expected) == ("FOREIGN-SUITS", "/log", "hdsc | shcd")
    assert "nobody declared" in (rejection.found or "")


def test_a_declaration_that_fits_no_known_order_is_refused() -> None:
    log = played(0, "hdsc").document
    card = next(card for entry in log["log"][1:200:2] for card in next(iter(entry.values()))["response"])
    strange = next(suit for suit in "hdsc" if suit not in ("hdsc"[card % 4], "shcd"[card % 4]))
    for entry in log["log"][::2]:
        for body in entry["output"]["content"].values():
            banking = body["global"]["banking"] if isinstance(body, dict) else {}
            if banking.get("major"):
                banking["major"] = strange
    rejection = refused(log)
    assert rejection.code == "FOREIGN-SUITS"
    assert (rejection.pointer or "").endswith("/global/banking/major")


@pytest.mark.parametrize("length", [1, 2, 60, 200, 201, 202, 203, 204, 205, 230])
def test_a_log_may_stop_anywhere_after_the_declaration(length: int) -> None:
    judge = played(7, "shcd")
    called = next(number for number, entry in enumerate(judge.log) if number % 2 and next(iter(entry.values()))["response"])
    log = {**judge.document, "log": judge.log[:length]}
    if length > called + 2:
        severities = {finding.severity for finding in audited(converted(log)).findings}
        assert Severity.ERROR not in severities
    else:
        assert refused(log).code == "FOREIGN-SUITS"


def test_the_later_version_with_its_further_keys_converts_too() -> None:
    judge = Judge(8, "shcd", later_version=True)
    log = judge.document
    log["initdata"] = json.dumps({**log["initdata"], "seed": "17", "first_round": True})
    assert not audited(converted(log)).findings


def test_where_the_bank_was_fixed_the_declarer_does_not_get_it() -> None:
    judge = Judge(9, "shcd", tricks=3)
    log = judge.document
    log["initdata"]["first_round"] = False
    document = converted(log)
    assert document["start"]["dealer"] == document["hands"][0]["dealer"]
    assert [finding.code for finding in audited(document).findings] == ["HAND-UNFINISHED"]


def refused_at_the_end(judge: Judge, entries: int, answer: list[int], error: str) -> Log:
    """The judge's log cut after some entries, with an answer for which the match was ended."""
    log = judge.document
    log["log"] = log["log"][:entries]
    player = next(iter(log["log"][-1]["output"]["content"]))
    errors = [error if seat == int(player) else None for seat in range(4)]
    content = {str(seat): -3 if seat == int(player) else seat % 2 for seat in range(4)}
    display = {"currplayer": int(player), "score": content, "error": errors}
    log["log"] += [
        {player: {"response": answer, "verdict": "OK"}},
        {"output": {"command": "finish", "content": content, "display": display}},
    ]
    return log


def test_a_follow_that_the_judge_refused_is_a_revoke_and_ends_the_hand() -> None:
    judge = Judge(10, "hdsc", throws=False)

    def suit(card: str) -> str:
        return "trump" if card[0] in ("2", "L", "B") or card[1] == judge.trump else card[1]

    player, body = next(iter(judge.log[204]["output"]["content"].items()))  # the second play of trick 1
    ((led,),) = body["history"][1]
    player, lead = int(player), judge.name(led)
    hand = judge.allocation[player]
    assert any(suit(judge.name(card)) == suit(lead) for card in hand)
    wrong = next(card for card in hand if suit(judge.name(card)) != suit(lead))
    document = converted(refused_at_the_end(judge, 205, [wrong], "ILLEGAL_MOVE"))
    hand_played = document["hands"][0]
    assert hand_played["tricks"][0].split()[2] == judge.name(wrong)
    assert hand_played["incidents"] == [
        {"kind": "revoke", "seat": SEATS[player], "at": "1.2", "noticed": "1.2", "note": '"ILLEGAL_MOVE"'}
    ]
    result = audited(document)
    assert ("TRICK-FOLLOW-SUIT", 1, 2) in [(f.code, f.where.trick, f.where.play) for f in result.findings]
    bank = "EW" if hand_played["dealer"] in "EW" else "NS"
    innocent = "NS" if SEATS[player] in "EW" else "EW"
    assert result.hands[0].levels == {"EW": "2", "NS": "2"} | {innocent: "3"}
    assert innocent == bank or (result.hands[0].next_dealer or "") in innocent


@pytest.mark.parametrize(
    ("entries", "answer", "error"),
    [(3, [90, 91], "ILLEGAL_MOVE"), (201, [0] * 8, "NOT_YOUR_POKER"), (203, [], "INVALID_FORMAT"), (1, [200], "OUT_OF_RANGE")],
)
def test_other_refused_answers_are_kept_as_extra_data(entries: int, answer: list[int], error: str) -> None:
    log = refused_at_the_end(played(0, "hdsc"), entries, answer, error)
    if entries < 200:
        assert refused(log).code == "FOREIGN-SUITS"  # it ends before anybody declared
        return
    data = converted(log)["extra"]["botzone"]
    assert error in str(data["errors"])
    assert data["refused"]["stage"] == ("cover" if entries == 201 else "play")


# --- Logs that are broken ----------------------------------------------------------------------------------


def changed(log: Log, path: str, value: Any) -> Log:
    """A copy of the log with one place changed; `...` takes the place away."""
    result = copy.deepcopy(log)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    at: Any = result
    for step in steps:
        at = at[str(step) if isinstance(at, dict) else step]
    if value is ...:
        del at[str(last) if isinstance(at, dict) else last]
    else:
        at[str(last) if isinstance(at, dict) else last] = value
    return result


FIRST_PLAY = "log/202/output/content/{banker}"


@in_one
@pytest.mark.parametrize(
    ("path", "value", "code", "pointer"),
    [
        ("log", ..., "FOREIGN-VALUE", ""),
        ("log", [], "FOREIGN-VALUE", "/log"),
        ("log/0", None, "FOREIGN-VALUE", "/log/0"),
        ("initdata", ..., "FOREIGN-VALUE", ""),
        ("initdata", "{", "FOREIGN-VALUE", "/initdata"),
        ("initdata/allocation", [[], [], []], "FOREIGN-VALUE", "/initdata/allocation"),
        ("initdata/allocation/2/3", 108, "FOREIGN-VALUE", "/initdata/allocation/2/3"),
        ("initdata/allocation/2/3", True, "FOREIGN-VALUE", "/initdata/allocation/2/3"),
        ("initdata/publiccard", [1, 2, 3], "FOREIGN-VALUE", "/initdata/publiccard"),
        ("initdata/publiccard", [0] * 8, "FOREIGN-VALUE", "/initdata/publiccard"),
        ("initdata/level", "1", "FOREIGN-VALUE", "/initdata/level"),
        ("log/4/output", ..., "FOREIGN-VALUE", "/log/4"),
        ("log/4/output/command", "ask", "FOREIGN-VALUE", "/log/4/output/command"),
        ("log/4/output/content", {}, "FOREIGN-VALUE", "/log/4/output/content"),
        ("log/4/output/content/2/stage", "play", "FOREIGN-VALUE", "/log/4/output/content/2/stage"),
        ("log/4/output/content/2/deliver", [1, 2], "FOREIGN-VALUE", "/log/4/output/content/2/deliver"),
        ("log/4/output/content/2/global/banking/major", "x", "FOREIGN-VALUE", "/log/4/output/content/2/global/banking/major"),
        ("log/4/output/content/2/global/banking/called", 4, "FOREIGN-VALUE", "/log/4/output/content/2/global/banking/called"),
        ("log/5", {}, "FOREIGN-VALUE", "/log/5"),
        ("log/5/2/response", "none", "FOREIGN-CONFLICT", "/log/6/output/content/3"),
        ("log/4", ..., "FOREIGN-VALUE", "/log/4"),
        (
            "log/200/output/content/{banker}/deliver/0",
            "{other}",
            "FOREIGN-CONFLICT",
            "/log/200/output/content/{banker}/deliver",
        ),
        (FIRST_PLAY + "/history/3", "{other}", "FOREIGN-CONFLICT", "/" + FIRST_PLAY + "/history/3"),
        (FIRST_PLAY + "/history", [[], []], "FOREIGN-VALUE", "/" + FIRST_PLAY + "/history"),
        (FIRST_PLAY + "/global/total_score", None, "FOREIGN-VALUE", "/" + FIRST_PLAY + "/global"),
        ("log/203/{banker}/response", [], "FOREIGN-CONFLICT", "/log/204/output/content/{next}"),
        ("log/204/output/content/{next}/history/1/0", [], "FOREIGN-VALUE", "/log/204/output/content/{next}/history/1/0"),
    ],
)
def test_a_broken_log_is_refused_with_the_place(path: str, value: object, code: str, pointer: str) -> None:
    judge = played(0, "hdsc", tricks=3)
    banker = judge.banking["banker"]
    names = {"banker": str(banker), "next": str((banker + 1) % 4), "other": ""}
    if value == "{other}":
        value = judge.allocation[0][0] if "deliver" in path else (banker + 1) % 4
    rejection = refused(changed(judge.document, path.format(**names), value))
    assert (rejection.code, rejection.pointer) == (code, pointer.format(**names))
    assert rejection.expected
    assert rejection.found is not None


def test_a_history_that_contradicts_the_answers_is_refused() -> None:
    judge = played(0, "hdsc", tricks=3)
    at = next(
        number
        for number, entry in enumerate(judge.log[206::2])
        if len(next(iter(entry["output"]["content"].values()))["history"][1]) == 2
    )
    place = 206 + 2 * at
    player = next(iter(judge.log[place]["output"]["content"]))
    log = judge.document
    history = log["log"][place]["output"]["content"][player]["history"][1]
    history[0] = [(history[0][0] + 1) % 108]
    rejection = refused(log)
    assert rejection.code == "FOREIGN-CONFLICT"
    assert rejection.pointer == f"/log/{place}/output/content/{player}/history/1"
    assert "response" in rejection.message.en


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "JSON-EMPTY"),
        (b"{", "JSON-SYNTAX"),
        (b"[]", "FOREIGN-VALUE"),
        (b"\xff", "JSON-ENCODING"),
        (b"null", "FOREIGN-VALUE"),
    ],
)
def test_what_is_no_log_at_all_is_refused(raw: bytes, code: str) -> None:
    result = IMPORTER.convert(raw, "-")
    assert isinstance(result, Rejection)
    assert result.code == code


JUNK: list[Any] = [None, True, -1, 0, 107, 108, 1.5, 10**30, "", "0", "play", "finish", [], [[]], [0], {}, {"0": {}}, "\ud800"]


@st.composite
def mutations(draw: st.DrawFn) -> Log:
    """A log with up to three of its places changed, taken away, doubled or exchanged."""
    judge = played(draw(st.integers(0, 3)), draw(st.sampled_from(["hdsc", "shcd"])), tricks=draw(st.sampled_from([4, 25])))
    log = judge.document
    for _ in range(draw(st.integers(1, 3))):
        at: Any = log
        while True:
            step = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            deeper = at[step]
            if not isinstance(deeper, dict | list) or not deeper or draw(st.integers(0, 4)) == 0:
                break
            at = deeper
        kind = draw(st.sampled_from(["junk", "delete", "double", "swap"]))
        if kind == "junk":
            at[step] = copy.deepcopy(draw(st.sampled_from(JUNK)))
        elif kind == "delete":
            del at[step]
        elif isinstance(at, list):
            other = draw(st.integers(0, len(at) - 1))
            if kind == "double":
                at.insert(other, copy.deepcopy(at[step]))
            else:
                at[step], at[other] = at[other], at[step]
        if not log:
            break
    return log


@given(mutations())
def test_a_mutated_log_is_refused_or_becomes_a_valid_record(log: Log) -> None:
    result = IMPORTER.convert(json.dumps(log).encode(), "log.json")
    if isinstance(result, Rejection):
        assert result.code in {*REASONS, *RECORD_REASONS}
        assert result.pointer is not None or result.code.startswith("JSON-")
    else:
        (document,) = result
        audited(document)


@given(st.binary(max_size=200))
def test_no_bytes_raise(raw: bytes) -> None:
    assert isinstance(IMPORTER.convert(raw, "-"), Rejection)


# --- Card numbers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suits", ["hdsc", "shcd"])
def test_the_numbers_are_two_whole_decks(suits: str) -> None:
    names = Counter(card_name(card, suits) for card in range(108))
    assert len(names) == 54
    assert set(names.values()) == {2}


def test_every_importer_says_what_it_is() -> None:
    for name, importer in IMPORTERS.items():
        assert importer.name == name
        assert importer.zh
        assert importer.en
