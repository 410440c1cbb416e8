"""What the interface for programs says in its own name."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

INTERFACE: Final[Mapping[str, Text]] = {
    "interface.no_record": Text("仓库里没有哈希为 {sha256} 的牌谱", "the warehouse has no record with the hash {sha256}"),
}
