"""Bytes to an event, or to a `Rejection`; never an exception, whatever the bytes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, cast

from pydantic import ValidationError

from paipu.ingest import event as document
from paipu.ingest.convert import extra_rules, option_rules
from paipu.ingest.parse import translate
from paipu.ingest.rejection import MAX_RECORD, MAX_VALUES, Problem, Rejection, Source, problem, reject, shown, to_pointer
from paipu.ingest.strict_json import decode
from paipu.replay.cards import CARDS, UNKNOWN, split_cards
from paipu.replay.event import record as kernel
from paipu.replay.event.boards import BOARD_POINTS, BY_BOARD
from paipu.replay.event_rules import (
    FIGURES,
    BoardResult,
    Counts,
    EventRules,
    Figure,
    ForfeitCounts,
    Form,
    Key,
    MatchPoints,
    stage_name,
)
from paipu.replay.record import Player
from paipu.replay.sheets import SHEETS

MAX_LISTED: Final = 20_000
MOST_IN_A_TABLE: Final = 1_500
"""Entrants that are ranked together."""
MOST_DRAWN: Final = 40_000
"""Entrants and groups of each round of each stage, or whoever its file names for it, if that is more; all together."""
MOST_PUBLISHED: Final = 200_000
"""The same of the rounds that published tables are of, once for all after one round and for each its share; and their lines."""
KITTY: Final = "kitty"
NEED_POINTS: Final = frozenset({"match_points"})
"""The keys that need to know what a match is worth."""

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ParsedEvent:
    """An event and what it was read from. `sha256` is that of its bytes: its identity."""

    event: kernel.EventRecord
    extra: Mapping[str, Any]
    sha256: str
    raw: bytes


def parse_event(raw: bytes, source: Source) -> ParsedEvent | Rejection:
    """The event that the bytes are, or all that is wrong with them; `source` only names them in a rejection."""
    if len(raw) > MAX_RECORD:
        return reject([problem("RECORD-SIZE", limit=MAX_RECORD)], source.source, source.line)
    digest = sha256(raw).hexdigest()
    if raw.count(b",") > MAX_VALUES:
        return reject([problem("RECORD-VALUES", limit=MAX_VALUES)], source.source, source.line, sha256=digest)
    tree, problems = decode(raw)
    made: document.EventDocument | None = None
    if not problems:
        try:
            made = document.EVENT.validate_json(raw)
        except ValidationError as error:
            problems = list(_explain(tree, error))
        else:
            problems = list(rules(made))
    if problems or made is None:
        return reject(problems, source.source, source.line, sha256=digest)
    return ParsedEvent(to_event(made), made.extra or {}, digest, raw)


def _explain(tree: object, error: ValidationError) -> Iterable[Problem]:
    if not isinstance(tree, dict):
        return [problem("RECORD-OBJECT", "", found=shown(tree))]
    if tree.get("format") != document.EVENT_FORMAT:
        found = shown(tree.get("format"))
        return [problem("EVENT-FORMAT", "/format", found=found, expected=document.EVENT_FORMAT)]
    if not isinstance(tree.get("sheet"), str) or tree["sheet"] not in SHEETS:
        return [problem("SHEET-UNKNOWN", "/sheet", found=shown(tree.get("sheet")), expected=", ".join(SHEETS))]
    if error.error_count() > MAX_LISTED:
        return [problem("RECORD-PROBLEMS", "", count=error.error_count())]
    return translate(error.errors(include_url=False, include_input=False), tree, tag=0)


# --- Rules that types cannot say ---------------------------------------------------------------------------


def rules(event: document.EventDocument) -> Iterator[Problem]:
    """What is wrong with a document whose every value is right by itself, in the order of the format."""
    sheet = SHEETS[event.sheet]
    if event.options:
        yield from option_rules(event.sheet, event.options)
    if (event.teams is None) == (event.players is None):
        wanted = "players" if sheet.event.entrants == "players" else "teams"
        yield problem("ENTRANTS-KIND", f"/{wanted}", expected=wanted)
        return
    too_large = next(_sizes(event), None)
    if too_large is not None:
        yield too_large
        return
    known = {entrant.id for entrant in event.teams or event.players or ()}
    yield from _twice(
        [entrant.id for entrant in event.teams or event.players or ()], ("teams",) if event.teams else ("players",)
    )
    for at, team in enumerate(event.teams or ()):
        yield from _twice([player.id for player in team.players or ()], ("teams", at, "players"))
    yield from _twice([stage_name(stage.id) for stage in event.stages], ("stages",))
    scored = _scored(event)
    for at, stage in enumerate(event.stages):
        yield from _stage_rules(
            stage,
            ("stages", at),
            sheet.event,
            known,
            of_players=event.players is not None,
            sides=sheet.sides,
            scored=stage.id in scored,
        )
    yield from _table_rules(event, known)
    if event.boards is not None:
        yield from board_rules(event, event.boards)
    if event.extra:
        yield from extra_rules(event.extra)


def _sizes(event: document.EventDocument) -> Iterator[Problem]:
    """What is more than a computer ranks in seconds: each round has a line for everybody, and each published table is worked
    out by itself.
    """
    everybody = len(event.teams or event.players or ())
    drawn = 0
    lines: dict[str, list[tuple[int, int]]] = {}
    of_groups: dict[str, int] = {}
    seen: set[tuple[str, int]] = set()
    for at, stage in enumerate(event.stages):
        groups = [len(members) for members in (stage.groups or {}).values()] or [everybody]
        told = [2 * len(played.tables or ()) + len(played.byes or ()) + len(played.absent or ()) for played in stage.rounds]
        own = [max(sum(groups) + len(groups) - 1, each) for each in told]
        drawn += sum(own)
        of_groups[stage.id] = len(groups)
        lines[stage.id] = [(played.no, each) for played, each in zip(stage.rounds, own, strict=True)]
        if stage.form != "knockout" and max(groups) > MOST_IN_A_TABLE:
            yield problem("EVENT-SIZE", to_pointer(("stages", at)), found=str(max(groups)), expected=f"≤ {MOST_IN_A_TABLE}")
        if drawn > MOST_DRAWN:
            yield problem("EVENT-SIZE", to_pointer(("stages", at, "rounds")), found=str(drawn), expected=f"≤ {MOST_DRAWN}")
    published = 0
    for at, table in enumerate(event.published or ()):
        counted = [each for no, each in lines.get(table.stage, ()) if table.after_round is None or no <= table.after_round]
        share = sum(counted) // of_groups.get(table.stage, 1)
        published += len(table.rows) + share + (sum(counted) if (table.stage, len(counted)) not in seen else 0)
        seen.add((table.stage, len(counted)))
        if published > MOST_PUBLISHED:
            yield problem("EVENT-SIZE", to_pointer(("published", at)), found=str(published), expected=f"≤ {MOST_PUBLISHED}")


def _stage_rules(
    stage: document.EventStage,
    path: Path,
    printed: EventRules,
    known: set[str],
    *,
    of_players: bool,
    sides: Sequence[str],
    scored: bool,
) -> Iterator[Problem]:
    form = stage.form or printed.form
    if form is None:
        yield problem("FORM-OPEN", to_pointer((*path, "form")), expected=", ".join(document.FORMS), key="form")
    ranked = stage.rank_by or (("board_points",) if scored else printed.rank_by)
    if scored and form == "knockout":
        yield problem("VALUE-CHOICE", to_pointer((*path, "form")), found=shown(form), expected="table")
    if "board_points" in ranked and not scored:
        yield problem("FORM-OPEN", "/boards/scale", expected='{"kind": …}', key="scale")
    if form == "table" and not ranked:
        yield problem("FORM-OPEN", to_pointer((*path, "rank_by")), expected='["match_points", …]', key="rank_by")
    if form == "table" and NEED_POINTS & {*ranked} and stage.match_points is None and printed.match_points is None:
        yield problem("FORM-OPEN", to_pointer((*path, "match_points")), expected='{"win": …, "loss": …}', key="match_points")
    grouped = [(group, each) for group, members in (stage.groups or {}).items() for each in members]
    yield from _unknown([((*path, "groups", group), members) for group, members in (stage.groups or {}).items()], known)
    seen: set[str] = set()
    for group, each in grouped:
        if each in seen:
            yield problem("ID-TWICE", to_pointer((*path, "groups", group)), id=each)
        seen.add(each)
    yield from _unknown([((*path, "lot"), stage.lot or ())], known)
    last = -1
    for at, played in enumerate(stage.rounds):
        here = (*path, "rounds", at)
        if played.no <= last:
            yield problem("ROUND-ORDER", to_pointer((*here, "no")), found=str(played.no), expected=f"> {last}")
        last = max(last, played.no)
        tables = played.tables or ()
        yield from _twice([table.table for table in tables], (*here, "tables"))
        for number, table in enumerate(tables):
            yield from _side_rules(table.sides, (*here, "tables", number, "sides"), known, sides, of_players=of_players)
        yield from _unknown([((*here, "byes"), played.byes or ()), ((*here, "absent"), played.absent or ())], known)


def _side_rules(
    given: Mapping[str, str | tuple[str, ...]], path: Path, known: set[str], sides: Sequence[str], *, of_players: bool
) -> Iterator[Problem]:
    for side in sides:
        if side not in given:
            yield problem("KEY-MISSING", to_pointer((*path, side)), key=side)
    for side, who in given.items():
        here = (*path, side)
        if side not in sides:
            yield problem("KEY-UNKNOWN", to_pointer(here), found=shown(side), expected=", ".join(sides), key=side)
        elif of_players != isinstance(who, tuple):
            yield problem("VALUE-TYPE", to_pointer(here), found=shown(who), expected="array" if of_players else "string")
        elif of_players and len(who) != len(side):
            yield problem("VALUE-LENGTH", to_pointer(here), found=str(len(who)), expected=str(len(side)))
        else:
            yield from _unknown([(here, who)] if isinstance(who, tuple) else [], known)
            if isinstance(who, str) and who not in known:
                yield problem("ID-UNKNOWN", to_pointer(here), id=who)


def _table_rules(event: document.EventDocument, known: set[str]) -> Iterator[Problem]:
    """Published tables and the ledger name stages, groups and entrants that there are."""
    groups = {stage.id: {*(stage.groups or ())} for stage in event.stages}
    for at, table in enumerate(event.published or ()):
        here: Path = ("published", at)
        if table.stage not in groups:
            yield problem("ID-UNKNOWN", to_pointer((*here, "stage")), id=table.stage)
        elif (table.group is None) == bool(groups[table.stage]) or (table.group or "") not in {*groups[table.stage], ""}:
            yield problem("ID-UNKNOWN", to_pointer((*here, "group")), id=table.group or "-")
        for number, row in enumerate(table.rows):
            if row.team not in known:
                yield problem("ID-UNKNOWN", to_pointer((*here, "rows", number, "team")), id=row.team)
    for at, line in enumerate(event.penalties or ()):
        if line.stage not in groups:
            yield problem("ID-UNKNOWN", to_pointer(("penalties", at, "stage")), id=line.stage)
        if line.team not in known:
            yield problem("ID-UNKNOWN", to_pointer(("penalties", at, "team")), id=line.team)


def _scored(event: document.EventDocument) -> set[str]:
    """The stages of which the boards are scored."""
    boards = event.boards
    return {each.stage for each in boards.sets} if boards is not None and boards.scale is not None else set()


def board_rules(event: document.EventDocument, boards: document.EventBoards) -> Iterator[Problem]:
    """Sets are of stages and rounds that there are, one to a round or apart by name; deals are whole; the scale is complete."""
    sheet = SHEETS[event.sheet]
    rounds = {stage.id: [played.no for played in stage.rounds] for stage in event.stages}
    seen: dict[tuple[str, int], list[str | None]] = {}
    for at, each in enumerate(boards.sets):
        here: Path = ("boards", "sets", at)
        if each.stage not in rounds:
            yield problem("ID-UNKNOWN", to_pointer((*here, "stage")), id=each.stage)
            continue
        for number in each.rounds if each.rounds is not None else rounds[each.stage]:
            if number not in rounds[each.stage]:
                yield problem("ID-UNKNOWN", to_pointer((*here, "rounds")), id=str(number))
            others = seen.setdefault((each.stage, number), [])
            if each.id in others or (others and None in {each.id, *others}):
                yield problem("ID-TWICE", to_pointer((*here, "id")), id=each.id or str(number))
            others.append(each.id)
        yield from _set_rules(event.sheet, each, here)
    if boards.scale is not None:
        yield from _scale_rules(boards.scale, sheet.event)
    for at, given in enumerate(boards.adjusted or ()):
        here = ("boards", "adjusted", at)
        if len(_sets_named(boards, given)) != 1:
            yield problem("ID-UNKNOWN", to_pointer((*here, "set" if given.set else "stage")), id=given.set or given.stage)
        elif given.round not in rounds.get(given.stage, ()):
            yield problem("ID-UNKNOWN", to_pointer((*here, "round")), id=str(given.round))
        for side in sheet.sides:
            if side not in given.points:
                yield problem("KEY-MISSING", to_pointer((*here, "points", side)), key=side)


def _set_rules(of: str, boards: document.EventBoardSet, path: Path) -> Iterator[Problem]:
    """What is fixed of a set is of the sheet, and its deals have what is fixed by them."""
    sheet, deals = SHEETS[of], boards.dealt.boards if boards.dealt is not None else ()
    for key, told, may in (("level", boards.level, sheet.ladder), ("leader", boards.leader, sheet.seats)):
        if told is not None and told not in {*may, BY_BOARD}:
            yield problem("VALUE-CHOICE", to_pointer((*path, key)), found=shown(told), expected=", ".join((BY_BOARD, *may)))
    for number, deal in enumerate(deals):
        here = (*path, "dealt", "boards", number)
        yield from deal_rules(of, deal, here)
        for key in ("level", "leader"):
            if getattr(boards, key) == BY_BOARD and getattr(deal, key) is None:
                yield problem("KEY-MISSING", to_pointer((*here, key)), key=key)
    yield from order_rules([deal.board for deal in deals], (*path, "dealt", "boards"))


def order_rules(numbers: Sequence[int], path: Path) -> Iterator[Problem]:
    """Boards come in rising order."""
    for at, (before, number) in enumerate(pairwise(numbers), start=1):
        if number <= before:
            yield problem("BOARD-ORDER", to_pointer((*path, at, "board")), found=str(number), expected=f"> {before}")


def deal_rules(of: str, deal: document.DealtBoard, path: Path) -> Iterator[Problem]:
    """A deal has every seat's hand and the kitty, and the whole deck once."""
    sheet = SHEETS[of]
    copies = sheet.cards.copies
    sizes = dict.fromkeys(sheet.seats, sheet.hand_size)
    rest = len(CARDS) * copies - sheet.hand_size * len(sheet.seats)
    parts = {**deal.hands, **({KITTY: deal.kitty} if deal.kitty is not None else {})}
    for part in [*sizes, *([KITTY] if rest else [])]:
        if part not in parts:
            yield problem("KEY-MISSING", to_pointer((*path, *(("hands", part) if part != KITTY else (part,)))), key=part)
    total = Counter[str]()
    for part, cards in parts.items():
        where = to_pointer((*path, *(("hands", part) if part != KITTY else (part,))))
        due, held = {**sizes, **({KITTY: rest} if rest else {})}.get(part), split_cards(cards)
        if due is None:
            yield problem("KEY-UNKNOWN", where, found=shown(part), expected=", ".join(sizes), key=part)
        elif len(held) != due:
            yield problem("VALUE-LENGTH", where, found=str(len(held)), expected=str(due))
        for card, count in Counter(held).items():
            total[card] += count
            if card == UNKNOWN or total[card] - count <= copies < total[card]:
                yield problem("DEALS-DECK", where, found=f"{card}×{total[card]}", expected=f"≤ {copies}")
    for key, told, may in (("level", deal.level, sheet.ladder), ("leader", deal.leader, sheet.seats)):
        if told is not None and told not in may:
            yield problem("VALUE-CHOICE", to_pointer((*path, key)), found=shown(told), expected=", ".join(may))


