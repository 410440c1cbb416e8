"""What a match claims, written as a score sheet and read again, is what it was; an empty sheet filled in is a match."""

from itertools import product

import pytest

from paipu.ingest.scoresheet.writing import Cell, Sheet, rows_of, sheet, template, to_csv, to_workbook
from paipu.replay.audit import audit
from paipu.replay.findings import Kind
from tests.ingest.scoresheet.tables import SHEET_KEYS, claims_alone, matches, parsed, reading, record, written
from tests.many import every


def claimed(document: object) -> object:
    """Without what is the reader's own: the id, the names, the places."""
    assert isinstance(document, dict)
    return claims_alone(document)


EACH_WAY = pytest.mark.parametrize(("rules", "form", "lang"), every(3, product(SHEET_KEYS, ["csv", "xlsx"], ["zh", "en"])))


@EACH_WAY
def test_claims_come_back_as_they_were(rules: str, form: str, lang: str) -> None:
    made = matches(rules)
    found = reading(written(made, form, lang), f"group.{form}")
    assert [claimed(each) for each in found.documents] == [claims_alone(each) for each in made]
    assert not found.rejections
    assert not found.notes
    assert found.tally.taken == sum(len(each["hands"]) for each in made)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_hand_that_breaks_a_tie_comes_back_as_one(lang: str) -> None:
    """Its first place is all that there is of it."""
    hands = [{"no": no, "claims": {"finish": order}} for no, order in enumerate(("ENWS", "NESW"), start=1)]
    last = {"no": 3, "tie_break": True, "claims": {"finish": "W"}}
    claims = {"winner": "EW", "points": {"EW": 2, "NS": 0}, "score": {"EW": 13, "NS": 13}, "reason": "hands"}
    made = {**matches("guandan-js2023")[0], "hands": [*hands, last], "claims": claims}
    (found,) = reading(written([made], "csv", lang), "tie.csv").documents
    assert (found["hands"][-1], found["claims"]) == (last, claims)
    result = audit(record(found))
    assert not [finding for finding in result.findings if finding.kind is Kind.FAIL]
    assert (result.match.winner, result.match.points) == ("EW", {"EW": 2, "NS": 0})


@pytest.mark.parametrize("rules", SHEET_KEYS)
def test_a_score_sheet_and_the_record_without_its_plays_are_judged_alike(rules: str) -> None:
    made = matches(rules)
    for document, converted in zip(made, reading(written(made, "csv"), "group.csv").documents, strict=True):
        bare = {**claims_alone(document), "format": "paipu/1", "id": document["id"]}
        one, other = audit(record(bare)), audit(record(converted))
        assert [(each.code, each.where.pointer) for each in one.findings] == [
            (each.code, each.where.pointer) for each in other.findings
        ]
        assert (one.hands, one.match) == (other.hands, other.match)


@EACH_WAY
def test_an_empty_sheet_is_filled_in_converted_and_audited(rules: str, form: str, lang: str) -> None:
    empty = template(rules, "en" if lang == "en" else "zh")
    raw = to_csv(empty) if form == "csv" else to_workbook([empty], 50)
    found = reading(raw, f"empty.{form}")
    assert not found.documents
    assert found.tally.skipped["example"] == len(empty.rows) > 0

    filled = sheet(rules, [row for document in matches(rules) for row in rows_of(document)], empty.lang)
    both = empty._replace(rows=[*empty.rows, *_under(empty, filled)])
    raw = to_csv(both) if form == "csv" else to_workbook([both])
    found = reading(raw, f"filled.{form}")
    assert len(found.documents) == len(matches(rules))
    for document in found.documents:
        assert all(finding.kind is not Kind.FAIL for finding in audit(record(document)).findings)


def _under(empty: Sheet, filled: Sheet) -> list[list[Cell]]:
    """Rows put under the headers of an empty sheet, which may lack columns that only some events need."""
    at = {column.path: index for index, column in enumerate(filled.columns)}
    return [[row[at[column.path]] if column.path in at else None for column in empty.columns] for row in filled.rows]


@pytest.mark.parametrize("rules", SHEET_KEYS)
def test_the_example_of_an_empty_sheet_is_right_in_every_claim(rules: str) -> None:
    empty = template(rules)
    at = [column.path for column in empty.columns].index("/event/id")
    named = empty._replace(rows=[[*row[:at], "杯赛", *row[at + 1 :]] for row in empty.rows])
    (document,) = reading(to_csv(named), "example.csv").documents
    verdict = audit(record(document))
    assert all(finding.kind is Kind.OPEN for finding in verdict.findings)
    assert parsed(document).extra["scoresheet"]["date"] == "2026-05-01"


def test_headers_may_stand_in_any_order_and_in_either_language() -> None:
    made = matches("guandan-1", 1)
    plain = reading(written(made, "csv"), "group.csv").documents
    table = sheet("guandan-1", list(rows_of(made[0])), "zh")
    order = [at for at, _ in sorted(enumerate(table.headers), key=lambda each: each[1])]
    english = sheet("guandan-1", list(rows_of(made[0])), "en").headers
    headers = [english[at] if at % 2 else table.headers[at] for at in order]
    mixed = table._replace(columns=[table.columns[at] for at in order], rows=[[row[at] for at in order] for row in table.rows])
    raw = to_csv(mixed).decode("utf-8-sig").split("\r\n", 1)[1]
    found = reading((",".join(headers) + "\r\n" + raw).encode(), "group.csv").documents
    assert [claimed(each) for each in found] == [claimed(each) for each in plain]
