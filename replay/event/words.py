"""What the figures of an event and the keys that it is ranked by are called."""

from collections.abc import Mapping
from typing import Final

from replay.text import Text

FIGURE_NAMES: Final[Mapping[str, Text]] = {
    "place": Text("名次", "place"),
    "match_points": Text("积分", "match points"),
    "points": Text("得分", "points"),
    "big_points": Text("大分", "big points"),
    "small_points": Text("小分", "small points"),
    "first_places": Text("头名", "first places"),
    "level_difference": Text("级差", "level difference"),
    "levels_gained": Text("升级数", "levels gained"),
    "wins": Text("胜", "wins"),
    "head_to_head": Text("相互战绩", "head to head"),
    "direct_win": Text("直胜", "direct wins"),
    "opponents": Text("对手分", "opponents"),
    "progressive": Text("累进分", "progressive"),
    "progressive_cut": Text("去首累进分", "progressive, cut"),
    "lot": Text("抽签", "lot"),
    "round": Text("到第几轮", "round"),
    "penalties": Text("罚分", "penalties"),
}