def _scale_rules(scale: document.EventScale, printed: EventRules) -> Iterator[Problem]:
    here: Path = ("boards", "scale")
    if scale.kind == "imp" and scale.table is None:
        yield problem("FORM-OPEN", to_pointer((*here, "table")), expected="[[0, 0], [20, 1], …]", key="table")
    if scale.kind != "imp" and scale.table is not None:
        yield problem("KEY-UNKNOWN", to_pointer((*here, "table")), key="table", found=shown(list(scale.table)))
    if scale.kind != "imp" and scale.against == "teams":
        yield problem("VALUE-CHOICE", to_pointer((*here, "against")), found=shown(scale.against), expected="field")
    for at, (before, row) in enumerate(pairwise(((-1, 0), *(scale.table or ())))):
        if row[0] <= before[0]:
            yield problem("BOARD-ORDER", to_pointer((*here, "table", at, 0)), found=str(row[0]), expected=f"> {before[0]}")
    if scale.result is not None and scale.result not in printed.boards:
        expected = ", ".join(printed.boards)
        yield problem("VALUE-CHOICE", to_pointer((*here, "result")), found=shown(scale.result), expected=expected)


def _sets_named(boards: document.EventBoards, given: document.EventAdjusted) -> list[int]:
    """The sets that an adjusted score may be of."""
    return [
        at
        for at, each in enumerate(boards.sets)
        if each.stage == given.stage
        and (each.id == given.set if given.set is not None else each.rounds is None or given.round in each.rounds)
    ]


