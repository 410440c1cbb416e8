"""What a player's decisions gave away by the review: on average, by kind of play, and which of them most."""

from typing import Final

from paipu.dashboard.links import Place, replay_link
from paipu.dashboard.markup import draw
from paipu.dashboard.scope import scope
from paipu.dashboard.session import query
from paipu.dashboard.table.review import sentence
from paipu.dashboard.text import t
from paipu.replay.text import Lang
from paipu.replay.words import hand_name

LOSSES: Final = "SELECT * FROM decisions_by_player WHERE player = $1 AND sheet = $2 ORDER BY act NULLS FIRST"
COSTLIEST: Final = """
SELECT match, hand, ply, seat, act, unit, cards, best, loss, error
FROM (FROM stored.decisions QUALIFY review = max(review) OVER (PARTITION BY record))
JOIN (SELECT record, match, sheet FROM stored.latest) USING (record)
JOIN (SELECT record, seat, player FROM stored.seats) USING (record, seat)
WHERE player = $1 AND sheet = $2 AND loss > 0
ORDER BY loss DESC, match, hand_index, ply
LIMIT 10
"""


def lost(player: str, sheet: str, lang: Lang) -> None:
    """Draw it; nothing where no match of the player was reviewed."""
    rows = query(LOSSES, (player, sheet)).to_dicts()
    if not rows:
        return
    draw(
        "players.html",
        lang,
        part="lost",
        rows=[{**row, "name": t(f"players.lost.{row['act'] or 'all'}", lang)} for row in rows],
        unit=t(f"review.unit.{rows[0]['unit']}", lang),
        costliest=[
            {
                **row,
                "link": replay_link(Place(row["match"], row["hand"], row["ply"]), lang, scope().query),
                "where": f"{row['match']} · {hand_name(row['hand'], lang)}",
                "said": sentence(row, lang),
            }
            for row in query(COSTLIEST, (player, sheet)).iter_rows(named=True)
        ],
    )
