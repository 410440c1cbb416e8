"""Nothing is proposed that no table has: for each sheet, each kind of incident and each form and clause of what is proposed."""

from collections.abc import Iterator
from typing import Final

from replay.record import Incident
from replay.ruling import Matter, propose_for
from replay.sheets import SHEETS
from replay.words import INCIDENTS
from tests.rules.test_second_reader_rulings import SHEETS_READ
from tests.ruling import test_cases, test_situations, test_tariffs
from tests.ruling.test_tariffs import BEFORE, GRAVE, NOW, hand_of, seats

Told = tuple[str, str, str, str]
"""Sheet, kind, form and clause."""
BY_NAME: Final[frozenset[Told]] = frozenset(
    {
        *(("chaodipi", kind, "loss", "CDP-7.4") for kind in GRAVE),
        ("shuangkou", "failed_throw", "points", "SK-5.2.2"),
        ("shuangkou", "failed_throw", "printed", "SK-5.2.2"),
        *(("guandan-js2023", kind, "stop", "JS-7.2") for kind in ("draw_kept", "out_of_turn", "wrong_play")),
        *(("guandan-js2023", "late", "printed", f"JS-7.{step}.1") for step in (1, 3, 4)),
        *(
            ("guandan-js2023", kind, "printed", "JS-8.1")
            for kind in ("count_asked", "manner", "out_of_turn", "timeout", "word_out_of_turn", "wrong_play")
        ),
        ("guandan-js2023", "delay", "printed", "JS-7.6.2"),
        ("guandan-js2023", "left_seat", "printed", "JS-7.6.3"),
        ("guandan-js2023", "misconduct", "printed", "JS-7.5"),
    }
)
"""What tests outside the tables are about."""


def in_tables() -> Iterator[Told]:
    """What the tables have."""
    yield from BY_NAME
    for sheet, _, case in test_tariffs.TRICKS:
        yield sheet, case.kind, case.form, case.clause
    for *_, clause in test_tariffs.SJ_LEVELS.values():
        yield from (("shengji", kind, "printed", clause) for kind in ("hand_count", "kitty_count", "overdraw", "revoke"))
    yield from (("shuangkou", kind, "printed", "SK-5.1.2") for kind in ("hand_count", "kitty_count", "overdraw"))
    yield from (("shuangkou", kind, "printed", "SK-5.3") for kind in ("concealed", "revoke"))
    yield from (("guandan-js2023", kind, "printed", clause) for kind, _, clause, _ in test_tariffs.JS.values())
    yield from (("guandan-js2023", kind, "printed", clause) for kind, _, clause in test_tariffs.JS_OPEN.values())
    yield from ((sheet, kind, form, clause) for sheet, kind, clause, form in test_tariffs.OTHERS)
    for sheet, rows in test_situations.SITUATIONS.items():
        for row in rows:
            kind = row.faults.split("; ")[-1].split()[0]
            yield from ((sheet, kind, *offer.split()) for offer in filter(None, row.offers.split(", ")))  # type: ignore[misc] # two words
    for sheet, cases in SHEETS_READ.items():
        for read in cases:
            fault = read["faults"][-1]
            yield sheet, fault["kind"], fault.get("form", "printed"), read["expect"].get("clause", "")
    for sheet, _, faults, expect in test_cases.CASES.values():
        yield sheet, faults[-1]["kind"], faults[-1].get("form", "printed"), expect.get("clause", "")


def proposed(sheet: str) -> Iterator[Told]:
    """What is proposed for any kind of incident that the sheet knows, before the first trick and in play."""
    record, rules = hand_of(sheet), SHEETS[sheet]
    for kind in INCIDENTS:
        if rules.knows(kind) or any(kind in power.kinds for power in rules.discretion):
            for seat in seats(record) if rules.family == "tricks" else seats(record)[:1]:
                for at, noticed in ((test_tariffs.play_of(record, seat), NOW), (BEFORE, BEFORE)):
                    found = propose_for(record, Matter(1, Incident(kind=kind, seat=seat, at=at)), noticed=noticed)
                    yield from ((sheet, kind, each.form, each.clause or "") for each in found)


def test_every_kind_and_tier_that_is_proposed_is_tested() -> None:
    own = [key for key, sheet in SHEETS.items() if sheet.clauses == key]
    assert {each for sheet in own for each in proposed(sheet)} - set(in_tables()) == set()
