"""What makes the audit fast changes nothing: with the quick paths shut off, records sound and faulty give the same audit."""

import json
import random
from itertools import product
from typing import Any

import pytest

from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Place
from paipu.replay.audit import audit
from paipu.replay.climbing.play import ClimbMachine
from paipu.replay.climbing.tribute import TributeAudit
from paipu.replay.tricks.play import TrickMachine
from paipu.samples import make_match
from tests.bench.workload import make_lines, make_matches
from tests.many import every


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    lines = [*make_lines(4, 3), *make_lines(8, 3, pairs=True), *make_matches(1, 3)]
    others = [make_match(3, number, sheet=sheet, hands=3) for sheet in ("chaodipi", "shuangkou") for number in (1, 2, 3)]
    return [*map(json.loads, lines), *others]


def spoil(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The document with some plays of one hand exchanged, turned into pairs, cut or lengthened."""
    spoilt: dict[str, Any] = json.loads(json.dumps(document))
    hand = rng.choice(spoilt["hands"])
    for _ in range(rng.randint(1, 3)):
        number = rng.randrange(len(hand["tricks"]))
        seat, *plays = hand["tricks"][number].split(" ")
        at = rng.randrange(len(plays))
        other = rng.choice(hand["tricks"]).split(" ")
        kind = rng.choice(("exchange", "foreign", "pair", "cut", "leader"))
        if kind == "exchange":
            plays[at], plays[-1] = plays[-1], plays[at]
        elif kind == "foreign":
            plays[at] = rng.choice(other[1:])
        elif kind == "pair":
            plays = [play[:2] * 2 for play in plays]
        elif kind == "cut":
            plays[at] = plays[at][:2]
        else:
            seat = other[0]
        hand["tricks"][number] = " ".join([seat, *plays])
    return spoilt


@pytest.mark.parametrize("seed", every(3, range(3)))
def test_the_quick_paths_give_what_the_careful_way_gives(
    documents: list[dict[str, Any]], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    parsed = [parse(json.dumps(made).encode(), Place()) for d in documents for made in (d, spoil(d, rng), spoil(d, rng))]
    records = [each.record for each in parsed if isinstance(each, Parsed)]
    assert len(records) > len(parsed) / 2
    quick = [audit(record) for record in records]
    monkeypatch.setattr(TrickMachine, "run", careful_only)
    assert [audit(record) for record in records] == quick
    assert any(result.findings for result in quick)
    assert any(not result.findings for result in quick)


def careful_only(machine: TrickMachine, tricks: tuple[str, ...]) -> None:
    """Every trick the careful way."""
    for text in tricks:
        machine._careful(text)


@pytest.mark.parametrize("sheet", every(3, ["guandan-1", "guandan-3", "daguai"]))
def test_the_quick_path_of_climbing_gives_what_the_careful_way_gives(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(sheet)
    sound = [json.loads(line) for line in make_matches(3, 3, sheet)]
    made = [document for each in sound for document in (each, spoil(each, rng), spoil(each, rng))]
    parsed = [parse(json.dumps(document).encode(), Place()) for document in made]
    records = [each.record for each in parsed if isinstance(each, Parsed)]
    assert len(records) > len(parsed) / 2
    quick = [audit(record) for record in records]
    monkeypatch.setattr(ClimbMachine, "_quick", lambda _machine, first, _last: first)
    assert [audit(record) for record in records] == quick
    assert any(result.findings for result in quick)
    assert any(not result.findings for result in quick)


@pytest.mark.parametrize("sheet", every(3, ["guandan-1", "guandan-2", "guandan-js2023"]))
def test_a_tribute_judged_at_a_glance_is_judged_as_with_care(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(sheet)
    made = []
    for number in (1, 2):
        document = make_match(5, number, sheet=sheet, hands=4)
        made.append(document)
        for at, paid in [(at, hand["tribute"]) for at, hand in enumerate(document["hands"]) if hand.get("tribute")]:
            for card in ("2h", "Ts", "BJ", paid[-1][4:]):
                spoilt = json.loads(json.dumps(document))
                entry = rng.randrange(len(paid))
                spoilt["hands"][at]["tribute"][entry] = paid[entry][:4] + card
                made.append(spoilt)
    records = [each.record for document in made if isinstance(each := parse(json.dumps(document).encode(), Place()), Parsed)]
    quick = [audit(record) for record in records]
    monkeypatch.setattr(TributeAudit, "_quick", lambda _paying: None)
    assert [audit(record) for record in records] == quick
    assert any(result.findings for result in quick)
    assert any(not result.findings for result in quick)


@pytest.mark.parametrize(("sheet", "number"), every(6, product(["shengji", "chaodipi", "shuangkou"], (1, 2))))
def test_claims_that_agree_at_a_glance_agree_with_care(sheet: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"{sheet}/{number}")
    document = make_match(5, number, sheet=sheet, hands=5)
    made = [document]
    for at, claims in [(at, hand["claims"]) for at, hand in enumerate(document["hands"]) if hand.get("claims")]:
        for key, told in claims.items():
            spoilt = json.loads(json.dumps(document))
            spoilt["hands"][at]["claims"][key] = otherwise(told, rng)
            made.append(spoilt)
    cut = json.loads(json.dumps(document))
    cut["hands"][-1]["tricks"].pop()
    made.append(cut)
    records = [each.record for document in made if isinstance(each := parse(json.dumps(document).encode(), Place()), Parsed)]
    assert len(records) > len(made) / 2
    quick = [audit(record) for record in records]
    monkeypatch.setattr("paipu.replay.tricks.hand.agrees", lambda *_: False)
    assert [audit(record) for record in records] == quick
    assert any(result.findings for result in quick)


def otherwise(told: Any, rng: random.Random) -> Any:
    """A claim that says something else of the same kind, or nothing of one side."""
    if isinstance(told, dict):
        side = rng.choice([*told])
        return {key: otherwise(value, rng) if key == side else value for key, value in told.items()}
    if isinstance(told, int):
        return told + rng.choice((-10, 0, 5))
    return told[:-1] + rng.choice("ENWS") if set(told) <= set("ENWS") else rng.choice("25TA")
