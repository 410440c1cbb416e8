"""The referee's acts from the command line into the log, and the log as people read it."""

import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from paipu.analytics import manifest as manifests
from paipu.analytics.rulings import (
    Act,
    Given,
    Kind,
    Log,
    Mark,
    On,
    commit,
    commit_all,
    confirm,
    log_beside,
    look_at,
    read_log,
    standing,
)
from paipu.analytics.rulings.acts import STATE_AFTER
from paipu.analytics.rulings.astray import astray, astray_in, why_astray
from paipu.analytics.rulings.faults import said_of
from paipu.analytics.rulings.log import CONFIRMABLE
from paipu.cli.formats.as_text import rejection_lines
from paipu.cli.propose import proposed, read_moment
from paipu.cli.support.board import find
from paipu.cli.support.entries import fault_of, told_of, whole_of
from paipu.cli.support.errors import ExitCode, InputError, UsageError
from paipu.cli.support.files import say
from paipu.cli.support.terminal import clean, clean_json, tell, wants_colour
from paipu.cli.text import text
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.rejection import Rejection
from paipu.ingest.ruling import read_ruling
from paipu.ingest.source import read as read_records
from paipu.replay.effects import EFFECTS, effect_words
from paipu.replay.record import GameRecord, Ruling
from paipu.replay.sheets import SHEETS
from paipu.replay.text import LANGS, Lang, Text, in_language
from paipu.replay.words import RULING_STATES, join, place_name, seat_name

if TYPE_CHECKING:
    from paipu.cli.ruling import Decided, Further, Heard, New
    from paipu.replay.ruling import Proposal

PLACE = ("hand", "at", "seat", "clause")
SIDES = ("points", "levels")
HEARD = ("called", "witnesses", "committee", "deadline", "supposed")
ALSO = re.compile(r"([1-9]\d{0,4}) *, *(0|[1-9]\d{0,3}\.[1-9]\d{0,2})(?: *, *([A-Z][A-Z0-9]?))?", re.ASCII)
OTHERS = ("next_dealer", "winner", "loser", "disqualified", "double", "void", "stopped")


def rule(kind: Kind, said: "New | Decided") -> None:
    """Take an act that may say what the ruling is. Raises UsageError for what is written wrongly."""
    from paipu.cli.ruling import New

    record = said.record
    log = read(said.rulings, said.lang)
    last = log.last(said.id) if said.id is not None else None
    if record is None and last is None and kind != "decide":
        raise UsageError("ruling.record")
    parsed = None if record is None else find(record, said.match, said.lang, said.event)
    on = None if parsed is None else On.of(parsed)
    sheet = on.sheet if on is not None else last.sheet if last is not None else None
    told = _told(said, sheet, STATE_AFTER[kind])
    provided = _proposed(parsed, said) if parsed is not None and isinstance(said, New) else []
    told = {**(provided[-1] if provided else {}), **told}
    entry = None if last is not None and not told else _entry(told, last)
    if on is None and (said.also or (entry is not None and _finds_anew(told, entry))):
        raise UsageError("ruling.unchecked")
    hearing = heard(said) | ({"also": [_also(each) for each in said.also]} if said.also else {})
    given = [Given(kind, said.by, said.reason, said.id, on, entry, hearing)]
    for before in provided[:-1]:  # what must be in force with it
        if on is not None and not says_so_already(log, on, before):
            given.insert(0, Given(kind, said.by, said.reason, None, on, before))
    seen = said.seen if said.seen is not None else _unseen(log, on, entry) if last is None else log.mark.lines
    _done(commit_all(said.rulings, given, seen), said.form, said.lang)


