"""The log of rulings: what follows on what, what a crash leaves, and that nothing in it can be changed unseen."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from paipu.analytics.errors import BrokenLogError, RefusedActError, UnusableError
from paipu.analytics.rulings import (
    ACTS,
    Given,
    Kind,
    Log,
    Mark,
    On,
    allowed,
    commit,
    commit_all,
    confirm,
    lay,
    look_at,
    overlay,
    read_log,
)
from paipu.analytics.rulings.disk import head_of
from paipu.analytics.rulings.faults import FAULTS, said_of
from paipu.ingest.stream import digest_of
from paipu.replay.audit import audit
from tests.analytics.loader import ROOT
from tests.analytics.ruler import parsed, put

RECORD = parsed(1)
ON = On.of(RECORD)
FINE = {"hand": 1, "at": "2.1", "seat": "E", "clause": "SJ-1", "effect": {"points": {"EW": -10}}}
STEPS: tuple[Kind, ...] = ("issue", "appeal", "decide")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "rulings.ndjson"


def act(log: Path, kind: Kind, id_: str | None = None, **given: Any) -> str:
    """An act; a new ruling is on a place of its own, for none is made twice."""
    new = {"on": ON, "ruling": FINE} if id_ is None else {}
    asked = {**new, **given}
    if asked.get("ruling") is FINE:
        play, trick = divmod(1 + len(look_at(log).acts), 25)
        asked["ruling"] = {**FINE, "at": f"{1 + trick}.{1 + play}"}
    return put(log, Given(kind, "王裁判", "理由", id_, **asked), lambda: NOON).id


# ---- acts and states


def test_an_act_follows_only_where_it_may(log: Path) -> None:
    paths: dict[str | None, list[Kind]] = {
        None: [],
        "draft": ["draft"],
        "issued": ["issue"],
        "appealed": ["issue", "appeal"],
        "final": ["issue", "appeal", "decide"],
        "withdrawn": ["issue", "withdraw"],
    }
    for state, before in paths.items():
        for kind in ACTS:
            name = f"{state}-{kind}"
            for number, step in enumerate(before):
                act(log, step, name, **({} if number else {"on": ON, "ruling": FINE}))
            given = {"on": ON, "ruling": FINE} if state is None else {}
            if kind in allowed(state):
                act(log, kind, name, **given)
            else:
                with pytest.raises(RefusedActError):
                    act(log, kind, name, **given)
    assert allowed("withdrawn") == ()
    assert not look_at(log).faults


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Given("issue", " ", "why", on=ON, ruling=FINE), "who does it"),
        (Given("issue", "A", "", on=ON, ruling=FINE), "reason"),
        (Given("issue", "A", "why", on=ON, ruling={**FINE, "hand": 9}), "hand 9"),
        (Given("issue", "A", "why", on=ON, ruling={**FINE, "seat": "X"}), "/seat"),
        (Given("issue", "A", "why", on=ON, ruling={**FINE, "effect": {"points": {"135": 1}}}), "/effect/points"),
        (Given("issue", "A", "why", ruling=FINE), "which record"),
        (Given("issue", "A", "why\ud800", on=ON, ruling=FINE), "as the format has it"),
        (Given("issue", "A\x1b[2J", "why", on=ON, ruling=FINE), "/by"),
        (Given("issue", "A", "x" * 5000, on=ON, ruling=FINE), "/note"),
        (Given("appeal", "A", "why", "r9"), "no ruling r9"),
        (Given("issue", "A", "why", on=ON._replace(taken=("r7",)), id="r7", ruling=FINE), "r7 of its own"),
    ],
)
def test_what_is_no_act_is_refused_with_what_helps_and_nothing_is_written(log: Path, given: Given, says: str) -> None:
    with pytest.raises(RefusedActError, match=says) as refused:
        put(log, given)
    assert refused.value.message.zh
    assert not read_log(log).acts


def test_an_act_on_another_record_than_its_ruling_is_refused(log: Path) -> None:
    act(log, "draft", "r1", on=ON, ruling=FINE)
    with pytest.raises(RefusedActError, match="another record"):
        act(log, "issue", "r1", on=ON._replace(record_sha256="0" * 64), ruling=FINE)


def test_ids_are_free_in_log_and_record(log: Path) -> None:
    first = act(log, "issue", on=ON._replace(taken=("r1", "r2")))
    assert (first, act(log, "issue")) == ("r3", "r2")


# ---- the overlay


def test_what_is_in_force_is_laid_over_its_record_and_withdrawn_gives_it_back(log: Path) -> None:
    other = parsed(2)
    plain = audit(RECORD.record)
    act(log, "draft", "r1", on=ON, ruling=FINE)
    assert list(lay(read_log(log), [RECORD, other])) == [RECORD, other]
    states = {}
    for kind in STEPS:
        act(log, kind, "r1")
        first, second = lay(read_log(log), [RECORD, other])
        assert (first.sha256, first.raw, second) == (RECORD.sha256, RECORD.raw, other)
        [ruling] = first.record.rulings
        states[kind] = ruling.state
        assert (ruling.by, ruling.when, ruling.note, ruling.at) == ("王裁判", "2026-05-01T12:00:00+00:00", "理由", (2, 1))
        assert audit(first.record).hands[0].penalties != plain.hands[0].penalties
    assert states == {"issue": "issued", "appeal": "appealed", "decide": "final"}
    changed = {**FINE, "effect": {"points": {"EW": -20}}}
    act(log, "issue", "r2", on=ON, ruling=FINE)
    act(log, "decide", "r2", ruling=changed)
    assert [each.effect.points for each in overlay(read_log(log))[RECORD.sha256]] == [{"EW": -10}, {"EW": -20}]
    before = digest_of(overlay(read_log(log))[RECORD.sha256])
    act(log, "withdraw", "r1")
    assert digest_of(overlay(read_log(log))[RECORD.sha256]) != before
    act(log, "withdraw", "r2")
    assert overlay(read_log(log)) == {}
    assert audit(next(lay(read_log(log), [RECORD])).record) == plain


# ---- what was changed shows


def ten(log: Path) -> list[bytes]:
    for number in range(10):
        act(log, "issue", f"n{number}", on=ON, ruling=FINE)
    return log.read_bytes().splitlines(keepends=True)


def faults(log: Path) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in look_at(log).faults]


def test_a_flipped_bit_anywhere_is_found_with_its_line(log: Path) -> None:
    lines = ten(log)
    whole = b"".join(lines)
    rng = random.Random(16)
    for _ in range(300):
        place = rng.randrange(len(whole))
        log.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :])
        line = whole.count(b"\n", 0, place) + 1
        found = look_at(log).faults
        assert found, place
        # A newline that is none joins two lines; one that was none before makes two of one.
        assert abs(found[0].line - line) <= 0, (place, found)
        with pytest.raises(BrokenLogError, match=f"line {found[0].line}"):
            read_log(log)
        with pytest.raises(BrokenLogError):
            act(log, "issue")


def test_lines_taken_away_moved_doubled_put_in_or_rewritten_are_found(log: Path) -> None:
    lines = ten(log)
    forged = [look_at(log).acts[4]._replace(reason="别的", sha256="").sealed()[1]]
    cases: dict[str, tuple[list[bytes], list[tuple[str, int]]]] = {
        "first gone": (lines[1:], [("removed", 1)]),
        "one gone": (lines[:4] + lines[5:], [("removed", 5)]),
        "last gone": (lines[:-1], [("lost", 10)]),
        "all gone": ([], [("lost", 1)]),
        "two changed places": ([*lines[:3], lines[4], lines[3], *lines[5:]], [("removed", 4), ("moved", 5), ("removed", 6)]),
        "doubled": ([*lines[:3], lines[2], *lines[3:]], [("moved", 4), ("turn", 4)]),
        "forged": (lines[:4] + forged + lines[5:], [("chain", 6)]),
        "foreign": ([*lines[:4], b'{"a":1}\n', *lines[5:]], [("format", 5)]),
        "empty line": ([*lines[:4], b"\n", *lines[4:]], [("format", 5), ("moved", 6)]),
    }
    for name, (content, expected) in cases.items():
        log.write_bytes(b"".join(content))
        assert faults(log) == expected, name
    log.unlink()
    assert faults(log) == [("lost", 1)]


def test_a_history_written_anew_with_right_hashes_is_found_by_what_was_acknowledged(log: Path, tmp_path: Path) -> None:
    ten(log)
    other = tmp_path / "other.ndjson"
    for number in range(10):
        act(other, "draft", f"n{number}", on=ON, ruling=FINE)
    log.write_bytes(other.read_bytes())
    assert faults(log) == [("rewritten", 10)]


def test_cut_together_with_its_head_it_is_a_fault_until_somebody_answers_for_it(log: Path) -> None:
    lines = ten(log)
    seen = look_at(log).mark
    log.write_bytes(b"".join(lines[:2]))
    head_of(log).unlink()
    assert faults(log) == [("headless", 2)]
    for asked in (lambda: act(log, "issue"), lambda: read_log(log)):
        with pytest.raises(BrokenLogError, match=r"there is no rulings\.ndjson\.head"):
            asked()
    last = look_at(log).mark.sha256
    for wrong, why in (
        (("0" * 64, "王", "换机"), last),
        ((last[:11], "王", "换机"), "12 digits"),
        ((last, " ", "换机"), "who"),
    ):
        with pytest.raises(RefusedActError, match=why):
            confirm(log, *wrong)
    assert faults(log) == [("headless", 2)]
    made = confirm(log, last[:12], "王裁判", "换了机器", seen.sha256, lambda: NOON)
    found = read_log(log, seen)
    assert (found.mark.lines, found.confirmed, found.notices) == (3, (made,), (said_of(made),))
    assert "王裁判 answered for it that the 2 lines before are all" in said_of(made).en
    assert act(log, "issue") == "r3"
    assert look_at(log).mark.lines == 4
    with pytest.raises(BrokenLogError, match="line 5 on, lines are gone or others: the warehouse has seen 12"):
        read_log(log, Mark(12, "a" * 64))
    with pytest.raises(BrokenLogError, match="line 2 on"):
        read_log(log, Mark(2, "a" * 64))


def test_what_is_wrong_with_a_line_nobody_can_answer_for(log: Path) -> None:
    lines = ten(log)
    log.write_bytes(b"".join(lines[:3] + lines[4:]))
    head_of(log).unlink()
    with pytest.raises(BrokenLogError, match="line 4 is number 5"):
        confirm(log, look_at(log).mark.sha256, "王", "换机")


def test_lost_lines_can_be_answered_for_where_there_is_no_backup(log: Path) -> None:
    lines = ten(log)
    log.write_bytes(b"".join(lines[:3]))
    assert faults(log) == [("lost", 4)]
    confirm(log, look_at(log).mark.sha256, "王", "磁盘坏了")
    assert (faults(log), look_at(log).mark.lines) == ([], 4)
    log.unlink()
    confirm(log, "0" * 64, "王", "都没了")
    assert (faults(log), look_at(log).mark.lines, look_at(log).acts) == ([], 1, ())


def test_an_older_head_is_a_fault(log: Path) -> None:
    for number in range(3):
        act(log, "issue", f"n{number}", on=ON, ruling=FINE)
    older = head_of(log).read_bytes()
    for number in range(3, 6):
        act(log, "issue", f"n{number}", on=ON, ruling=FINE)
    head_of(log).write_bytes(older)
    assert faults(log) == [("unacknowledged", 4)]


def test_an_act_out_of_turn_is_found_though_its_hash_is_right(log: Path) -> None:
    act(log, "issue", "r1", on=ON, ruling=FINE)
    made = look_at(log).acts[0]
    _, line = made._replace(no=2, before=made.sha256, act="draft", ruling={**made.ruling, "state": "draft"}, sha256="").sealed()
    log.write_bytes(log.read_bytes() + line)
    head_of(log).unlink()
    assert faults(log) == [("turn", 2), ("headless", 2)]


def test_a_line_that_is_none_of_the_format_is_named_with_what_is_wrong(log: Path) -> None:
    act(log, "issue", "r1", on=ON, ruling=FINE)
    made = look_at(log).acts[0]
    for wrong in (
        made._replace(sheet="bridge"),
        made._replace(by=""),
        made._replace(ruling={**made.ruling, "hand": "1"}),
        made._replace(ruling={"a": [[[[]]]]}),
        made._replace(record_sha256="A"),
    ):
        log.write_bytes(wrong._replace(sha256="").sealed()[1])
        assert faults(log)[0] == ("format", 1)
    log.write_bytes(b"[" * 100_000 + b"\n")
    assert faults(log)[0] == ("format", 1)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"lines": "1", "sha256": 2}', b"\xff"])
def test_a_damaged_head_is_said(log: Path, content: bytes) -> None:
    act(log, "issue")
    head_of(log).write_bytes(content)
    with pytest.raises(BrokenLogError, match=r"rulings\.ndjson\.head is damaged"):
        read_log(log)


# ---- crashes, full disks, two writers


def test_what_a_crash_left_of_a_line_is_named_counts_nowhere_and_is_put_aside(log: Path) -> None:
    lines = ten(log)
    log.write_bytes(b"".join(lines) + lines[3][:40])
    found = read_log(log)
    assert (len(found.acts), found.torn) == (10, 40)
    assert found.notices == (FAULTS["torn"].fill(line=11, what=40),)
    act(log, "issue")
    assert read_log(log).notices == ()
    assert log.with_name("rulings.ndjson.torn-11").read_bytes() == lines[3][:40]
    assert log.read_bytes().startswith(b"".join(lines))


def test_a_whole_line_that_was_not_acknowledged_counts_nowhere(log: Path) -> None:
    """Who had the disk refuse him was told that he had not ruled."""
    lines = ten(log)
    head = head_of(log).read_bytes()
    act(log, "issue")
    line = log.read_bytes().splitlines(keepends=True)[10]
    head_of(log).write_bytes(head)  # the crash came before the head was told
    found = read_log(log)
    assert (len(found.acts), found.torn) == (10, len(line))
    assert found.notices == (FAULTS["torn"].fill(line=11, what=len(line)),)
    assert act(log, "issue") == "r11"
    assert len(read_log(log).acts) == 11
    assert log.with_name("rulings.ndjson.torn-11").read_bytes() == line
    assert log.read_bytes().startswith(b"".join(lines))


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/etc/hostname")])
def test_what_is_no_plain_file_is_refused(log: Path, make: Callable[[Path], None]) -> None:
    make(log)
    with pytest.raises((BrokenLogError, UnusableError)):
        read_log(log)
    with pytest.raises((BrokenLogError, UnusableError)):
        act(log, "issue")


def test_many_writers_at_once_lose_nothing(log: Path) -> None:
    def write(number: int) -> list[str]:
        on = ON._replace(match=f"m{number}", record_sha256=f"{number}" * 64)
        return [act(log, "draft", f"w{number}-{each}", on=on, ruling=FINE) for each in range(10)]

    with ThreadPoolExecutor(4) as pool:
        acknowledged = sorted(id_ for ids in pool.map(write, range(4)) for id_ in ids)
    assert sorted(read_log(log).rulings) == acknowledged
    assert len(acknowledged) == 40


OTHERWISE: Final = {**FINE, "effect": {"points": {"EW": -40}}}


def test_of_different_rulings_at_once_on_one_place_one_is_taken_and_the_others_are_told_of_it(log: Path) -> None:
    """Each has seen the same empty log; whoever comes second is told what has come."""

    def rule(number: int) -> str | None:
        given = Given("issue", f"裁判{number}", "理由", on=ON, ruling={**FINE, "effect": {"points": {"EW": -number}}})
        try:
            return commit(log, given, 0).id
        except RefusedActError as fault:
            return fault.message.en

    with ThreadPoolExecutor(4) as pool:
        told = sorted(map(str, pool.map(rule, range(1, 5))))
    assert told[0] == "r1"
    assert all(
        "you saw 0 lines, and since then there came on this match: line 1: r1 issued by 裁判" in each for each in told[1:]
    )
    assert len(read_log(log).acts) == 1


def test_an_act_is_held_against_what_has_come_on_its_match_and_no_other(log: Path) -> None:
    other = ON._replace(match="other", record_sha256="a" * 64)
    commit(log, Given("issue", "王", "罚", on=ON, ruling=FINE), 0)
    commit(log, Given("issue", "李", "罚", on=other, ruling=FINE), 0)
    with pytest.raises(RefusedActError, match="r1 issued by 王"):
        commit(log, Given("issue", "李", "罚", on=ON, ruling=OTHERWISE), 0)
    for kind in ("appeal", "decide", "withdraw"):
        with pytest.raises(RefusedActError, match="you saw 0 lines"):
            commit(log, Given(kind, "李", "不服", "r1"), 0)
    with pytest.raises(RefusedActError, match="has 2 lines, and you saw 3"):
        commit(log, Given("issue", "李", "罚", on=ON, ruling=OTHERWISE), 3)
    assert commit(log, Given("issue", "李", "罚", on=ON, ruling=OTHERWISE), 1).no == 3


def test_it_is_held_so_across_processes(log: Path) -> None:
    """Forked, all begin at once; the check is made under the lock."""
    ready, go = os.pipe()
    children = []
    for number in range(6):
        if not (child := os.fork()):
            os.read(ready, 1)
            given = Given("issue", f"裁判{number}", "理由", on=ON, ruling={**FINE, "effect": {"points": {"EW": -number - 1}}})
            try:
                commit(log, given, 0)
            except RefusedActError:
                os._exit(7)
            except BaseException:  # noqa: BLE001 - a child says only how it ended
                os._exit(1)
            os._exit(0)
        children.append(child)
    os.write(go, b"......")
    ended = sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)
    assert ended == [0, 7, 7, 7, 7, 7]
    assert len(read_log(log).acts) == 1


def test_acts_that_go_together_are_taken_together_or_not_at_all(log: Path) -> None:
    both = [Given("issue", "王", "罚", on=ON, ruling=each) for each in (FINE, {**FINE, "hand": 9})]
    with pytest.raises(RefusedActError, match="no hand 9"):
        commit_all(log, both, 0)
    assert read_log(log).acts == ()
    assert [made.id for made in commit_all(log, [both[0], both[0]._replace(ruling=OTHERWISE)], 0)] == ["r1", "r2"]
    assert read_log(log).mark.lines == 2


def test_a_draft_is_ruled_by_whoever_issues_it(log: Path) -> None:
    put(log, Given("draft", "王", on=ON, ruling=FINE))
    made = put(log, Given("issue", "李", "查实", "r1"))
    appealed = put(log, Given("appeal", "队长", "不服", "r1"))
    for each in (made, appealed):
        assert (each.ruling["by"], each.ruling["note"]) == ("李", "查实")


def test_of_two_appeals_at_once_one_is_taken(log: Path) -> None:
    act(log, "issue", "r1", on=ON, ruling=FINE)

    def appeal(_: int) -> bool:
        try:
            act(log, "appeal", "r1")
        except RefusedActError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(appeal, range(4))) == [False, False, False, True]


SOME: Final = 6
"""Acts of a writer who is not killed: in their time one is, in the middle of any of them."""


class Rulers:
    """Writers that are killed, all forked from one process; `some_acts` is how many seconds a few acts take one here."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout
        assert self._stdout.readline() == "ready\n"
        acknowledged = folder / "acknowledged"
        acknowledged.touch()
        began = time.perf_counter()
        with self.writing(folder / "rulings.ndjson", acknowledged):
            while acknowledged.read_bytes().count(b"\n") < SOME:
                time.sleep(0.001)
        self.some_acts = time.perf_counter() - began

    @contextmanager
    def writing(self, log: Path, acknowledged: Path) -> Iterator[None]:
        """A writer, killed at the end."""
        self._stdin.write(f"{log}\t{acknowledged}\n")
        self._stdin.flush()
        child = int(self._stdout.readline())
        yield
        os.kill(child, signal.SIGKILL)
        assert self._stdout.readline() == "gone\n"


