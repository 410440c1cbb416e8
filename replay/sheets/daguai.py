"""大怪路子: the sheet `daguai` (DG), in the order of its printed clauses. Clause ids are those of `catalogue/daguai.toml`."""

from typing import Final

from paipu.replay.cards import BIG_JOKER, LITTLE_JOKER
from paipu.replay.climbing.combos import Kind, Row
from paipu.replay.climbing.rules import CardRules, ConductRules, PlacePoints, RoundRules, WildRules
from paipu.replay.climbing.sheet import MARKED, ClimbingSheet
from paipu.replay.event_rules import EventRules
from paipu.replay.penalties import Penalties, Penalty
from paipu.replay.rulesheet import SIX_SEATS, ClockRules
from paipu.replay.text import Text

# ---- 一 比赛方法

DECKS: Final = 3
HANDS: Final = 6
"""DG-1.1, DG-1.2: six players are banker once each."""

# ---- 二 牌型, 三 大小: weakest first

ORDER: Final = (*"3456789TJQKA2", LITTLE_JOKER, BIG_JOKER)
"""DG-3.2: rank 2 is always 将牌, above the ace."""
ROWS: Final = (
    Row(Kind.SINGLE, 1),
    Row(Kind.PAIR, 2),
    Row(Kind.TRIPLE, 3),
    Row(Kind.STRAIGHT, 5, "size"),
    Row(Kind.FLUSH, 5, "size"),
    Row(Kind.FULL_HOUSE, 5, "size"),
    Row(Kind.FOUR_ONE, 5, "size"),
    Row(Kind.STRAIGHT_FLUSH, 5, "size"),
    Row(Kind.FIVE, 5, "size"),
)
"""DG-2.3, DG-3.1, DG-3.4."""
JOKERS_BELOW_TWO: Final = (*"3456789TJQKA", LITTLE_JOKER, BIG_JOKER, "2")
"""The other reading of D-DG-12, of plays of several cards."""
WILD: Final = WildRules(cards="jokers", suited_only=True, one_reading=True, runs="low", suited_runs="low", triple_of_big=True)
"""DG-2.1: the largest combination, with jokers as small cards in runs and flushes; D-DG-12."""
CARDS: Final = CardRules(
    ROWS, WILD, copies=DECKS, fixed_order=ORDER, natural=frozenset({Kind.STRAIGHT, Kind.STRAIGHT_FLUSH, Kind.FLUSH})
)
"""DG-3.3c, 3.3d: in runs and flushes the 2 is an ordinary one."""

# ---- 四 打法

ROUNDS: Final = RoundRules(after_out="next", double_ends=False, reentry=True, last_may_play=True)
"""DG-4.3 to 4.5, D-DG-03, D-DG-05."""

# ---- 五 计分

PLACES: Final = PlacePoints(rows=((8, (4, 5, 6)), (5, (5, 6)), (3, (6,))), least=1, hands=HANDS, extra=True, first_places=True)
"""DG-5.1 to 5.9."""
EVENT: Final = EventRules(form=None, entrants="teams", counts="points", boards=("points",), rank_by=("points", "first_places"))
"""DG-5.9: two teams meet; no form of an event of more is printed."""

# ---- 六 纪律

PENALTIES: Final = Penalties(
    Penalty(("count_asked",), tells="COUNT-OFF-TURN"),
    Penalty(("count_told",), tells="COUNT-ANSWER"),
    Penalty(("signal", "misconduct"), MARKED, tells="INCIDENT-MARK", free=1, per_hand=True, loses_hand=True),
)
CONDUCT: Final = ConductRules(ask_on_turn=True, answer_up_to=10)
"""DG-6.1 to 6.4; nothing is printed for a question out of turn or a wrong answer (D-DG-19)."""

DAGUAI: Final = ClimbingSheet(
    key="daguai",
    title=Text("大怪路子", "Daguai Luzi"),
    source=Text("上海天文台第一届“大怪路子”比赛规则", "the first 大怪路子 tournament of Shanghai Astronomical Observatory"),
    term=Text("轮", "trick"),  # DG-1.4 第一轮的首先出牌权
    version="004/1",
    seats=SIX_SEATS,
    seats_alternate=False,
    hand_size=27,
    ladder=("2",),
    first_level="2",
    cards=CARDS,
    rounds=ROUNDS,
    places=PLACES,
    clocks=ClockRules(),
    event=EVENT,
    penalties=PENALTIES,
    conduct=CONDUCT,
)
"""The sheet as its tournament printed it, with the decided defaults."""
