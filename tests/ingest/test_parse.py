"""What `parse` takes, what it refuses, and the place that it names."""

import json
import pathlib
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

import pytest

from paipu.ingest import parse as parse_module
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import MAX_DEPTH, MAX_RECORD, MAX_VALUES, REASONS, Place, Rejection
from paipu.replay.record import GameRecord, Incident, Ruling
from tests.ingest.documents import DAGUAI, FULL, GUANDAN, TRICKS, Path, changed, encode, parsed, rejected, without
from tests.made import must_parse
from tests.many import in_one

HAND = ("hands", 1)


def test_a_record_is_taken_whole() -> None:
    raw = encode(TRICKS)
    result = must_parse(raw)
    assert result.sha256 == sha256(raw).hexdigest()
    assert result.extra == TRICKS["extra"]
    assert result.document == TRICKS
    hand = result.record.hands[1]
    assert hand.tricks == tuple(TRICKS["hands"][1]["tricks"])
    assert hand.seconds == ((3.0, 5.0, 2.5, 8.0), (), (None,))
    assert hand.kitty is not None
    assert [action.passed for action in hand.kitty] == [False, False, True, False]
    told: dict[str, Any] = {"at": (2, 1), "noticed": (0, 0), "cards": "Ks", "count": 7, "seconds": 12.5, "note": "见录像"}
    assert hand.incidents[0] == Incident(kind="revoke", seat="N", **told)
    assert result.record.rulings[1] == Ruling(id="r2", hand=None, state="draft")


def undo(record: GameRecord) -> object:
    """The document that a record came from, as far as the engine keeps it, without what is None, false or empty."""
    document = bare(asdict(record), {"passed": "pass"})
    assert isinstance(document, dict)
    assert document["event"].pop("seconds") == 32_400.5  # what is between the two stamps
    document["event"]["board"] = dict(zip(("no", "set"), document["event"]["board"], strict=True))
    for holder in (document, *document["hands"]):
        rulings = holder.get("rulings", [])
        faults = [ruling["effect"]["fault"] for ruling in rulings if "fault" in ruling.get("effect", {})]
        for item in holder.get("incidents", []) + rulings + faults:
            for key in item.keys() & {"at", "noticed"}:
                item[key] = "0" if item[key] == [0, 0] else "{}.{}".format(*item[key])
    return document


def bare(value: object, names: Mapping[str, str]) -> object:
    """A value without what is None, false or empty, lists for tuples, and some keys by other names."""
    if isinstance(value, Mapping):
        made = {names.get(key, key): bare(child, names) for key, child in value.items()}
        return {key: child for key, child in made.items() if child not in (None, False, [], {})}
    return [bare(child, names) for child in value] if isinstance(value, list | tuple) else value


