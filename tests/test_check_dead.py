"""The check of what nobody asks for: each kind is found where it is planted, and nothing that is live."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests import check_dead

SHOWN: Final = """from paipu.replay import rules


class Shown:
    def said(self) -> int:
        return getattr(self, f"_of_{1}")()

    def _of_1(self) -> int:
        return rules.limit()

    @property
    def long(self) -> bool:
        return True


print(Shown().said())
"""
LIVE: Final[dict[str, str]] = {
    "replay/__init__.py": "",
    "replay/rules.py": "from typing import Final\n\nMOST: Final = 3\n\n\ndef limit() -> int:\n    return MOST\n",
    "replay/shown.py": SHOWN,
    "dashboard/text.toml": '"page.title" = ["页", "page"]\n"grade.one" = ["一", "one"]\n',
    "dashboard/page.py": 'TITLE = "page.title"\nGRADE = f"grade.{TITLE}"\nprint(TITLE, GRADE, "box")\n',
    "dashboard/page.html": '<p class="big">{{ shown.long }}</p>\n',
    "dashboard/page.css": ".big { color: var(--ink); --ink: #000; }\n@media print { .big { color: red; } }\n",
    "dashboard/page.js": 'import { draw } from "./draw.js";\ndraw();\n',
    "dashboard/draw.js": "export function draw() {}\n",
    "analytics/sql/rows.sql": "WITH part AS (SELECT 1) SELECT * FROM part\n",
    "analytics/read.py": 'print("rows")\n',
    "tests/test_rules.py": "def test_limit() -> None:\n    assert helped()\n\n\ndef helped() -> bool:\n    return True\n",
}
NOBODY: Final = "is asked for by nobody"
PLANTED: Final = {
    "replay/rules.py": ("\n\ndef other() -> int:\n    return other() + MOST\n", f"replay/rules.py:10: other {NOBODY}"),
    "replay/shown.py": ("\n\nclass Gone:\n    def gone(self) -> None: ...\n", f"replay/shown.py:19: Gone {NOBODY}"),
    "dashboard/text.toml": ('"page.none" = ["无", "none"]\n', f"dashboard/text.toml:3: the text page.none {NOBODY}"),
    "dashboard/page.css": (".faded { color: red; }\n", "dashboard/page.css:3: no page has the class or id faded"),
    "dashboard/draw.js": ("export function erase() {}\n", "dashboard/draw.js:2: erase is exported to nobody"),
    "analytics/sql/lost.sql": ("SELECT 1\n", f"analytics/sql/lost.sql:1: the query {NOBODY}"),
    "tests/test_rules.py": ("\n\ndef unused() -> None: ...\n", f"tests/test_rules.py:9: unused {NOBODY}"),
}
FOR_TESTS: Final = {
    "replay/rules.py": "\n\ndef for_tests() -> None: ...\n",
    "tests/more.py": "from paipu.replay.rules import for_tests\n\nfor_tests()\n",
}


def laid(root: Path, **more: str) -> Path:
    """A repository with files that are all live, and more of some of them."""
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    for path in {*LIVE, *more}:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(LIVE.get(path, "") + more.get(path, ""), encoding="utf-8")
    return root


def test_nothing_live_is_called_dead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_dead.main([str(laid(tmp_path))]) == 0
    assert capsys.readouterr().out == "dead: 0 problems\n"


def test_each_kind_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_dead.main([str(laid(tmp_path, **{path: more for path, (more, _) in PLANTED.items()}))]) == 1
    assert capsys.readouterr().out.splitlines() == [*sorted(said for _, said in PLANTED.values()), "dead: 7 problems"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"dashboard/page.css": ".big { color: var(--ink); --ink: #000; }\n"}, "a rule stands 2 times"),
        ({"dashboard/page.css": ".big { --gone: 1px; }\n"}, "the property --gone is read by nobody"),
        ({"analytics/sql/rows.sql": "UNION ALL (WITH left AS (SELECT 1) SELECT 1)\n"}, "the part left is asked by nobody"),
        ({"replay/shown.py": "\n\ndef test_me() -> None: ...\n"}, f"test_me {NOBODY}"),
        (FOR_TESTS, f"for_tests {NOBODY}"),
    ],
)
def test_what_is_live_elsewhere_alone_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, str], said: str
) -> None:
    assert check_dead.main([str(laid(tmp_path, **more))]) == 1
    (found, _) = capsys.readouterr().out.splitlines()
    assert said in found