def _twice(ids: Sequence[str], path: Path) -> Iterator[Problem]:
    seen: set[str] = set()
    for at, each in enumerate(ids):
        if each in seen:
            yield problem("ID-TWICE", to_pointer((*path, at)), id=each)
        seen.add(each)


def _unknown(lists: Iterable[tuple[Path, Sequence[str]]], known: set[str]) -> Iterator[Problem]:
    for path, ids in lists:
        for at, each in enumerate(ids):
            if each not in known:
                yield problem("ID-UNKNOWN", to_pointer((*path, at)), id=each)


# --- The event that the kernel eats ------------------------------------------------------------------------


def to_event(event: document.EventDocument) -> kernel.EventRecord:
    """The event as the kernel reads it; what it has no use for (notes, `extra`) stays behind."""
    printed = SHEETS[event.sheet].event
    teams = [
        kernel.Entrant(
            id=team.id,
            name=team.name,
            players=tuple([Player(id=player.id, name=player.name, team=team.id) for player in team.players or ()]),
            seed=team.seed,
        )
        for team in event.teams or ()
    ]
    alone = [kernel.Entrant(id=player.id, name=player.name, seed=player.seed) for player in event.players or ()]
    return kernel.EventRecord(
        id=event.id,
        sheet=event.sheet,
        name=event.name,
        options=event.options or {},
        entrants=tuple(teams + alone),
        of_players=event.players is not None,
        stages=tuple(
            [_stage(stage, printed, SHEETS[event.sheet].sides, scored=stage.id in _scored(event)) for stage in event.stages]
        ),
        boards=_boards(event.boards, printed, SHEETS[event.sheet].sides) if event.boards is not None else None,
        published=tuple([_published(table) for table in event.published or ()]),
        penalties=tuple(
            [
                kernel.Penalty(line.stage, line.team, cast("Figure", line.figure), line.value, line.round)
                for line in event.penalties or ()
            ]
        ),
    )


