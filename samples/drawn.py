"""The event file of a sample tournament: who met whom at which table, with the standings left to be worked out."""

from collections.abc import Iterable
from typing import Any, Final

from paipu.ingest.event import EVENT_FORMAT
from paipu.replay.sheets import SHEETS
from paipu.samples.document import Document

POINTS: Final = {"win": 2, "draw": 1, "loss": 0}


def event_of(matches: Iterable[Document]) -> Document:
    """The event that some matches are of: teams, rounds and tables as they were played, ranked by match points."""
    teams: dict[str, dict[str, str]] = {}
    rounds: dict[int, list[dict[str, Any]]] = {}
    stage, sheet, said = "", "", {}
    for match in matches:
        said, sheet = match["event"], match["sheet"]
        stage = said["stage"]
        sides = {side: match["seats"][side[0]]["team"] for side in SHEETS[sheet].sides}
        for seat, player in match["seats"].items():
            if player["team"] not in sides.values():
                raise ValueError(f"{seat} plays for neither side")
            teams.setdefault(player["team"], {})[player["id"]] = player["name"]
        rounds.setdefault(said["round"], []).append({"table": said["table"], "sides": sides})
    return {
        "format": EVENT_FORMAT,
        "id": said["id"],
        "name": said["name"],
        "sheet": sheet,
        "teams": [
            {"id": team, "players": [{"id": key, "name": name} for key, name in of.items()]} for team, of in teams.items()
        ],
        "stages": [
            {
                "id": stage,
                "form": "table",
                "at_time": "higher_level",
                "match_points": POINTS,
                "rank_by": ["match_points", "level_difference"],
                "rounds": [{"no": number, "tables": tables} for number, tables in rounds.items()],
            }
        ],
    }
