"""What `paipu ruling propose` says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

PROPOSE: Final[Mapping[str, Text]] = {
    "propose.at": Text(
        "{given} 不是墩.手；写作 7.2，首墩前为 0", "{given} is no trick.play; write 7.2, or 0 for before the first trick"
    ),
    "propose.kind": Text("没有“{given}”这种违规；相近：{near}", "there is no kind of fault {given}; near: {near}"),
    "propose.seat": Text("{given} 不是座位；有：{seats}", "{given} is no seat; there are: {seats}"),
    "propose.told": Text("{names} 是说哪种违规的？并写 --kind", "what fault is {names} about? add --kind"),
    "propose.none": Text("规则对此没有规定，也没有违规可裁", "nothing to rule on here, or the sheet says nothing of it"),
    "propose.applies": Text("▸ {title}", "▸ {title}"),
    "propose.otherwise": Text("  {title}", "  {title}"),
    "propose.clause": Text("{clause}（{basis}）：{said}", "{clause} ({basis}): {said}"),
    "propose.entry": Text("裁决 {json}", "ruling {json}"),
    "propose.follows": Text("先裁 {json}", "after {json}"),
    "propose.then": Text("此后牌谱有 {n} 处不合", "{n} entries of the record no longer fit then"),
}
