"""What `paipu report` says."""

from collections.abc import Mapping
from typing import Final

from paipu.replay.text import Text

REPORT: Final[Mapping[str, Text]] = {
    "report.at": Text("--at {at}：应写作 7.2（墩.手），或 0", "--at {at}: it is written 7.2 (trick.play), or 0"),
    "report.no_case": Text("{zh}", "{en}"),
    "report.pdf": Text("{zh}", "{en}"),
    "help.report": Text("打印用的文件：案件、赛事", "documents to be printed: the case file, the report of an event"),
    "help.report.case": Text("一手争议的案件：局面、条款、裁决，附全部依据", "the case file of a disputed play"),
    "help.report.event": Text(
        "一次赛事的报告：排名及由来、对阵、公布的表、发现",
        "an event: standings and how they came about, who met whom, published tables, findings",
    ),
    "help.report.pdf": Text(
        "输出 PDF（需本机有 chromium）；文件名以 .pdf 结尾时也是",
        "write a PDF, by the chromium of this machine; so does a file name in .pdf",
    ),
    "help.report.lang": Text("文件的语言", "language of the document"),
}