def kept(value: object) -> object:
    """A document without what the engine has no use for."""
    unused = {"extra", "format"}
    if isinstance(value, dict):
        return {key: kept(child) for key, child in value.items() if key not in unused}
    return [kept(child) for child in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", FULL)
def test_nothing_the_engine_needs_is_lost_on_the_way(name: str) -> None:
    assert undo(parsed(FULL[name]).record) == bare(kept(FULL[name]), {})


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", FULL)
def test_a_valid_record_takes_the_fast_way(name: str, indent: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document has `": ` in a key and a colon in a string, which is as hard as a document usually gets."""
    monkeypatch.setattr(parse_module, "decode", None)
    raw = json.dumps(FULL[name], indent=indent, ensure_ascii=False).replace('：\\": ', "：").encode()
    assert isinstance(parse(raw, Place()), Parsed)


@pytest.mark.parametrize("colon", [" :", "\n:", "\t: ", "\r\n:", ":"])
def test_white_space_before_a_colon_hides_no_key_that_is_there_twice(colon: str) -> None:
    raw = json.dumps(TRICKS, separators=(",", colon)).encode()
    result = must_parse(raw)
    assert result.record == parsed(TRICKS).record
    twice = raw.replace(b'"no"' + colon.encode() + b"1", b'"no"' + colon.encode() + b'1,"no":2')
    assert (rejected(twice).code, rejected(twice).pointer) == ("JSON-DUPLICATE-KEY", "/hands/0/no")


def test_a_colon_of_a_time_written_as_an_escape_hides_no_key_that_is_there_twice() -> None:
    """The document has no other colons in its strings than those of its times, which are reckoned with."""
    raw = encode({key: value for key, value in TRICKS.items() if key not in {"extra", "rulings"}})
    raw = raw.replace(b"T14:00:00", b"T14\\u003a00:00")
    assert isinstance(parse(raw, Place()), Parsed)
    rejection = rejected(raw.replace(b'"no": 1,', b'"no": 1, "no": 1,', 1))
    assert (rejection.code, rejection.pointer) == ("JSON-DUPLICATE-KEY", "/hands/0/no")


def with_key_twice(document: object, path: Path) -> bytes:
    """The document's bytes with the member at a path written twice."""
    *way, last = path
    marked = json.loads(json.dumps(document))
    place = marked
    for step in way:
        place = place[step]
    place["\0mark"] = place[last]
    return encode(marked).replace(b'"\\u0000mark"', json.dumps(last).encode())


KEYS_TWICE: list[tuple[Path, str]] = [
    (("id",), "/id"),
    (("seats", "E"), "/seats/E"),
    (("seats", "E", "name"), "/seats/E/name"),
    (("options", "pass_level"), "/options/pass_level"),
    (("event", "id"), "/event/id"),
    (("start", "levels", "EW"), "/start/levels/EW"),
    ((*HAND, "claims", "levels", "NS"), "/hands/1/claims/levels/NS"),
    ((*HAND, "kitty", 0, "seat"), "/hands/1/kitty/0/seat"),
    ((*HAND, "deal", "kitty"), "/hands/1/deal/kitty"),
    ((*HAND, "incidents", 1, "kind"), "/hands/1/incidents/1/kind"),
    (("rulings", 0, "effect", "points", "NS"), "/rulings/0/effect/points/NS"),
    (("extra", "source"), "/extra/source"),
    (("extra", "source", "rows", 2, "x"), "/extra/source/rows/2/x"),
]


@pytest.mark.parametrize(("path", "pointer"), KEYS_TWICE)
def test_a_key_twice_is_refused_wherever_it_is(path: Path, pointer: str) -> None:
    rejection = rejected(with_key_twice(TRICKS, path))
    assert (rejection.code, rejection.pointer) == ("JSON-DUPLICATE-KEY", pointer)


WRONG: list[tuple[dict[str, Any], Path, object, str, str]] = [
    # document, path, value put there, code, pointer
    (TRICKS, ("format",), "paipu/2", "RECORD-FORMAT", "/format"),
    (TRICKS, ("format",), None, "RECORD-FORMAT", "/format"),
    (TRICKS, ("sheet",), "bridge", "SHEET-UNKNOWN", "/sheet"),
    (TRICKS, ("sheet",), ["shengji"], "SHEET-UNKNOWN", "/sheet"),
    (TRICKS, ("id",), "", "VALUE-NOTATION", "/id"),
    (TRICKS, ("id",), "a\nb", "VALUE-NOTATION", "/id"),
    (TRICKS, ("id",), "x" * 201, "VALUE-LENGTH", "/id"),
    (TRICKS, ("id",), 7, "VALUE-TYPE", "/id"),
    (TRICKS, ("hands",), {}, "VALUE-TYPE", "/hands"),
    (TRICKS, ("hands",), [{"no": n} for n in range(1, 502)], "VALUE-LENGTH", "/hands"),
    (TRICKS, (*HAND,), 5, "VALUE-TYPE", "/hands/1"),
    (TRICKS, (*HAND, "no"), 3.0, "VALUE-TYPE", "/hands/1/no"),
    (TRICKS, (*HAND, "no"), True, "VALUE-TYPE", "/hands/1/no"),
    (TRICKS, (*HAND, "no"), 10_001, "VALUE-RANGE", "/hands/1/no"),
    (TRICKS, ("hands", 0, "no"), 3, "HAND-ORDER", "/hands/1/no"),
    (TRICKS, (*HAND, "levle"), "2", "KEY-UNKNOWN", "/hands/1/levle"),
    (TRICKS, (*HAND, "a/b~c"), 1, "KEY-UNKNOWN", "/hands/1/a~1b~0c"),
    (TRICKS, (*HAND, "passed"), True, "KEY-UNKNOWN", "/hands/1/passed"),
    (TRICKS, (*HAND, "kitty", 0, "passed"), True, "KEY-UNKNOWN", "/hands/1/kitty/0/passed"),
    (TRICKS, (*HAND, "tribute"), ["S>E BJ"], "KEY-FAMILY", "/hands/1/tribute"),
    (TRICKS, (*HAND, "claims", "finish"), "EWNS", "KEY-FAMILY", "/hands/1/claims/finish"),
    (GUANDAN, (*HAND, "bids"), [], "KEY-FAMILY", "/hands/1/bids"),
    (DAGUAI, (*HAND, "claims", "attackers"), 80, "KEY-FAMILY", "/hands/1/claims/attackers"),
    (GUANDAN, (*HAND, "deal", "kitty"), "As", "KEY-UNKNOWN", "/hands/1/deal/kitty"),
    (GUANDAN, (*HAND, "level"), "flag", "VALUE-CHOICE", "/hands/1/level"),
    (TRICKS, (*HAND, "level"), 2, "VALUE-CHOICE", "/hands/1/level"),
    (TRICKS, (*HAND, "level"), "10", "VALUE-CHOICE", "/hands/1/level"),
    (TRICKS, (*HAND, "trump"), "nt", "VALUE-CHOICE", "/hands/1/trump"),
    (TRICKS, (*HAND, "dealer"), "1", "VALUE-CHOICE", "/hands/1/dealer"),
    (DAGUAI, (*HAND, "lead"), "E", "VALUE-CHOICE", "/hands/1/lead"),
    (DAGUAI, ("seats", "E"), {"id": "x"}, "KEY-UNKNOWN", "/seats/E"),
    (TRICKS, ("seats", "[key]"), {"id": "x"}, "KEY-UNKNOWN", "/seats/[key]"),
    (TRICKS, ("seats", "E"), {}, "KEY-MISSING", "/seats/E/id"),
    (TRICKS, ("start", "levels", "135"), "2", "KEY-UNKNOWN", "/start/levels/135"),
    (TRICKS, (*HAND, "deal", "E"), "As  Ks", "VALUE-NOTATION", "/hands/1/deal/E"),
    (TRICKS, (*HAND, "deal", "E"), "as", "VALUE-NOTATION", "/hands/1/deal/E"),
    (TRICKS, (*HAND, "deal", "E"), "As\n", "VALUE-NOTATION", "/hands/1/deal/E"),
    (TRICKS, (*HAND, "bids", 0), "E ??", "VALUE-NOTATION", "/hands/1/bids/0"),
    (TRICKS, (*HAND, "bids", 0), "E 2s=x", "VALUE-NOTATION", "/hands/1/bids/0"),
    (TRICKS, (*HAND, "kitty", 0, "bury"), "3d 4d", "VALUE-NOTATION", "/hands/1/kitty/0/bury"),
    (TRICKS, (*HAND, "kitty", 2, "show"), "2c2c", "KITTY-PASS", "/hands/1/kitty/2"),
    (TRICKS, (*HAND, "tricks", 0), "E", "VALUE-NOTATION", "/hands/1/tricks/0"),
    (TRICKS, (*HAND, "tricks", 0), "E As 55", "VALUE-SUIT", "/hands/1/tricks/0"),
    (TRICKS, (*HAND, "tricks", 0), "E As As As As As", "VALUE-NOTATION", "/hands/1/tricks/0"),
    (TRICKS, (*HAND, "tricks", 0), "E As=A", "VALUE-NOTATION", "/hands/1/tricks/0"),
    (TRICKS, (*HAND, "tricks", 0), "E As\u0660", "VALUE-NOTATION", "/hands/1/tricks/0"),
    (TRICKS, (*HAND, "tricks", 0), None, "VALUE-TYPE", "/hands/1/tricks/0"),
    (TRICKS, (*HAND, "tricks"), ["E As"] * 201, "VALUE-LENGTH", "/hands/1/tricks"),
    (TRICKS, (*HAND, "tricks"), ["E As"] * 2, "SECONDS-ROWS", "/hands/1/seconds"),
    (GUANDAN, (*HAND, "tricks", 0), "E AsAs>As", "VALUE-NOTATION", "/hands/1/tricks/0"),
    (DAGUAI, (*HAND, "tricks", 0), "E As", "VALUE-NOTATION", "/hands/1/tricks/0"),
    (GUANDAN, (*HAND, "tribute", 0), "S>E", "VALUE-NOTATION", "/hands/1/tribute/0"),
    (GUANDAN, (*HAND, "claims", "finish"), "135", "VALUE-NOTATION", "/hands/1/claims/finish"),
    (TRICKS, (*HAND, "seconds", 0, 1), -0.5, "VALUE-RANGE", "/hands/1/seconds/0/1"),
    (TRICKS, (*HAND, "seconds", 0, 1), 86_401, "VALUE-RANGE", "/hands/1/seconds/0/1"),
    (TRICKS, (*HAND, "seconds", 0, 1), "3", "VALUE-TYPE", "/hands/1/seconds/0/1"),
    (TRICKS, (*HAND, "seconds", 0), [1, 2, 3, 4, 5], "VALUE-LENGTH", "/hands/1/seconds/0"),
    (TRICKS, (*HAND, "incidents", 0, "kind"), "sleeping", "VALUE-CHOICE", "/hands/1/incidents/0/kind"),
    (TRICKS, (*HAND, "incidents", 0, "at"), "7", "VALUE-NOTATION", "/hands/1/incidents/0/at"),
    (TRICKS, (*HAND, "incidents", 0, "at"), "0.1", "VALUE-NOTATION", "/hands/1/incidents/0/at"),
    (TRICKS, ("event", "started"), "2026-05-01T14:00:00", "VALUE-NOTATION", "/event/started"),
    (TRICKS, ("event", "started"), "2026-02-30T14:00:00Z", "VALUE-NOTATION", "/event/started"),
    (TRICKS, ("event", "name"), "a\u0000b", "VALUE-NOTATION", "/event/name"),
    (TRICKS, ("event", "round"), -1, "VALUE-RANGE", "/event/round"),
    (TRICKS, ("options", "no_such"), 1, "OPTION-INVALID", "/options/no_such"),
    (TRICKS, ("options", "pass_level"), "ZZ", "OPTION-INVALID", "/options/pass_level"),
    (TRICKS, ("options", "pass_level"), None, "VALUE-TYPE", "/options/pass_level"),
    (TRICKS, ("options", "pass level"), "T", "VALUE-NOTATION", "/options/pass level"),
    (TRICKS, ("options", "D-SJ-01"), "T", "OPTION-TWICE", "/options/D-SJ-01"),
    (TRICKS, ("rulings", 1, "effect"), {"fault": {"kind": "revoke"}}, "RULING-FAULT", "/rulings/1"),
    (TRICKS, ("rulings", 0, "hand"), 2, "RULING-HAND", "/rulings/0/hand"),
    (TRICKS, ("rulings", 1, "id"), "r1", "RULING-TWICE", "/rulings/1/id"),
    (TRICKS, ("rulings", 1, "state"), "done", "VALUE-CHOICE", "/rulings/1/state"),
    (TRICKS, ("rulings", 0, "effect", "points", "NS"), 1.5, "VALUE-TYPE", "/rulings/0/effect/points/NS"),
    (TRICKS, ("extra",), [], "VALUE-TYPE", "/extra"),
    (TRICKS, ("extra", "many"), list(range(10_000)), "EXTRA-SIZE", "/extra"),
    (TRICKS, ("extra", "long"), "x" * 1_000_001, "EXTRA-SIZE", "/extra"),
    (TRICKS, ("extra", "big"), 2**63, "JSON-NUMBER", "/extra/big"),
]


@in_one
@pytest.mark.parametrize(("document", "path", "value", "code", "pointer"), WRONG)
def test_each_fault_is_named_with_its_place(
    document: dict[str, Any], path: Path, value: object, code: str, pointer: str
) -> None:
    rejection = rejected(encode(changed(document, path, value)))
    assert (rejection.code, rejection.pointer) == (code, pointer)
    assert len(rejection.errors) == 1
    assert all(rejection.message)


def nested(depth: int) -> bytes:
    return encode(TRICKS).replace(b'"source"', b'"deep": ' + b"[" * depth + b"]" * depth + b', "source"')


BYTES: list[tuple[bytes, str, str | None]] = [
    (b"", "JSON-EMPTY", None),
    (b" \r\n", "JSON-EMPTY", None),
    (b"\xef\xbb\xbf" + encode(TRICKS), "JSON-ENCODING", None),
    (b'{"id": "\xff"}', "JSON-ENCODING", None),
    (b'{"id": "\xed\xa0\x80"}', "JSON-ENCODING", None),
    (json.dumps(TRICKS).encode("utf-16"), "JSON-ENCODING", None),
    (b'{"id": 1,}', "JSON-SYNTAX", None),
    (b"{'id': 1}", "JSON-SYNTAX", None),
    (encode(TRICKS) + b"x", "JSON-SYNTAX", None),
    (encode(TRICKS)[:-1], "JSON-SYNTAX", None),
    (encode(TRICKS).replace(b"-5", b"-05"), "JSON-SYNTAX", None),
    (encode(TRICKS).replace(b"cup26/", b"cup\t26/"), "JSON-SYNTAX", None),
    (b"[1]", "RECORD-OBJECT", ""),
    (b'"paipu/1"', "RECORD-OBJECT", ""),
    (b"null", "RECORD-OBJECT", ""),
    (b"{}", "RECORD-FORMAT", "/format"),
    (b'{"format": "paipu/1"}', "SHEET-UNKNOWN", "/sheet"),
    (encode(TRICKS).replace(b"-5", b"NaN"), "JSON-NUMBER", "/hands/0/claims/attackers"),
    (encode(TRICKS).replace(b"-5", b"-Infinity"), "JSON-NUMBER", "/hands/0/claims/attackers"),
    (encode(TRICKS).replace(b"-5", b"9" * 5000), "JSON-NUMBER", "/hands/0/claims/attackers"),
    (encode(TRICKS).replace(b"[3, 5", b"[1e999, 5"), "JSON-NUMBER", "/hands/1/seconds/0/0"),
    (encode(TRICKS).replace(b"[1, 2.5", b"[1, -1e999"), "JSON-NUMBER", "/extra/source/rows/1"),
    (encode(TRICKS).replace(b"[1, 2.5", b"[1, NaN"), "JSON-NUMBER", "/extra/source/rows/1"),
    (encode(TRICKS).replace(b"a.xml", b"\\ud83d"), "JSON-SURROGATE", "/extra/source/file"),
    (encode(TRICKS).replace(b'"source"', b'"\\udc00"'), "JSON-SURROGATE", "/extra/\\udc00"),
    (encode(TRICKS).replace(b"cup26/", b"\\ud800/"), "JSON-SURROGATE", "/id"),
    (nested(MAX_DEPTH - 1), "JSON-DEPTH", "/extra/deep" + "/0" * (MAX_DEPTH - 2)),
    (nested(150), "JSON-DEPTH", "/extra/deep" + "/0" * (MAX_DEPTH - 2)),
    (nested(250), "JSON-DEPTH", "/extra/deep" + "/0" * (MAX_DEPTH - 2)),
    (b"[" * 1_000_000, "JSON-DEPTH", None),
    (b'{"a":' * 1_000_000, "JSON-DEPTH", None),
    (b"[" + b"1," * MAX_VALUES + b"1,1]", "RECORD-VALUES", None),
    (b"x" * (MAX_RECORD + 1), "RECORD-SIZE", None),
    (
        b'{"format":"paipu/1","id":"x","sheet":"shengji","hands":[' + b"1," * 30_000 + b"1]}",
        "RECORD-PROBLEMS",
        "",
    ),
]


@in_one
@pytest.mark.parametrize(("raw", "code", "pointer"), BYTES, ids=[f"{n}-{case[1]}" for n, case in enumerate(BYTES)])
def test_bytes_that_are_no_record_are_refused(raw: bytes, code: str, pointer: str | None) -> None:
    rejection = rejected(raw)
    assert (rejection.code, rejection.pointer) == (code, pointer)
    json.dumps([rejection.message, rejection.found, rejection.pointer], ensure_ascii=False).encode()


def test_nesting_up_to_the_bound_is_fine() -> None:
    assert isinstance(parse(nested(MAX_DEPTH - 2), Place()), Parsed)


def test_every_reason_has_a_case() -> None:
    cases = {case[3] for case in WRONG} | {case[1] for case in BYTES} | {"JSON-DUPLICATE-KEY"}
    tests = pathlib.Path(__file__).parents[1]
    others = "".join(each.read_text(encoding="utf-8") for each in tests.rglob("*.py") if each != pathlib.Path(__file__))
    named = {code for code in REASONS if re.search(rf'["\s]{code}["\s]', others)}
    assert cases <= {*REASONS}
    assert {*REASONS} - cases - named == set()


def test_a_rejection_carries_every_problem() -> None:
    document = changed(TRICKS, ("id",), 5)
    document = changed(document, (*HAND, "tricks", 1), "E As Kx Qs")
    document = changed(document, (*HAND, "trupm"), "s")
    rejection = rejected(encode(without(document, ("rulings", 1, "state"))))
    assert [(problem.code, problem.pointer) for problem in rejection.errors] == [
        ("VALUE-TYPE", "/id"),
        ("KEY-MISSING", "/rulings/1/state"),
        ("VALUE-NOTATION", "/hands/1/tricks/1"),
        ("KEY-UNKNOWN", "/hands/1/trupm"),
    ]
    first, _, trick, _ = rejection.errors
    mirrored = (rejection.code, rejection.pointer, rejection.found, rejection.expected, rejection.message)
    assert mirrored == (first.code, first.pointer, "5", "string", first.message)
    assert (trick.found, trick.expected) == ('"Kx" ("E As Kx Qs")', "E AsAs 3s4s KsKs 5s5s")
    assert trick.message == ("不是一墩牌的写法", "is not written as a trick")


def test_problems_that_types_cannot_say_are_all_listed_too() -> None:
    document = changed(TRICKS, ("rulings", 1, "id"), "r1")
    document = changed(document, ("rulings", 0, "hand"), 9)
    document = changed(document, ("hands", 0, "no"), 8)
    codes = [problem.code for problem in rejected(encode(document)).errors]
    assert codes == ["HAND-ORDER", "RULING-HAND", "RULING-TWICE"]


def test_a_rejection_says_which_bytes_it_is_of() -> None:
    assert rejected(b"{}").sha256 == sha256(b"{}").hexdigest()


def test_hostile_names_are_only_text() -> None:
    name = "<img src=x onerror=alert(1)> ' OR 1=1 -- {zh} %s 右\u202e左"
    record = parsed(changed(TRICKS, ("seats", "E", "name"), name)).record
    assert record.seats["E"].name == name
    rejection = rejected(encode(changed(TRICKS, ("{zh}%s{0}",), name)))
    assert rejection.message.en.startswith("the format has no key “{zh}%s{0}” here")


@pytest.mark.parametrize(("low", "high"), [(0, 86_400), (0.0, 86_400.0)])
def test_seconds_at_their_bounds_are_taken(low: float, high: float) -> None:
    hand = parsed(changed(TRICKS, (*HAND, "seconds"), [[low, high]])).record.hands[1]
    assert hand.seconds == ((0.0, 86_400.0),)


def test_the_limit_on_digits_of_integers_may_be_off() -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        assert rejected(encode(TRICKS).replace(b"-5", b"9" * 5000)).code == "JSON-NUMBER"
    finally:
        sys.set_int_max_str_digits(limit)


def test_a_rejection_is_a_value() -> None:
    assert rejected(b"{}") == rejected(b"{}")
    assert isinstance(rejected(b"{}"), Rejection)


@pytest.mark.parametrize(("name", "value"), [("no_such", 1), ("pass_level", "ZZ")])
def test_what_is_wrong_with_an_option_is_said_in_each_language(name: str, value: object) -> None:
    zh, en = rejected(encode(changed(TRICKS, ("options", name), value))).message
    assert "has no option" not in zh
    assert "takes" not in zh
    assert name in zh
    assert name in en
    assert en.isascii()


@pytest.mark.parametrize(
    ("sheet", "hand", "seen", "unseen"),
    [
        ("guandan-1", {"deal": {"E": "As {} Kd"}, "tricks": ["E As - - -"]}, "7?", "??"),
        ("shengji", {"dealer": "E", "trump": "s", "kitty": [{"seat": "E", "bury": "3d4d5d6d7d8d9d{}"}]}, "?h", "??"),
    ],
)
def test_a_card_seen_in_part_is_kept_and_is_one_that_nobody_saw_to_the_engine(
    sheet: str, hand: dict[str, Any], seen: str, unseen: str
) -> None:
    def parsed(card: str) -> Parsed:
        text = json.dumps({"format": "paipu/1", "id": "x", "sheet": sheet, "hands": [{"no": 1, "level": "2", **hand}]})
        found = parse(text.replace("{}", card, 1).encode(), Place())
        assert isinstance(found, Parsed)
        return found

    one, other = parsed(seen), parsed(unseen)
    assert seen in json.dumps(one.document)
    assert one.record.hands == other.record.hands
    refused = parse(
        json.dumps({"format": "paipu/1", "id": "x", "sheet": sheet, "hands": [{"no": 1, "deal": {"E": "7"}}]}).encode(), Place()
    )
    assert isinstance(refused, Rejection)
