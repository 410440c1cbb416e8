"""The catalogue: both languages everywhere, and no word that a page shows outside it."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from paipu import dashboard
from paipu.dashboard.judge.view import PICTURED
from paipu.dashboard.record.view import PICTURED as OF_RECORD
from paipu.dashboard.table.assets import OWN
from paipu.dashboard.table.head import TEXT_FOR_TABLE
from paipu.dashboard.text import TEXT, part, t
from paipu.ingest.question.errors import TEXT as SAID
from paipu.replay.text import LANGS, is_lang
from paipu.replay.words import WORDS
from tests.many import in_one

ROOT = Path(dashboard.__file__).parent
MODULES = sorted(path for path in ROOT.rglob("*.py") if not path.name.endswith("text.py"))
NAMES = [str(path.relative_to(ROOT)) for path in MODULES]
SOURCE = "\n".join((ROOT / "table" / name).read_text(encoding="utf-8") for name in OWN)
TEMPLATES = sorted((ROOT / "pages").glob("*.html"))
MARKUP = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
CHINESE = re.compile(r"[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]")
DRAWING = re.compile(r"^(st|column|columns|figure)$")


def test_every_text_is_in_both_languages_and_takes_the_same_values() -> None:
    for key, text in TEXT.items():
        assert text.zh.strip(), key
        assert text.en.strip(), key
        assert not CHINESE.search(text.en), text.en
        assert fields(text.zh) - {"term"} == fields(text.en) - {"term"}, key  # in English a trick is always a trick


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def calls_of_t(tree: ast.AST) -> list[ast.expr]:
    return [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t"
    ]


@in_one
@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_every_key_that_a_module_names_is_there(path: Path) -> None:
    for key in calls_of_t(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(key, ast.Constant):
            assert key.value in TEXT
        elif isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant):
            start = str(key.values[0].value)
            assert any(known.startswith(start) for known in TEXT), start


SCRIPTS_OF = {"judge": {"judge.js"}, "record": {"record.js", "fields.js", "keep.js"}}


@pytest.mark.parametrize(("of", "prefixes"), [("table", TEXT_FOR_TABLE), ("judge", PICTURED), ("record", OF_RECORD)])
def test_every_key_that_a_script_names_is_sent_to_it(of: str, prefixes: tuple[str, ...]) -> None:
    """The card table is sent its own, the page of questions and that of entry their own."""
    sent = part(prefixes, "en")
    others = {name for names in SCRIPTS_OF.values() for name in names}
    names = SCRIPTS_OF.get(of, set(OWN) - others)
    source = "\n".join((ROOT / "table" / name).read_text(encoding="utf-8") for name in OWN if name in names)
    named = set(re.findall(r'this\.t\(\s*"([\w.]+)"', source)) | set(
        re.findall(r'"((?:table|keys|climb|ask|record)\.[\w.]+)"', source)
    )
    assert named
    assert named <= set(sent), named - set(sent)
    for start in re.findall(r"this\.t\(`([\w.]+)\$\{", source):
        assert any(key.startswith(start) for key in sent), start


def test_every_key_that_a_template_names_is_there_and_it_has_no_word_of_its_own() -> None:
    for key in re.findall(r"""\bt\(["']([\w.]+)["'][,)]""", MARKUP):
        assert key in TEXT, key
    assert not CHINESE.search(MARKUP)
    for text in re.findall(r">([^<>{}]+)<", re.sub(r"{[{%].*?[%}]}", "", MARKUP)):
        assert not re.search(r"[A-Za-z]", text), text


def test_no_text_is_left_that_nothing_shows() -> None:
    sources = "\n".join([*(path.read_text(encoding="utf-8") for path in MODULES), SOURCE, MARKUP])
    made = set(re.findall(r"[\"'`]((?:\w+\.)+)[{$\"']", sources))
    named = set(re.findall(r"[\"']([\w.]+)[\"']", sources))
    unused = [
        key
        for key in TEXT.keys() - WORDS.keys() - SAID.keys()
        if key not in named and not any(key.startswith(start) for start in made)
    ]
    assert unused == []


@in_one
@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_no_page_shows_a_word_that_is_not_in_the_catalogue(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            assert not CHINESE.search(node.value), node.value
        if isinstance(node, ast.Call) and drawn_by(node.func):
            for shown in node.args[:1]:
                assert not words(shown), f"line {node.lineno}: {ast.unparse(shown)}"


def drawn_by(function: ast.expr) -> bool:
    """Whether a call draws its first argument: a method of Streamlit or of one of its columns."""
    return (
        isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and bool(DRAWING.match(function.value.id))
    )


def words(node: ast.expr) -> bool:
    """Whether an expression is a literal with a word in it, but for markup and for what fills it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(str(one.value) if isinstance(one, ast.Constant) else "…" for one in parts)
    return re.search(r"\w", re.sub(r"<[^>]*>", "", text)) is not None


def test_no_script_of_the_card_table_makes_markup_from_text() -> None:
    for name in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "unsafe"):
        assert name not in SOURCE
    assert "http" not in SOURCE
    assert not CHINESE.search(SOURCE)


def test_languages() -> None:
    assert [lang for lang in ("zh", "en", "xx", "") if is_lang(lang)] == list(LANGS)
    assert t("replay.wrong.ply", "zh", ply=9, hand=1, last=4) == "链接指向第 9 手，但第 1 副只有第 0 到 4 手。"