def _boards(boards: document.EventBoards, printed: EventRules, sides: tuple[str, str]) -> kernel.Boards:
    scale = boards.scale
    return kernel.Boards(
        sets=tuple(
            [
                kernel.BoardSet(
                    stage=each.stage,
                    id=each.id,
                    rounds=frozenset(each.rounds) if each.rounds is not None else None,
                    level=each.level,
                    leader=each.leader,
                    tribute=cast("Any", each.tribute),
                    each=each.each or 1,
                    deals={deal.board: _deal(deal) for deal in each.dealt.boards} if each.dealt is not None else None,
                    file=each.deals,
                    sha256=each.sha256,
                    read=each.dealt.sha256 if each.dealt is not None else None,
                )
                for each in boards.sets
            ]
        ),
        scale=kernel.Scale(
            kind=cast("Any", scale.kind),
            result=cast("BoardResult", scale.result or printed.boards[0]),
            table=tuple([(row[0], row[1]) for row in scale.table or ()]),
            teams=scale.against == "teams",
        )
        if scale is not None
        else None,
        adjusted=tuple(
            [
                kernel.Adjusted(
                    _sets_named(boards, each)[0],
                    each.board,
                    each.round,
                    each.table,
                    (Fraction(each.points[sides[0]]), Fraction(each.points[sides[1]])),
                )
                for each in boards.adjusted or ()
            ]
        ),
    )