@pytest.fixture(scope="module")
def rulers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulers]:
    command = [sys.executable, "-m", "tests.analytics.ruler"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Rulers(process, tmp_path_factory.mktemp("undisturbed"))


def kill(rulers: Rulers, folder: Path, times: int, seed: int) -> tuple[Log, int]:
    """The log after some kills at random moments, and how many acts were acknowledged; checked after each."""
    log, acknowledged = folder / "rulings.ndjson", folder / "acknowledged"
    acknowledged.touch()
    rng = random.Random(seed)
    torn = said = 0
    for _ in range(times):
        with rulers.writing(log, acknowledged):
            time.sleep(rng.uniform(0.001, rulers.some_acts))
        found = read_log(log)
        torn += bool(found.torn)
        acks = [line.split() for line in acknowledged.read_text(encoding="ascii").splitlines(keepends=True) if line[-1] == "\n"]
        there = {act.no: act.sha256 for act in found.acts}
        assert all(there[int(no)] == sha256 for no, sha256 in acks)
        said = len(acks)
        assert len(there) >= said
    return replace(read_log(log), torn=torn), said


@pytest.mark.deep
def test_a_killed_writer_loses_nothing_that_it_acknowledged(rulers: Rulers, tmp_path: Path) -> None:
    found, acknowledged = kill(rulers, tmp_path, 20, seed=16)
    assert len(found.acts) >= acknowledged > 0


@pytest.mark.deep
def test_a_thousand_kills_lose_nothing(rulers: Rulers, tmp_path: Path) -> None:
    written = acknowledged = torn = 0
    for round_ in range(20):
        folder = tmp_path / str(round_)
        folder.mkdir()
        found, said = kill(rulers, folder, 50, seed=round_)
        written, acknowledged, torn = written + len(found.acts), acknowledged + said, torn + found.torn
    assert written >= acknowledged > 500, (written, acknowledged, torn)


def test_what_is_ruled_already_is_not_ruled_again_the_same_way(tmp_path: Path) -> None:
    """Two referees at once would have one fault counted twice."""
    log, on = tmp_path / "rulings.ndjson", On.of(parsed(1))
    fault = {"hand": 1, "at": "2.1", "seat": "E", "effect": {"fault": {"kind": "signal"}}}
    found_later = {**fault, "effect": {"fault": {"kind": "signal", "noticed": "3.1"}}}
    other = {**fault, "seat": "N"}

    def issue(entry: Mapping[str, Any]) -> str:
        return put(log, Given("issue", "王", "查实", on=on, ruling=entry)).id

    first = issue(fault)
    for entry in (fault, found_later):
        with pytest.raises(RefusedActError, match=f"ruling {first} says the same"):
            issue(entry)
    issue(other)
    drafted = put(log, Given("draft", "王", on=on, ruling=found_later)).id
    with pytest.raises(RefusedActError, match=f"ruling {first} says the same"):
        put(log, Given("issue", "王", "查实", drafted))
    put(log, Given("withdraw", "王", "改判", first))
    put(log, Given("issue", "王", "查实", drafted))
    assert [act.act for act in read_log(log).acts] == ["issue", "issue", "draft", "withdraw", "issue"]
