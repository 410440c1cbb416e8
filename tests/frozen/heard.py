"""A plugin of pytest that hears what tests ask the audit and the judge, and what these answer (`PAIPU_HEARD` names a folder).

It stands in for the audit before any test module imports it. What hypothesis makes up is left out, for it changes with every
release of it. Who asks the same twice is heard once.
"""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import is_hypothesis_test
from typer.testing import CliRunner, Result

import paipu.replay.audit
import paipu.replay.question
from paipu.replay.computed import Audit
from paipu.replay.record import GameRecord
from tests.frozen.texts import audit_lines, line

_MADE_UP: Final = ("pytest-of", tempfile.gettempdir())
"""Words of a command that differ from run to run."""


class _Ear:
    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'one')}.ndjson"
        self.heard: set[str] = set()
        self.quiet = True
        """Whether nothing is to be heard: outside tests, in made up ones, within an answer."""

    def answered(self, source: str, asked: str, said: list[str]) -> None:
        key = sha256(f"{source} {asked}".encode()).hexdigest()[:16]
        if key not in self.heard:
            self.heard.add(key)
            text = "".join(f"{each}\n" for each in said)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps((source, text)) + "\n")


EAR: Final = _Ear(Path(os.environ["PAIPU_HEARD"]))


def _audit(plain: Callable[..., Audit]) -> Callable[..., Audit]:
    @wraps(plain)
    def heard(record: GameRecord, *rest: Any) -> Audit:
        verdict = plain(record, *rest)
        if not EAR.quiet and not rest:
            EAR.answered(f"situations.{record.sheet}", repr(record), audit_lines(record, verdict))
        return verdict

    return heard


def _judge(name: str, plain: Callable[..., object]) -> Callable[..., object]:
    @wraps(plain)
    def heard(*given: object, **named: object) -> object:
        answer = plain(*given, **named)
        if not EAR.quiet:
            asked = f"{name} {given!r} {sorted(named.items())!r}"
            EAR.answered("judged", asked, [asked, repr(answer)])
        return answer

    return heard


def _invoke(plain: Callable[..., Result]) -> Callable[..., Result]:
    @wraps(plain)
    def heard(self: CliRunner, app: Any, words: list[str], **more: Any) -> Result:
        done = plain(self, app, words, **more)
        if not EAR.quiet and words[:1] == ["judge"] and not any(each in word for word in words for each in _MADE_UP):
            EAR.answered("judge", line(words), [line(words), f"exit {done.exit_code}", *done.output.splitlines()])
        return done

    return heard


paipu.replay.audit.audit = _audit(paipu.replay.audit.audit)
for _name in paipu.replay.question.__all__:
    if _name.startswith("judge_"):
        setattr(paipu.replay.question, _name, _judge(_name, getattr(paipu.replay.question, _name)))
CliRunner.invoke = _invoke(CliRunner.invoke)  # type: ignore[method-assign] # it stands in for it


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    EAR.quiet = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
    try:
        return (yield)
    finally:
        EAR.quiet = True