def _deal(deal: document.DealtBoard) -> kernel.Deal:
    parts = {**deal.hands, **({KITTY: deal.kitty} if deal.kitty is not None else {})}
    return kernel.Deal(deal.board, parts, deal.level, deal.leader, deal.tribute)


def _stage(stage: document.EventStage, printed: EventRules, sides: tuple[str, str], *, scored: bool) -> kernel.Stage:
    points, forfeit = stage.match_points, stage.forfeit_counts
    return kernel.Stage(
        id=stage.id,
        form=cast("Form", stage.form or printed.form),
        rounds=tuple([_round(each, sides) for each in stage.rounds]),
        groups=stage.groups or {},
        advance=stage.advance,
        rank_by=cast("tuple[Key, ...] | None", stage.rank_by or (("board_points",) if scored else None)),
        match_points=MatchPoints(win=points.win, loss=points.loss, draw=points.draw) if points else None,
        forfeit=ForfeitCounts(absent=_counts(forfeit.absent), present=_counts(forfeit.present)) if forfeit else None,
        by_difference=tuple([(row[0], row[1]) for row in stage.points_by_difference]) if stage.points_by_difference else None,
        bye=_counts(stage.bye_counts) if stage.bye_counts is not None else None,
        absent=_counts(stage.absent_counts) if stage.absent_counts is not None else None,
        at_time=cast("kernel.AtTime | None", stage.at_time),
        best_of=stage.best_of,
        playoff=stage.third_place == "playoff",
        lot=stage.lot or (),
    )


def _round(played: document.EventRound, sides: tuple[str, str]) -> kernel.Round:
    tables = []
    for table in played.tables or ():
        first, second = (table.sides[side] for side in sides)
        tables.append(kernel.Table(table.table, (_listed(first), _listed(second))))
    return kernel.Round(played.no, tuple(tables), played.byes or (), played.absent or (), played.best_of)


def _listed(who: str | tuple[str, ...]) -> tuple[str, ...]:
    return (who,) if isinstance(who, str) else who


def _counts(counts: Mapping[str, int]) -> Counts:
    return {figure: counts[figure] for figure in FIGURES if figure in counts}


def _published(table: document.EventPublished) -> kernel.Published:
    rows = []
    for row in table.rows:
        told = [figure for figure in FIGURES if figure != BOARD_POINTS and getattr(row, figure) is not None]
        figures: Counts = {figure: getattr(row, figure) for figure in told}
        board_points = Fraction(row.board_points) if row.board_points is not None else None
        rows.append(kernel.PublishedRow(row.team, row.place, figures, row.penalties, board_points))
    return kernel.Published(table.stage, table.group, table.after_round, tuple(rows))
