"""Deep links: what they may say, and that nothing else is taken for something."""

from urllib.parse import parse_qs, urlsplit

import pytest

from paipu.dashboard.links import Place, WrongLink, ply_template, query_of, read_place, replay_link
from tests.many import in_one


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ({}, Place()),
        ({"match": ["m"]}, Place("m")),
        ({"match": ["m"], "hand": ["12"]}, Place("m", 12)),
        ({"match": ["m"], "hand": ["1"], "ply": ["0"]}, Place("m", 1, 0)),
        ({"match": ["m"], "hand": ["1"], "ply": ["0"], "seat": ["E"]}, Place("m", 1, 0, "E")),
        ({"match": ["a/b c&d=e"], "hand": ["1"], "ply": ["100"], "lang": ["zh"]}, Place("a/b c&d=e", 1, 100)),
        ({"embed": ["true"], "match": [""]}, Place("")),
    ],
)
def test_a_place_is_read(query: dict[str, list[str]], place: Place) -> None:
    assert read_place(query) == place


@in_one
@pytest.mark.parametrize("value", ["", "-1", "+1", "1.0", "1e3", " 1", "1 ", "01", "٣", "１", "abc", "9" * 20, "1\n", "0x1"])
@pytest.mark.parametrize("name", ["hand", "ply"])
def test_what_is_no_number_is_no_place(name: str, value: str) -> None:
    query = {"match": ["m"], "hand": ["1"], "ply": ["1"], name: [value]}
    wrong = read_place(query)
    assert isinstance(wrong, WrongLink)
    assert wrong.key == "replay.wrong.number"
    assert wrong.params["value"] == value


def test_hands_count_from_one() -> None:
    wrong = read_place({"match": ["m"], "hand": ["0"]})
    assert isinstance(wrong, WrongLink)
    assert wrong.params["least"] == 1


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ({"hand": ["1"]}, "replay.wrong.order"),
        ({"match": ["m"], "ply": ["1"]}, "replay.wrong.order"),
        ({"match": ["m", "n"]}, "app.twice"),
        ({"match": ["m"], "hand": ["1", "2"]}, "app.twice"),
        ({"match": ["m"], "hand": ["1"], "ply": ["1", "1"]}, "app.twice"),
    ],
)
def test_a_link_that_leaves_open_what_it_builds_on_is_wrong(query: dict[str, list[str]], key: str) -> None:
    wrong = read_place(query)
    assert isinstance(wrong, WrongLink)
    assert wrong.key == key


@pytest.mark.parametrize("seat", [None, "E"])
@pytest.mark.parametrize("match", ["m", "spring26/r1/t02", "<b>&?#%=+ ;{ply}{seat}", "场次 1", "PLY"])
def test_a_link_leads_back_to_its_place(match: str, seat: str | None) -> None:
    place = Place(match, 3, 26, seat)
    address = replay_link(place, "en")
    assert read_place(parse_qs(urlsplit(address).query)) == place
    filled = ply_template(match, 3, "en").replace("{ply}", "26").replace("{seat}", f"&seat={seat}" if seat else "")
    assert address == f"replay?{filled}"
    assert list(query_of(place, "en")) == ["match", "hand", "ply", *(["seat"] if seat else []), "lang"]
