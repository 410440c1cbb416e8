"""Players are found by any part of name, id and team, and by how the name is spelt."""

from pathlib import Path

from paipu.analytics.people import People, spelt
from tests.analytics.even import loaded
from tests.made import sample


def test_people_are_found_by_parts_of_what_they_are_called(tmp_path: Path) -> None:
    [document] = sample(5, 1, hands=1)
    seats = document["seats"]
    seats["E"] = {"id": "x9", "name": "吕重庆 Wang", "team": "青松队"}
    seats["N"] = {"id": "y1"}
    people = People(loaded(tmp_path / "w", [document]))
    for word in ("重庆", "wang", "x9", "青松", "lzqw", "lcqw", "lvchongqing"):
        fits = people.fits("x9", word)
        assert fits == (word != "lzqw"), word  # 重庆 is Chongqing
        assert not people.fits("y1", word)
    assert people.named("x9") == ["x9"]
    assert people.named("吕重庆 WANG") == ["x9"]
    assert people.named("吕重") == []
    assert "x9" in people.near("x8")


def test_a_name_is_spelt() -> None:
    assert spelt("沈子墨") == ("shenzimo", "szm")
    assert spelt("") == ("", "")
