"""Records of the trick games around one situation: a first trick, a call, a score sheet, the faultless hand with a change.

They take the `sheet` first, for the situations that several sheets have; the tests of one sheet take them with it filled in.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from paipu.replay.record import Event, GameRecord, HandClaims, Incident, KittyAction, MatchClaims, Player
from tests.oracle.cards import next_seat
from tests.rules import build
from tests.rules.build import KITTY_15, Table, score_sheet

SJ: Final = "shengji"
CDP: Final = "chaodipi"
SK: Final = "shuangkou"
TURN: Final = {"2": (1, "E"), "3": (2, "N"), "4": (3, "W"), "5": (4, "S"), "6": (6, "N"), "7": (7, "W"), "8": (8, "S")}
"""Of 双扣, the first hand of each level, and its banker (SK-1b)."""
TWOS: Final = {"EW": "2", "NS": "2"}
UNSEEN: Final = "??" * 8
"""A burial that nobody wrote down."""
NO_CLUBS: Final = dict.fromkeys("NWS", "c")
NO_HEARTS: Final = dict.fromkeys("NWS", "h")
"""The others have only the cards of the suit that are named."""
AH_WINS: Final = {"E": "Ah", "N": "3h", "W": "4h", "S": "6h"}


def banker_at(sheet: str, level: str) -> str:
    """E, where the sheet does not say whose turn it is."""
    return TURN[level][1] if sheet == SK else "E"


# ---------------------------------------------------------------------------------------- whole hands


def laid(
    sheet: str,
    holds: Mapping[str, str] | None = None,
    only: Mapping[str, str] | None = None,
    *,
    level: str = "2",
    dealer: str | None = None,
    **terms: Any,
) -> Table:
    """A table of the sheet at a level, under the banker whose turn it is."""
    return build.table(holds, only, level=level, dealer=dealer or banker_at(sheet, level), sheet=sheet, **terms)


def recorded(
    sheet: str,
    board: Table,
    *,
    options: Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
    **changes: Any,
) -> GameRecord:
    """A match of the one hand, the first, or of 双扣 the one whose level it is; `start` is what the record begins with."""
    number = TURN[board.level][0] if sheet == SK and board.level in TURN else 1
    hand = board.hand(**{"no": number} | changes)
    return build.match(hand, options=options, sheet=sheet, **(start or {}))


def begun(sheet: str, board: Table) -> dict[str, Any]:
    """A record that begins with both sides at the board's level and its banker in office; of 双扣 the number tells both."""
    levels = {"EW": board.level, "NS": board.level}
    return {} if sheet == SK else {"levels": levels, "dealer": board.dealer}


@cache
def clean(sheet: str) -> Table:
    """A faultless first hand, all cards played, the last trick the bank's: E is banker, level 2, spades."""
    played = (laid(sheet, kitty=KITTY_15, seed=seed).finish() for seed in range(100))
    return next(board for board in played if board.winners[-1] in "EW")


def claimed(sheet: str, **claims: Any) -> GameRecord:
    """The faultless hand with these claims."""
    return recorded(sheet, clean(sheet), claims=HandClaims(**claims))


def noticed(sheet: str, *incidents: Incident, **claims: Any) -> GameRecord:
    """The faultless hand with incidents written down, and claims."""
    return recorded(sheet, clean(sheet), incidents=incidents, claims=HandClaims(**claims) if claims else None)


def seated(sheet: str, **teams: str | None) -> GameRecord:
    """The faultless hand with players of these teams."""
    players = {seat: Player(id=f"p{seat}", team=team) for seat, team in teams.items()}
    return build.match(clean(sheet).hand(), seats=players, sheet=sheet)


def changed_deal(sheet: str, **parts: str) -> GameRecord:
    """The faultless deal, nothing played, with some parts replaced."""
    board = clean(sheet)
    deal = {part: " ".join(cards) for part, cards in board.deal.items()}
    return recorded(sheet, board, deal=deal | parts, tricks=None)


def third_copy(sheet: str) -> GameRecord:
    """The faultless deal, whose kitty holds one 8c; whoever has the other gets a second in place of another card."""
    deal = clean(sheet).deal
    holder = next(seat for seat in "ENWS" if "8c" in deal[seat])
    other = "W" if holder != "W" else "N"
    return changed_deal(sheet, **{other: " ".join(["8c", *deal[other][1:]])})


def without_deal(sheet: str, *tricks: str) -> GameRecord:
    """Some tricks, and nothing else."""
    return recorded(sheet, laid(sheet), deal=None, kitty=None, tricks=tricks)


# ---------------------------------------------------------------------------------------- the kitty


def buried(sheet: str, board: Table, seat: str, *cards: str) -> GameRecord:
    """The deal of a table with this burial, nothing played."""
    return recorded(sheet, board, kitty=(KittyAction(seat=seat, bury="".join(cards)),), tricks=None)


def kitty_actions(sheet: str, *further: KittyAction) -> GameRecord:
    """The faultless hand with more done to the kitty after E's burial."""
    return recorded(sheet, clean(sheet), kitty=(KittyAction(seat="E", bury="".join(clean(sheet).bury)), *further))