def _finds_anew(told: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether a ruling finds a fault proven, and another one or elsewhere than before."""
    effect = entry.get("effect")
    return bool(isinstance(effect, Mapping) and "fault" in effect and told.keys() & {*PLACE[:3], "effect"})


def _unseen(log: Log, on: On | None, entry: Mapping[str, Any] | None) -> int:
    """What one has seen who does not say what: all but other rulings on the place of a new one."""
    of_new = [(entry or {}).get(name) for name in PLACE[:3]]
    for act in log.acts:
        where = [act.ruling.get(name) for name in PLACE[:3]]
        seats = {where.pop(), of_new[-1]}
        stands = log.rulings[act.id][-1].state != "withdrawn"
        if stands and on is not None and act.match == on.match and where == of_new[:-1] and (None in seats or len(seats) == 1):
            return act.no - 1
    return log.mark.lines


def _proposed(parsed: Parsed, said: "New") -> list[dict[str, Any]]:
    """The ruling that the sheet provides, after what must be in force with it. Raises UsageError where there is none such."""
    if said.proposal is None:
        return []
    from paipu.replay.ruling import ruling_document

    at = read_moment(said.at)
    known = said.hand in {hand.no for hand in parsed.record.hands}
    told = told_of(parsed.record.sheet, said.kind, said.cards, said.count, said.seconds)
    noticed = read_moment(said.noticed)
    found: Sequence[Proposal] = ()
    if known and said.hand is not None:
        found = proposed(parsed.record, said.hand, at, said.seat, said.kind, noticed, told)
    if not 0 < said.proposal <= len(found):
        raise UsageError("ruling.proposal", n=said.proposal, found=len(found))
    both = (found[said.proposal - 1].follows, found[said.proposal - 1].ruling)
    bare = [ruling_document(ruling) for ruling in both if ruling is not None]
    return [{name: value for name, value in each.items() if name not in {"id", "state"}} for each in bare]


def says_so_already(log: Log, on: On, entry: Mapping[str, Any]) -> bool:
    """Whether a ruling of the log says the same, and is in force."""
    found = read_ruling(on.sheet, {"id": "new", "state": "issued", **entry})
    return isinstance(found, Ruling) and standing(log, on.record_sha256, found) is not None


def act(kind: Kind, said: "Further") -> None:
    """Take an act that leaves the ruling as it is."""
    log = read(said.rulings, said.lang)
    given = Given(kind, said.by, said.reason, said.id, hearing=heard(said))
    _done([commit(said.rulings, given, log.mark.lines if said.seen is None else said.seen)], said.form, said.lang)


def heard(said: "Heard") -> dict[str, Any]:
    """What was heard, as the log has it. Raises UsageError for a statement of nobody."""
    told: dict[str, Any] = {name: getattr(said, name) for name in HEARD if getattr(said, name)}
    for each in said.statement or ():
        side, equals, words = (part.strip() for part in each.partition("="))
        if not equals or not words or side in told.setdefault("statements", {}):
            raise UsageError("ruling.statement", given=each)
        told["statements"][side] = words
    return told


def _also(given: str) -> dict[str, Any]:
    """`2,7.2,S`: another place that a ruling is on. Raises UsageError."""
    read = ALSO.fullmatch(given.strip().replace("，", ","))
    if read is None:
        raise UsageError("ruling.also", given=given)
    hand, at, seat = read.groups()
    return {"hand": int(hand), "at": at, **({"seat": seat} if seat else {})}


def _told(said: "New | Decided", sheet: str | None, state: str) -> dict[str, Any]:
    """What the options say of the ruling, as the record format has it; read strictly where it is written out."""
    told: dict[str, Any] = {name: getattr(said, name) for name in PLACE if getattr(said, name) is not None}
    effect: dict[str, Any] = {name: _by_side(name, getattr(said, name)) for name in SIDES if getattr(said, name) is not None}
    effect |= {name: getattr(said, name) for name in OTHERS if getattr(said, name)}
    if said.fault is not None:
        effect["fault"] = fault_of(said.fault)
    told |= {"effect": effect} if effect else {}
    if said.ruling is None:
        return told
    if told or getattr(said, "proposal", None) is not None:
        raise UsageError("ruling.whole")
    if sheet is None:
        raise UsageError("ruling.record")
    return whole_of(said.ruling, sheet, state)


def _entry(told: Mapping[str, Any], last: Act | None) -> dict[str, Any]:
    entry = dict(last.ruling) if last is not None else {}
    return {**{key: value for key, value in entry.items() if key not in {"by", "when", "note"}}, **told}


def _by_side(name: str, given: str) -> dict[str, int]:
    """`NS=-10,EW=2`. Raises UsageError."""
    found = {}
    for each in given.replace("，", ",").split(","):
        side, equals, number = each.strip().partition("=")
        try:
            found[side.strip()] = int(number.replace("−", "-"))
        except ValueError:
            equals = ""
        if not equals:
            raise UsageError("ruling.sides", name=name, given=given)
    return found


def log_at(path: Path, lang: Lang) -> Log:
    """A log that must be there, with what is worth a word of it told. Raises InputError where it is not."""
    if not path.exists():
        raise InputError("ruling.no_log", path=str(path))
    return read(path, lang)


def astray_lines(log: Log, present: Mapping[str, Collection[str]], lang: Lang) -> Iterator[str]:
    """What is said of rulings that are on other versions of the records at hand."""
    for each in astray(log, present):
        yield clean(text("ruling.astray", lang, what=in_language(each.message, lang)))


def read(path: Path, lang: Lang) -> Log:
    """The log, with what is worth a word of it told."""
    log = read_log(path)
    tell(*(clean(f"paipu: {path}: {in_language(notice, lang)}") for notice in log.notices))
    return log


def _done(made: Sequence[Act], form: Literal["text", "json"], lang: Lang) -> None:
    if form == "json":
        say(_listed(made, {}))
        return
    for each in made:
        say(clean(text("ruling.done", lang, no=each.no, what=_line(each, lang))))


# --- Showing ------------------------------------------------------------------------------------------------


def show(
    path: Path, id_: str | None, form: Literal["text", "json"], lang: Lang, records: Sequence[str], warehouse: Path
) -> None:
    """The rulings of the log as they stand, or every act of one, and which are on records that are other ones now.

    Raises UsageError for one that there is not.
    """
    from paipu.analytics.report.case import heard_of

    log = read(path, lang)
    if id_ is not None and id_ not in log.rulings:
        raise UsageError("ruling.unknown", id=id_, path=str(path))
    acts = list(log.rulings[id_]) if id_ is not None else [acts[-1] for acts in log.rulings.values()]
    loose = _astray(log, records, lang)
    if not records and log_beside(warehouse) == path.absolute():
        loose = {each.act.id: (each.message, why) for each, why in astray_in(warehouse, log, drafts=True)}
    if form == "json":
        say(_listed(acts, loose))
        return
    for each in acts:
        say(clean(_line(each, lang)))
        if id_ is not None:
            say(clean(f"    {text(f'ruling.act.{each.act}', lang)} · {each.by} · {each.when} · {each.reason}"))
            say(*(clean(f"      {in_language(word, lang)} · {told}") for word, told in heard_of(each)))
        elif each.id in loose:
            said = " · ".join(in_language(part, lang) for part in loose[each.id])
            say(clean("    " + text("ruling.astray", lang, what=said)))
    tell(text("ruling.lines", lang, lines=log.mark.lines) if acts else text("ruling.none", lang, path=str(path)))


def _astray(log: Log, paths: Sequence[str], lang: Lang) -> dict[str, tuple[Text, Text]]:
    """By id, what is said of the rulings on matches of some files that are on other versions of them, and why."""
    present: dict[str, set[str]] = {}
    records: dict[str, GameRecord] = {}
    for given in read_records(paths) if paths else ():
        parsed = given if isinstance(given, Rejection) else parse(given.raw, given)
        if isinstance(parsed, Rejection):
            tell(rejection_lines(parsed, lang, colour=wants_colour(sys.stderr)))
        elif any(acts[-1].match == parsed.record.id for acts in log.rulings.values()):
            present.setdefault(parsed.record.id, set()).add(parsed.sha256)
            records[parsed.sha256] = parsed.record
    found = astray(log, present, drafts=True)
    return {each.act.id: (each.message, why_astray(each.act.entry(), records[each.record_sha256])) for each in found}


def _listed(acts: Sequence[Act], loose: Mapping[str, tuple[Text, Text]]) -> str:
    return clean_json(json.dumps([_row(each, loose.get(each.id)) for each in acts], ensure_ascii=False, indent=1))


def _row(act: Act, loose: tuple[Text, Text] | None) -> dict[str, Any]:
    """An act; `astray` says in both languages that it is on another version of its record, null where it is not."""
    said = {lang: " · ".join(in_language(part, lang) for part in loose) for lang in LANGS} if loose is not None else None
    return {**act._asdict(), "astray": said}


def _line(act: Act, lang: Lang) -> str:
    """A ruling as it stands, in a line."""
    ruling = act.entry()
    where = [act.match]
    if ruling.hand is not None:
        where.append(text("place.hand", lang, no=ruling.hand))
    if ruling.at is not None:
        where.append(place_name(*ruling.at, lang, SHEETS[act.sheet].term))
    if ruling.seat is not None:
        where.append(seat_name(ruling.seat, lang))
    effect = join(effect_words(ruling.effect, lang), lang) or in_language(EFFECTS["nothing"], lang)
    state = in_language(RULING_STATES[act.state], lang)
    return "  ".join(filter(None, (act.id, state, " ".join(where), ruling.clause, effect)))


def check(path: Path, warehouse: Path, form: Literal["text", "json"], lang: Lang) -> ExitCode:
    """Say what is wrong with a log, line by line, and whether it goes on from what the warehouse beside it has seen."""
    seen = seen_by(warehouse, path)
    log = look_at(path).held_to(seen)
    if not path.exists() and not log.faults:
        raise InputError("ruling.no_log", path=str(path))
    if form == "json":
        faults = [{**fault._asdict(), "message": fault.message._asdict()} for fault in log.faults]
        notices = [notice._asdict() for notice in log.notices]
        told = {"log": str(path), "sound": not faults, "acts": len(log.acts), **log.mark._asdict()}
        told |= {"seen": seen._asdict() if seen is not None else None, "faults": faults, "notices": notices}
        say(clean_json(json.dumps(told, ensure_ascii=False, indent=1)))
    else:
        say(*map(clean, _checked(log, seen, lang)))
    return ExitCode.INPUT if log.faults else ExitCode.CLEAN


def seen_by(warehouse: Path, path: Path) -> Mark | None:
    """How far the warehouse beside a log has seen it come; None where there is none, or it lies beside another."""
    if log_beside(warehouse) != path.absolute() or not warehouse.is_dir():
        return None
    found = manifests.newest(warehouse)
    return found.rulings if found is not None else None


def _checked(log: Log, seen: Mark | None, lang: Lang) -> Iterator[str]:
    yield text("ruling.checked", lang, acts=log.mark.lines, rulings=len(log.rulings))
    yield text("ruling.mark", lang, lines=log.mark.lines, sha256=log.mark.sha256)
    if seen is not None:
        yield text("ruling.seen", lang, lines=seen.lines)
    for notice in log.notices:
        yield text("verify.notice", lang, notice=in_language(notice, lang))
    for fault in log.faults:
        yield f"{log.path}:{fault.line}  {fault.code}  {in_language(fault.message, lang)}"
    if not log.faults:
        yield text("ruling.sound", lang)
        return
    yield text("ruling.broken", lang)
    codes = {fault.code for fault in log.faults}
    if codes <= {*CONFIRMABLE, "seen"}:
        instead = f" --instead-of {seen.sha256}" if seen is not None and "seen" in codes else ""
        yield text("ruling.confirm", lang, sha256=log.mark.sha256, instead=instead, path=str(log.path))


def answer_for(path: Path, last: str, by: str, reason: str, instead_of: str | None, lang: Lang) -> None:
    """Put into the log that somebody answers for its end."""
    made = confirm(path, last, by, reason, instead_of)
    say(clean(in_language(said_of(made), lang)))
