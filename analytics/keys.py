"""What the keys of the statistics are called."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

TOGETHER: Final = " + "
"""Between the members of a unit."""
NAMES: Final[Mapping[str, Text]] = {
    "matches_won": Text("胜率", "matches won"),
    "levels_per_hand": Text("每副升级", "levels per hand"),
    "faults_confirmed": Text("违例（已记录）", "faults on record"),
    "faults_alleged": Text("违例（未裁定）", "faults alleged"),
    "think_time": Text("用时", "think time"),
    "overtime": Text("超时率", "overtime"),
    "bank_share": Text("坐庄率", "hands with the bank"),
    "dealer_share": Text("本人坐庄率", "hands as banker"),
    "hold_rate": Text("守庄率", "bank held"),
    "take_rate": Text("上台率", "office taken"),
    "attack_points": Text("抓分", "points as attackers"),
    "attack_trick_points": Text("其中墩中分", "of these from tricks"),
    "attack_kitty_points": Text("其中底牌分", "of these from the kitty"),
    "attack_penalties": Text("其中罚分", "of these from penalties"),
    "conceded_points": Text("失分", "points conceded"),
    "shutout_rate": Text("大光率", "shut-outs"),
    "kitty_capture": Text("扣底率", "kitty captured"),
    "kitty_gain": Text("底牌得分", "points for a captured kitty"),
    "tricks_won": Text("赢墩（轮）", "tricks won"),
    "points_taken": Text("墩中分", "points in tricks won"),
    "bids": Text("亮主", "declarations"),
    "bids_stood": Text("亮主成功率", "declarations that named the trump"),
    "reopened": Text("炒底率", "kitty taken up again"),
    "throws": Text("甩牌", "throws"),
    "throws_failed": Text("甩牌失败率", "throws that failed"),
    "ruffs": Text("毙", "ruffs"),
    "place_1": Text("头游率", "first places"),
    "place_2": Text("二游率", "second places"),
    "place_3": Text("三游率", "third places"),
    "place_4": Text("四游率", "fourth places"),
    "place_5": Text("五游率", "fifth places"),
    "place_6": Text("六游率", "sixth places"),
    "both_first": Text("双下率", "all first places"),
    "both_last": Text("被双下率", "all last places"),
    "rise_mix_8": Text("赢副得 8", "wins worth 8"),
    "rise_mix_5": Text("赢副得 5", "wins worth 5"),
    "rise_mix_3": Text("赢副得 3", "wins worth 3"),
    "rise_mix_2": Text("赢副得 2", "wins worth 2"),
    "rise_mix_1": Text("赢副得 1", "wins worth 1"),
    "hand_points": Text("得分", "points per hand"),
    "pass_ace": Text("过A率", "A passed"),
    "bombs": Text("炸弹", "bombs"),
    "bombs_led": Text("领出炸弹", "bombs led"),
    "wild_as_other": Text("逢人配代用率", "wild cards for others"),
    "tribute_paid": Text("进贡率", "tribute paid"),
    "tribute_refused": Text("抗贡率", "tribute refused"),
    "tribute_net": Text("贡还差", "gain by tribute"),
    "lead_taken_over": Text("接风", "leads taken over"),
    "pass_rate": Text("不出率", "passes"),
}
"""By key, in the order in which statistics are shown."""
