"""The importers of rbtying's 升级 server: a server made here says what it says, as JSON and in the chat; broken logs."""

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import pytest

from paipu.ingest.importers import IMPORTERS
from paipu.ingest.rejection import Rejection
from paipu.replay.audit import audit
from paipu.replay.findings import Severity
from tests.ingest.importers.converting import documents
from tests.ingest.importers.rbtying_server import NAMES, OPTIONS, Document, Server, rooms
from tests.made import must_parse
from tests.many import many

JSON, TEXT = IMPORTERS["rbtying-json"], IMPORTERS["rbtying-text"]
CHAT = """ann has joined the game
bob has joined the game
cy has joined the game
dee has joined the game
bob started the game
bob bid 1 2♡
ann: bob played 🂡
bob played 🂱
cy played 🂲
dee played 🂳
ann played 🂾
bob wins the trick and gets 10 points
bob tried to throw 🂡🂮, but someone can beat it
bob played 🂮
bob took back their last play
bob played 🂮"""


def beginning() -> list[Any]:
    """What is said up to the first tricks of a hand."""
    messages = Server(next(rooms(0))).messages
    at = [at for at, each in enumerate(messages) if '"TrickWon"' in json.dumps(each)]
    return messages[: at[1] + 1]


def converted(form: Any, raw: bytes) -> list[Document]:
    return documents(form, raw, "log")


def findings(document: Document) -> list[str]:
    parsed = must_parse(document)
    return [str(each) for each in audit(parsed.record).findings if each.severity is Severity.ERROR]


def stood(trick: str) -> str:
    """A trick without what was thrown and did not stand: some of that the sheet would have stand otherwise."""
    return re.sub(r"\S+>", "", trick)


def same(hand: Document, other: Document, seats: Iterable[str]) -> bool:
    """Whether two hands are the same but for the order of cards, and for the deals of those who are not among some seats."""

    def plain(given: Document) -> Document:
        told = {key: value for key, value in given.items() if key != "deal" and (value or key != "claims")}
        told["tricks"] = [stood(trick) for trick in given["tricks"]]
        told["kitty"] = [{**act, "bury": sorted(act["bury"])} for act in given.get("kitty", ())]
        return told | {"deal": {seat: Counter(given["deal"].get(seat, "").split()) for seat in seats}}

    return plain(hand) == plain(other)


@many(2, 80)
def test_messages_of_sample_matches_become_the_records_without_a_false_finding(seeds: range) -> None:
    for seed in seeds:
        for match in rooms(seed):
            (whole,) = converted(JSON, Server(match).raw)
            assert {key: value for key, value in whole.items() if key in {"sheet", "options", "start"}} == {
                key: value for key, value in match.items() if key in {"sheet", "options", "start"}
            }
            assert [player["name"] for player in whole["seats"].values()] == [*NAMES]
            for hand, theirs in zip(whole["hands"], match["hands"], strict=True):
                assert same(hand, theirs, (*"ENWS", "kitty"))
            (one,) = converted(JSON, Server(match, "N").raw)
            for hand, theirs in zip(one["hands"], match["hands"], strict=True):
                assert {seat for seat in hand["deal"] if seat != "kitty"} == {"N"}
                assert ("kitty" in hand) == (theirs["dealer"] == "N")
            assert findings(whole) == findings(one) == []


@many(2, 80)
def test_the_chat_of_sample_matches_tells_plays_trump_and_results(seeds: range) -> None:
    for seed in seeds:
        for match in rooms(seed):
            found = converted(TEXT, Server(match).text)
            hands = [hand for document in found for hand in document["hands"]]
            for hand, theirs in zip(hands, match["hands"], strict=True):
                shift = "ENWS".index(match["hands"][0]["dealer"])
                turned = str.maketrans({seat: "ENWS"[("ENWS".index(seat) - shift) % 4] for seat in "ENWS"})
                read, played = ([stood(trick)[1:] for trick in each.get("tricks", ())] for each in (hand, theirs))
                if not read and not (played and len(played[0].split()) == len("ENWS")):
                    continue  # who sits where, and so who was banker, the first trick tells when it is whole
                assert read == played
                assert hand["dealer"] == theirs["dealer"].translate(turned)
                assert hand.get("claims", {}).get("attackers") == theirs.get("claims", {}).get("attackers")
                assert theirs["trump"] == "NT" or (hand["trump"], hand["level"]) == (theirs["trump"], theirs["level"])
            assert [each for document in found for each in findings(document)] == []


def test_lines_of_the_chat() -> None:
    (match,) = converted(TEXT, CHAT.encode())
    (hand,) = match["hands"]
    assert [match["seats"][seat]["name"] for seat in "ENWS"] == ["bob", "cy", "dee", "ann"]
    assert match["options"] == OPTIONS
    assert (hand["no"], hand["level"], hand["dealer"], hand["trump"]) == (1, "2", "E", "h")
    assert hand["tricks"] == ["E Ah 2h 3h Kh", "E Ks"]
    assert hand["claims"] == {"winners": "E"}
    assert match["extra"]["rbtying"]["hands"] == [{"declared": ["E 2h"]}]