def bid_hand(
    sheet: str,
    *bids: str,
    trump: str,
    level: str = "2",
    dealer: str | None = None,
    bank: str | None = None,
    levels: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    shown: Mapping[str, str] | None = None,
    **facts: Any,
) -> GameRecord:
    """A whole hand with these bids, everybody dealt what he shows; `bank` is who was banker before it."""
    held: dict[str, str] = {}
    for bid in bids:
        seat, cards = bid.partition("=")[0].split()
        held[seat] = held.get(seat, "") + cards
    board = laid(sheet, held if shown is None else shown, trump=trump, level=level, dealer=dealer).finish()
    return recorded(sheet, board, options=options, start={"levels": levels, "dealer": bank}, bids=bids, **facts)


# ---------------------------------------------------------------------------------------- the first trick


def trick_1(
    sheet: str,
    holds: Mapping[str, str],
    only: Mapping[str, str],
    plays: Mapping[str, str],
    *,
    options: Mapping[str, Any] | None = None,
    claims: HandClaims | None = None,
    **terms: Any,
) -> GameRecord:
    """A whole hand whose first trick, led by the banker, has these plays; the rest is legal."""
    board = laid(sheet, holds, only, **terms).trick(plays).finish()
    return recorded(sheet, board, options=options, start=begun(sheet, board), claims=claims)


def clubs_follow(sheet: str, lead: str, hand: str, play: str, **terms: Any) -> GameRecord:
    """W has these clubs, and plays this under the banker's lead of clubs."""
    banker = banker_at(sheet, terms.get("level", "2"))
    return trick_1(sheet, {banker: lead, "W": hand}, {"W": "c"}, {banker: lead, "W": play}, **terms)


def trumps_follow(sheet: str, lead: str, hand: str, play: str, **terms: Any) -> GameRecord:
    """The banker's left has these trumps, and plays some of them under the lead of trumps."""
    banker = banker_at(sheet, terms.get("level", "2"))
    left = next_seat(banker)
    return trick_1(sheet, {banker: lead, left: hand}, {left: "T"}, {banker: lead, left: play}, **terms)


def throw(sheet: str, lead: str, hands: Mapping[str, str], only: Mapping[str, str] = NO_CLUBS, **terms: Any) -> GameRecord:
    """E leads this; the others have the clubs named and no more."""
    return trick_1(sheet, hands, only, {"E": lead}, **terms)


def won(
    sheet: str,
    plays: Mapping[str, str],
    winner: str,
    only: Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    **terms: Any,
) -> GameRecord:
    """A whole hand whose first trick has these plays, and whose score sheet says that `winner` took it."""
    board = laid(sheet, plays, only, **terms).trick(plays).finish()
    claims = HandClaims(winners=winner + board.winners[1:])
    return recorded(sheet, board, options=options, start=begun(sheet, board), claims=claims)


def ruffed(sheet: str, ruff: str, winner: str) -> GameRecord:
    """E leads 7c7c8c8c, W has no club and ruffs, and the score sheet names the winner."""
    return won(sheet, {"E": "7c7c8c8c", "W": ruff, "N": "3d4d6d7d", "S": "3d4d6d7d"}, winner, NO_CLUBS)


def three_plays(sheet: str, upto: int | None) -> GameRecord:
    """E wins the first trick with his lead; S's play to it is missing."""
    board = laid(sheet, AH_WINS).trick(AH_WINS).finish()
    return recorded(sheet, board, tricks=("E Ah 3h 4h", *board.tricks[1:])[:upto])


# ---------------------------------------------------------------------------------------- score sheets


def scored(sheet: str, points: int | None, levels: Mapping[str, str], dealer: str, **others: Any) -> GameRecord:
    """A match of one hand of which only the score is known; `levels_after` it and `match_claims` are what is claimed."""
    about = {name: others.pop(name) for name in ("event", "options", "rulings") if name in others}
    ended = others.pop("match_claims", None)
    if "levels_after" in others:
        others["levels"] = others.pop("levels_after")
    hand = score_sheet(points, dealer=dealer, **others)
    return build.match(hand, levels=levels, dealer=dealer, claims=ended, sheet=sheet, **about)


def timed(sheet: str, points: int | None, ew: str, ns: str, winner: str, **event: Any) -> GameRecord:
    """N banker; then time is called."""
    claims = MatchClaims(winner=winner, reason="time")
    about = {"event": Event(**event)} if event else {}
    return scored(sheet, points, {"EW": ew, "NS": ns}, "N", match_claims=claims, **about)


def second_level(sheet: str, level: str, points: int = 75, dealer: str = "S") -> GameRecord:
    """Levels EW=6 NS=2, N banker; then a second hand played at a level."""
    second = laid(sheet, level=level, dealer=dealer).finish().hand(no=2)
    return build.match(score_sheet(points, dealer="N"), second, levels={"EW": "6", "NS": "2"}, dealer="N", sheet=sheet)


def next_hand(sheet: str, points: int, dealer: str) -> GameRecord:
    """N was banker; then a second hand."""
    hands = score_sheet(points, dealer="N"), score_sheet(None, no=2, dealer=dealer)
    return build.match(*hands, levels=TWOS, dealer="N", sheet=sheet)
