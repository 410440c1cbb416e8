"""Collections: what is added is listed, exported, imported and printed; no file breaks them, and no note breaks out."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from paipu.analytics.collected import (
    FILE,
    MOST_PLACES,
    Collections,
    CollectionsError,
    KeptPlace,
    change,
    parsed,
    read,
    written,
)
from paipu.cli.support.errors import ExitCode
from tests.cli.conftest import Paipu
from tests.dashboard.matches import make_warehouse
from tests.made import sample

NOTE = '<img src=x onerror=alert(1)> "看这里"\n第二行'


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    documents = [*sample(5, 1, hands=2), *sample(5, 1, sheet="daguai", hands=2)]
    return make_warehouse(tmp_path_factory.mktemp("kept") / "w", documents)


def test_from_a_search_to_a_booklet_and_to_another_warehouse(paipu: Paipu, warehouse: Path, tmp_path: Path) -> None:
    of = ("--warehouse", warehouse)
    found = json.loads(paipu("find", "throw", *of, "-f", "json", "--into", "甩牌").stdout)
    [match] = {row["match"] for row in found}
    added = paipu("collection", "add", "甩牌", "--match", match, "--hand", 1, "--ply", 3, "--note", NOTE, *of)
    assert added.exit_code == ExitCode.CLEAN
    places = {(row["match"], row["hand"], row["ply"]) for row in found} | {(match, 1, 3)}
    rows = json.loads(paipu("collection", "list", "甩牌", *of, "-f", "json").stdout)
    assert {(row["match"], row["hand"], row["ply"]) for row in rows} == places
    assert [row["note"] for row in rows if row["note"]] == [NOTE]
    assert all("collection=%E7%94%A9%E7%89%8C" in row["link"] for row in rows)
    [whole] = json.loads(paipu("collection", "list", *of, "-f", "json").stdout)
    assert (whole["collection"], whole["kept"]) == ("甩牌", len(places))
    booklet = paipu("collection", "print", "甩牌", *of, "--lang", "both").stdout
    assert booklet.count('<section class="hand">') == len(places)
    assert booklet.count('class="seat now"') == len(places)
    assert "<img" not in booklet
    file = tmp_path / "kept.json"
    assert paipu("collection", "export", *of, "-o", file).exit_code == ExitCode.CLEAN
    other = tmp_path / "other" / "w"
    other.parent.mkdir()
    assert paipu("collection", "import", file, "--warehouse", other).exit_code == ExitCode.CLEAN
    assert read(other.parent / FILE) == read(warehouse.parent / FILE)
    assert paipu("collection", "remove", "甩牌", "--match", match, "--hand", 1, "--ply", 3, *of).exit_code == ExitCode.CLEAN
    assert paipu("collection", "remove", "甩牌", *of).exit_code == ExitCode.CLEAN
    assert read(warehouse.parent / FILE) == Collections()


def test_a_place_that_the_warehouse_lacks_is_said(paipu: Paipu, warehouse: Path) -> None:
    of = ("--warehouse", warehouse)
    for match, hand, ply in (("nowhere", 1, 0), ("demo/r01/t01", 99, 0), ("demo/r01/t01", 1, 9_999)):
        assert paipu("collection", "add", "无", "--match", match, "--hand", hand, "--ply", ply, *of).exit_code == ExitCode.CLEAN
    booklet = paipu("collection", "print", "无", *of, "--lang", "en").stdout
    assert booklet.count("The warehouse does not have") == 3
    refused = paipu("collection", "print", "没有", *of)
    assert refused.exit_code != ExitCode.CLEAN
    assert "Traceback" not in refused.stderr
    paipu("collection", "remove", "无", *of)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b'{"format": "paipu-collections/2"}',
        b'{"format": "paipu-collections/1", "more": 1}',
        b'{"format": "paipu-collections/1", "collections": [{"name": ""}]}',
        b'{"format": "paipu-collections/1", "collections": [{"name": "a\\u0000"}]}',
        b'{"format": "paipu-collections/1", "collections": [{"name": "a"}, {"name": "a"}]}',
        b'{"format": "paipu-collections/1", "collections": [{"name": "a", "places": [{"match": "m", "hand": "1"}]}]}',
        b'{"format": "paipu-collections/1", "collections": [{"name": "a", "places": [{"match": "m", "hand": 0}]}]}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_none_is_refused_at_its_place(paipu: Paipu, tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(CollectionsError):
        parsed(raw, "kept.json")
    (tmp_path / "kept.json").write_bytes(raw)
    told = paipu("collection", "import", tmp_path / "kept.json", "--warehouse", tmp_path / "w")
    assert told.exit_code != ExitCode.CLEAN
    assert "kept.json" in told.stderr
    assert not (tmp_path / FILE).exists()


def test_what_is_written_is_read() -> None:
    kept = Collections().added("一", [KeptPlace(match="m", hand=1, ply=2, note=NOTE), KeptPlace(match="m", hand=1, ply=2)])
    assert parsed(written(kept), "x") == kept
    assert kept.named("一").places == (KeptPlace(match="m", hand=1, ply=2, note=NOTE),)
    with pytest.raises(CollectionsError):
        kept.added("二", [KeptPlace(match="m", hand=at + 1) for at in range(MOST_PLACES + 1)])
    with pytest.raises(CollectionsError):
        kept.without("一", ("m", 1, 3))


def test_who_writes_at_once_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / FILE

    def add(hand: int) -> None:
        change(path, lambda before: before.added("一", [KeptPlace(match="m", hand=hand)]))

    with ThreadPoolExecutor(4) as beside:
        list(beside.map(add, range(1, 41)))
    assert sorted(place.hand for place in read(path).named("一").places) == [*range(1, 41)]


def test_places_are_moved_noted_and_taken_out_and_collections_renamed() -> None:
    places = [KeptPlace(match="m", hand=hand) for hand in (1, 2, 3)]
    kept = Collections().added("难", places).added("易", places[:1])

    def hands(of: Collections, name: str = "难") -> list[int]:
        return [place.hand for place in of.named(name).places]

    assert hands(kept.moved("难", ("m", 1, 0), 1)) == [2, 1, 3]
    assert hands(kept.moved("难", ("m", 3, 0), -2)) == [3, 1, 2]
    assert hands(kept.moved("难", ("m", 1, 0), -1)) == hands(kept.moved("难", ("m", 3, 0), 9)) == [1, 2, 3]
    assert kept.noted("难", ("m", 2, 0), "看").named("难").places[1] == KeptPlace(match="m", hand=2, note="看")
    assert kept.noted("难", ("m", 2, 0), "看").noted("难", ("m", 2, 0), "") == kept
    assert hands(kept.without("难", ("m", 2, 0))) == [1, 3]
    assert [each.name for each in kept.renamed("难", "很难").collections] == ["很难", "易"]
    assert kept.renamed("易", "易") == kept
    assert hands(kept.merged(Collections().added("易", places)), "易") == [1, 2, 3]
    wrong: tuple[Callable[[], Collections], ...] = (
        lambda: kept.renamed("难", "易"),
        lambda: kept.renamed("难", "x" * 81),
        lambda: kept.renamed("无", "x"),
        lambda: kept.moved("难", ("m", 9, 0), 1),
        lambda: kept.noted("难", ("m", 1, 0), "x" * 4001),
        lambda: kept.without("难", ("m", 1, 7)),
    )
    for each in wrong:
        with pytest.raises(CollectionsError):
            each()