@pytest.mark.parametrize(
    ("thrown", "stood", "written"),
    [
        ("🂡🂮", "🂮", "AsKs>Ks"),
        ("🂡🂡🂮🂮", "🂮🂮", "AsAsKsKs>KsKs"),
        ("🂡🂡🂮", "🂡🂡", "AsAs"),
        ("🂡🂡🂮🂮🂪🂪", "🂡🂡🂮🂮", "AsAsKsKs"),
    ],
)
def test_a_throw_is_written_where_the_sheet_has_the_same_part_stand(thrown: str, stood: str, written: str) -> None:
    lines = [*CHAT.splitlines()[:12], f"bob tried to throw {thrown}, but cy can beat it", f"bob played {stood}"]
    (match,) = converted(TEXT, "\n".join(lines).encode())
    assert match["hands"][0]["tricks"][1] == f"E {written}"
    assert (">" in written) == ("throws" not in match["extra"]["rbtying"]["hands"][0])


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("bob set the game mode to Finding Friends", "game_mode: FindingFriends"),
        ("bob set the number of decks to 3", "num_decks: 3"),
        ("bob removed format-based forced-plays (pairs do not draw pairs)", "trick_draw_policy: NoFormatBasedDraw"),
        ("bob required tractors to be at least 2 cards wide by 3 tuples long", "tractor_requirements: 2 × 3"),
    ],
)
def test_rules_that_no_option_says_are_refused_at_their_line(line: str, found: str) -> None:
    refused = TEXT.convert(f"{line}\n{CHAT}".encode(), "log")
    assert isinstance(refused, Rejection)
    assert (refused.line, refused.found) == (1, found)


@pytest.mark.parametrize(
    ("said", "option"),
    [("all of the cards", "beat_all"), ("the highest card", "highest_card"), ("the longest component", "structure")],
)
def test_how_throws_are_compared_is_an_option(said: str, option: str) -> None:
    (match,) = converted(TEXT, f"bob set throws to be evaluated based on {said}\n{CHAT}".encode())
    assert match["options"]["overruff"] == option


def test_results_by_the_servers_own_rules_stand_in_extra() -> None:
    match = next(match for seed in range(9) for match in rooms(seed) if len(match["hands"]) > 2)
    server = Server(match)
    at = next(at for at, message in enumerate(server.messages) if "EndOfGameSummary" in json.dumps(message))
    variant = server.messages[at]["Broadcast"]["data"]["variant"]
    variant["non_landlords_points"] += 10  # a fine for a throw
    first, second = converted(JSON, server.raw)
    assert "attackers" not in first["hands"][0]["claims"]
    assert first["extra"]["rbtying"]["hands"][0]["attackers"] == variant["non_landlords_points"]
    assert len(first["hands"]) == 1
    assert second["start"]["dealer"] == second["hands"][0]["dealer"]
    assert findings(first) == findings(second) == []


def test_a_hand_that_was_reset_is_kept_as_far_as_it_came() -> None:
    lines = CHAT.splitlines()
    found = converted(TEXT, "\n".join([*lines, "cy reset the game", "cy played 🂡", *lines[4:]]).encode())
    assert [hand["tricks"] for match in found for hand in match["hands"]] == [["E Ah 2h 3h Kh", "E Ks"]] * 2


Change = Callable[[list[Any]], Any]


def variant(messages: list[Any], kind: str) -> Document:
    """The first message of a type."""
    found: Document = next(
        each["Broadcast"]["data"]["variant"]
        for each in messages
        if "Broadcast" in each and each["Broadcast"]["data"]["variant"]["type"] == kind
    )
    return found


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda m: variant(m, "PlayedCards").update(cards=["As"]), "/Broadcast/data/variant/cards/0"),
        (lambda m: variant(m, "PlayedCards").update(cards=[]), "/Broadcast/data/variant/cards"),
        (lambda m: variant(m, "TrickWon").update(winner="ann"), "/Broadcast/data/variant/winner"),
        (lambda m: variant(m, "TrickWon").update(type=3), "/Broadcast/data/variant/type"),
        (lambda m: variant(m, "MadeBid").update(count=9), "/Broadcast/data/variant/count"),
        (lambda m: m[0]["State"]["state"].update(Over={}), "/State/state"),
        (lambda m: m[2]["State"]["state"]["Draw"]["propagated"]["players"].pop(), "/State/state/Draw/propagated/players"),
        (lambda m: m[0]["State"]["state"]["Initialize"]["propagated"].update(num_decks=3), None),
        (lambda m: m.insert(7, m[6]), "/Broadcast/data/variant"),
    ],
    ids=map(str, count()),
)
def test_what_the_server_does_not_say_is_refused_with_line_and_pointer(change: Change, pointer: str | None) -> None:
    messages = copy.deepcopy(Server(next(rooms(0))).messages)
    change(messages)
    found = JSON.convert("\n".join(map(json.dumps, messages)).encode(), "x")
    assert isinstance(found, Rejection)
    assert found.line is not None
    assert pointer is None or found.pointer == pointer


def test_a_log_that_begins_in_a_hand_is_read_from_there() -> None:
    messages = Server(next(rooms(0))).messages
    at = next(at for at, each in enumerate(messages) if "Play" in each.get("State", {}).get("state", {}))
    (match, *_) = converted(JSON, "\n".join(map(json.dumps, messages[at:])).encode())
    assert match["hands"][0]["tricks"]
